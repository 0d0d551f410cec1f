import { forbidden } from '@dossier/sdk';
import type { Access, Actor, OrganizationId } from '@dossier/sdk';

/**
 * Names who acts where no gate has made an Access yet: at sign-in and sign-out.
 * It opens nothing; it serves to sign an entry of the log and to read contributions that are open to members.
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

/** Somebody who has not signed in yet. */
export const anonymous: Access = actingAs({ kind: 'anonymous', id: 'anonymous', name: 'Nobody' }, null);
