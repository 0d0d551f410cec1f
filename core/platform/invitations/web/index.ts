import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-invitation': () => import('./invitation.element.ts'),
  'dossier-my-invitations': () => import('./my-invitations.element.ts'),
  'dossier-invite-people': () => import('./team/invite-people.element.ts'),
  'dossier-open-invitations': () => import('./team/open-invitations.element.ts'),
  'dossier-person-invitations': () => import('./team/person-invitations.element.ts'),
  'dossier-team-invitations': () => import('./team/invitations.element.ts'),
};
