import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-messages': () => import('./messages.element.ts'),
  'dossier-write-about': () => import('./about.element.ts'),
  'dossier-messages-line': () => import('./line.element.ts'),
};
