import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-settings-phrases': () => import('./phrases.element.ts'),
  'dossier-phrase-picker': () => import('./picker.element.ts'),
};
