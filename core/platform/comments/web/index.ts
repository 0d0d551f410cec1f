import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-comments': () => import('./comments.element.ts'),
  'dossier-comments-count': () => import('./count.element.ts'),
};
