import type { LazyElements } from '@dossier/sdk/web';
import './asked.element.ts';
import './documents.element.ts';

/** Who opens no document loads nothing that shows one. */
export const elements: LazyElements = {
  'dossier-document-viewer': () => import('./viewer/viewer.element.ts'),
};
