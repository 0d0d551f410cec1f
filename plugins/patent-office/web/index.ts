import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-patents': () => import('./patents.element.ts'),
};
