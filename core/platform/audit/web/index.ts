import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-settings-audit': () => import('./audit.element.ts'),
  'dossier-person-trail': () => import('./person-trail.element.ts'),
};
