import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-apply-page': () => import('./pages.element.ts'),
  'dossier-my-drafts': () => import('./my-drafts.element.ts'),
  'dossier-apply-link': () => import('./link.element.ts'),
};
