/** Drafts as they are stored: for everybody but their owner there are none. */
import { isForPerson, isId, notFound } from '@dossier/sdk';
import type { Access, OrganizationAccess, OrganizationId, Transaction } from '@dossier/sdk';
import { scanStateOf } from '../files/contract.ts';
import type { ScanState } from '../files/contract.ts';
import type { DraftTables, StoredDraft } from './entities.ts';

/** A file of a draft with what the record of its file says. */
export interface StoredDraftFile {
  readonly id: string;
  readonly draftId: string;
  readonly requirementKey: string;
  readonly fileName: string;
  readonly fileId: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly scan: ScanState;
}

const rowsOf = (tx: Transaction, organization: OrganizationId, ownerId: string) =>
  tx
    .sql<DraftTables>()
    .selectFrom('application_draft')
    .selectAll()
    .where('organizationId', '=', organization)
    .where('ownerId', '=', ownerId);

/** The newest first. */
export const ownDrafts = (tx: Transaction, { organization, actor }: OrganizationAccess): Promise<StoredDraft[]> =>
  isForPerson(actor)
    ? rowsOf(tx, organization, actor.id).orderBy('savedAt', 'desc').orderBy('id', 'desc').execute()
    : Promise.resolve([]);

/** One's own draft; undefined for another one, and for none. */
export async function findOwn(
  tx: Transaction,
  organization: OrganizationId,
  actor: Access['actor'],
  id: string,
): Promise<StoredDraft | undefined> {
  return isId(id) && isForPerson(actor)
    ? rowsOf(tx, organization, actor.id).where('id', '=', id).executeTakeFirst()
    : undefined;
}

/** As {@link findOwn}, and nobody else changes it until the open transaction ends. Throws `not-found` (404). */
export async function lockOwn(
  tx: Transaction,
  { organization, actor }: OrganizationAccess,
  id: string,
): Promise<StoredDraft> {
  const row =
    isId(id) && isForPerson(actor)
      ? await rowsOf(tx, organization, actor.id).where('id', '=', id).forUpdate().executeTakeFirst()
      : undefined;
  if (!row) throw notFound();
  return row;
}

/** The files of a draft, those that came first before others. */
export async function filesOf(
  tx: Transaction,
  organization: OrganizationId,
  draftId: string,
): Promise<readonly StoredDraftFile[]> {
  const rows = await tx
    .sql<DraftTables>()
    .selectFrom('application_draft_file as d')
    .innerJoin('file as f', (join) =>
      join.onRef('f.organizationId', '=', 'd.organizationId').onRef('f.id', '=', 'd.fileId'),
    )
    .select(['d.id', 'd.draftId', 'd.requirementKey', 'd.fileName', 'd.fileId'])
    .select(({ ref }) => [
      ref('f.contentType').$notNull().as('contentType'),
      ref('f.size').$notNull().as('size'),
      ref('f.sha256').$notNull().as('sha256'),
      'f.scan',
    ])
    .where('d.organizationId', '=', organization)
    .where('d.draftId', '=', draftId)
    .orderBy('d.id')
    .execute();
  return rows.map(({ scan, ...row }) => ({ ...row, scan: scanStateOf(scan) }));
}

/** Takes a draft away, in the open transaction; its files, which are returned by their records, are the caller's. */
export async function removeDraft(
  tx: Transaction,
  organization: OrganizationId,
  id: string,
): Promise<readonly string[]> {
  const files = await tx
    .sql<DraftTables>()
    .deleteFrom('application_draft_file')
    .where('organizationId', '=', organization)
    .where('draftId', '=', id)
    .returning('fileId')
    .execute();
  await tx
    .sql<DraftTables>()
    .deleteFrom('application_draft')
    .where('organizationId', '=', organization)
    .where('id', '=', id)
    .execute();
  return files.map(({ fileId }) => fileId);
}
