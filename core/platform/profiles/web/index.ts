import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-profile-profiles': () => import('./profiles.element.ts'),
  'dossier-profile-shared': () => import('./shared.element.ts'),
  'dossier-profile-links': () => import('./links.element.ts'),
};
