import type { LazyElements } from '@dossier/sdk/web';

export const elements: LazyElements = {
  'dossier-invitation': () => import('./invitation.element.ts'),
  'dossier-my-invitations': () => import('./my-invitations.element.ts'),
  'dossier-team-invitations': () => import('./team/invitations.element.ts'),
};
