import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-settings-people': () => import('./people/people.element.ts'),
  'dossier-settings-teams': () => import('./teams/teams.element.ts'),
  'dossier-settings-access': () => import('./matrix/access.element.ts'),
  'dossier-without-page': () => import('./without-page.element.ts'),
  'dossier-profile-memberships': () => import('./memberships.element.ts'),
};
