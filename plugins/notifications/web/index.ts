import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-bell': () => import('./bell.element.ts'),
  'dossier-inbox': () => import('./inbox.element.ts'),
  'dossier-profile-notices': () => import('./choices.element.ts'),
};
