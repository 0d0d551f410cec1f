import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-settings-workspaces': () => import('./workspaces/workspaces.element.ts'),
  'dossier-settings-branding': () => import('./branding/branding.element.ts'),
  'dossier-new-organization': () => import('./organizations/create.element.ts'),
};
