import { notFound } from '@dossier/sdk';
import type { Access, Actor, OrganizationId, WorkspaceId } from '@dossier/sdk';

/** Who and where, to sign an entry of the log with, where no gate has made an Access. It opens nothing. */
export const signature = (
  actor: Actor,
  organization: OrganizationId | null,
  workspace: WorkspaceId | null,
): Access => ({
  scope: organization === null ? 'installation' : 'organization',
  actor,
  organization,
  audience: actor.kind === 'system' ? 'staff' : 'client',
  workspace,
  has: () => false,
  can: () => false,
  demand() {
    throw notFound();
  },
});
