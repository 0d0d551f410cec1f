import { conflict } from '@dossier/sdk';
import type { WorkspaceAccess } from '@dossier/sdk';
import type { Applications } from '../applications/contract.ts';
import type { DocumentRow } from './entities.ts';

/**
 * Throws 409 `not-for-staff-alone` for a document that cannot be taken from the client, who would be left without what
 * they sent, or without the answer to what was asked. `clients` are the users among the applicants.
 */
export async function refuseHiding(
  applications: Applications,
  access: WorkspaceAccess,
  row: DocumentRow,
  clients: readonly string[],
): Promise<void> {
  const isClients = await isOfClient(applications, access, row, clients);
  const detail =
    row.requirementKey !== null
      ? `"${row.fileName}" is a document that the client was asked for, so the client sees it.`
      : isClients
        ? `"${row.fileName}" was sent by the client, or for them, so the client sees it.`
        : null;
  if (detail !== null) throw conflict('not-for-staff-alone', detail);
}

/**
 * Did the client send it, or somebody for them? An applicant always counts. Of what an older version took, so do keys,
 * and who made the application where no staff works on others'.
 */
async function isOfClient(
  applications: Applications,
  access: WorkspaceAccess,
  { bySender, applicationId, uploadedByKind, uploadedById }: DocumentRow,
  clients: readonly string[],
): Promise<boolean> {
  if (bySender === 'client' || uploadedByKind === 'key' || clients.includes(uploadedById)) return true;
  if (bySender === 'staff' || access.workspaceType === 'STAFF') return false;
  const source = (await applications.get(access, applicationId))?.source;
  return source?.kind === 'user' && source.id === uploadedById;
}
