import type { Access, Fault } from '@dossier/sdk';
import { readApplications } from '../applications/contract.ts';
import { uploadDocuments } from './contract.ts';
import type { Audience, IncomingFile } from './contract.ts';
import type { DocumentRow } from './entities.ts';

/**
 * Is this somebody of the staff, where the application is handled? Clients are not, and neither is the partner by whose
 * key it came.
 */
export const isStaff = (access: Access, { workspaceId }: Pick<DocumentRow, 'workspaceId'>): boolean =>
  access.actor.kind !== 'key' && access.workspace === workspaceId && access.can(readApplications);

/** May this reader know of the document at all? For who may not, it does not exist. */
export const maySee = (access: Access, row: Pick<DocumentRow, 'workspaceId' | 'audience'>): boolean =>
  row.audience === 'client' || isStaff(access, row);

/**
 * Can this reader show it to the client, or keep it from the client again? Not what the client was asked for or sent;
 * of what an older version took, which did not write down as what it was sent, the reader's own is offered, and the
 * desk looks closer.
 */
export const mayChangeAudience = (access: Access, row: DocumentRow): boolean =>
  isStaff(access, row) && access.can(uploadDocuments) && (row.audience === 'staff' || isOfStaff(access, row));

const isOfStaff = (access: Access, { requirementKey, uploadedByKind, uploadedById, bySender }: DocumentRow): boolean =>
  requirementKey === null &&
  uploadedByKind === 'user' &&
  (bySender === null ? uploadedById === access.actor.id : bySender === 'staff');

/**
 * Who a file will be for. What staff sends without saying so, and without an answer to what was asked, stays inside.
 */
export const audienceFor = (file: Pick<IncomingFile, 'requirementKey' | 'audience'>, bySender: Audience): Audience =>
  bySender === 'client' || file.requirementKey() !== null || file.audience?.() === 'client' ? 'client' : 'staff';

type Asked = Pick<IncomingFile, 'requirementKey' | 'audience' | 'pointer'>;

/**
 * What is wrong with what was said about who may see a file. `bySender` is what a file of this sender is for unless
 * they say otherwise.
 */
export function audienceFaults(file: Asked, bySender: Audience): readonly Fault[] {
  const asked = file.audience?.() ?? null;
  const pointer = `${file.pointer}/audience`;
  if (asked === null || asked === 'client') return [];
  if (asked !== 'staff')
    return [{ pointer, code: 'unknown-audience', detail: 'A file is for "staff", or for the "client" too.' }];
  const detail =
    bySender === 'client'
      ? 'What a client or an API key sends is for the client too. Leave audience out.'
      : file.requirementKey() !== null
        ? 'What the client was asked for is for the client too. Leave audience out, or requirementKey.'
        : null;
  return detail === null ? [] : [{ pointer, code: 'not-for-staff-alone', detail }];
}
