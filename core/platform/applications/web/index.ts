import type { LazyElements } from '@dossier/sdk/web';
// Most who work with applications come for this, first of all.
import './pages.element.ts';

export const elements: LazyElements = {
  'dossier-my-page': () => import('./my/my-pages.element.ts'),
};
