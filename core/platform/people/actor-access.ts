import { forbidden } from '@dossier/sdk';
import type { Access, Actor, OrganizationId } from '@dossier/sdk';

/**
 * Names who acts where no gate has made an Access yet: at sign-in and sign-out.
 * It opens nothing; it serves to sign an entry of the log, and to read contributions.
 */
export const actingAs = (actor: Actor, organization: OrganizationId | null): Access => ({
  scope: organization === null ? 'installation' : 'organization',
  actor,
  organization,
  workspace: null,
  has: () => false,
  can: () => false,
  demand() {
    throw forbidden();
  },
});

/** The sign-in itself, before anybody is known: it reads what plugins contributed to it. */
export const signIn: Access = actingAs({ kind: 'system', id: 'people', name: 'Sign-in' }, null);
