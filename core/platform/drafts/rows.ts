/** Drafts as they are stored: for everybody but their owner there are none. */
import { isForPerson, isId, notFound } from '@dossier/sdk';
import type { Access, OrganizationAccess, OrganizationId, Transaction } from '@dossier/sdk';
import { scanStateOf } from '../files/contract.ts';
import type { ScanState } from '../files/contract.ts';
import type { DraftTables, Sent, StoredDraft } from './entities.ts';

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

/** Of one person, also those that were sent. */
const rowsOf = (tx: Transaction, organization: OrganizationId, ownerId: string) =>
  tx
    .sql<DraftTables>()
    .selectFrom('application_draft')
    .selectAll()
    .where('organizationId', '=', organization)
    .where('ownerId', '=', ownerId);

const openRowsOf = (tx: Transaction, organization: OrganizationId, ownerId: string) =>
  rowsOf(tx, organization, ownerId).where('sentAt', 'is', null);

/** The newest first. */
export const ownDrafts = (tx: Transaction, { organization, actor }: OrganizationAccess): Promise<StoredDraft[]> =>
  isForPerson(actor)
    ? openRowsOf(tx, organization, actor.id).orderBy('savedAt', 'desc').orderBy('id', 'desc').execute()
    : Promise.resolve([]);

/** All that was begun in a workspace, also what was sent; locked until the end of the open transaction. */
export const draftsIn = (tx: Transaction, organization: OrganizationId, workspace: string): Promise<StoredDraft[]> =>
  tx
    .sql<DraftTables>()
    .selectFrom('application_draft')
    .selectAll()
    .where('organizationId', '=', organization)
    .where('workspaceId', '=', workspace)
    .orderBy('id')
    .forUpdate()
    .execute();

/** One's own draft; undefined for another one, and for none. */
export async function findOwn(
  tx: Transaction,
  organization: OrganizationId,
  actor: Access['actor'],
  id: string,
): Promise<StoredDraft | undefined> {
  return isId(id) && isForPerson(actor)
    ? openRowsOf(tx, organization, actor.id).where('id', '=', id).executeTakeFirst()
    : undefined;
}

/** The workspace of one's own draft, also of one that was sent, which may be sent again; null for everybody else. */
export async function whereIsOwn(
  tx: Transaction,
  organization: OrganizationId,
  actor: Access['actor'],
  id: string,
): Promise<string | null> {
  if (!isId(id) || !isForPerson(actor)) return null;
  return (await rowsOf(tx, organization, actor.id).where('id', '=', id).executeTakeFirst())?.workspaceId ?? null;
}

/**
 * One's own draft, also one that was sent; nobody else changes it until the open transaction ends. Throws `not-found`
 * (404).
 */
export async function lockSendable(
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

/** As {@link findOwn}, and nobody else changes it until the open transaction ends. Throws `not-found` (404). */
export async function lockOwn(tx: Transaction, access: OrganizationAccess, id: string): Promise<StoredDraft> {
  const row = await lockSendable(tx, access, id);
  if (row.sentAt !== null) throw notFound();
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
  const files = await removeFiles(tx, organization, id);
  await tx
    .sql<DraftTables>()
    .deleteFrom('application_draft')
    .where('organizationId', '=', organization)
    .where('id', '=', id)
    .execute();
  return files;
}

/** Of a draft whose files are taken from it nothing is left but what it became. */
export async function emptyDraft(
  tx: Transaction,
  organization: OrganizationId,
  id: string,
  o: { readonly sent: Sent; readonly now: Date },
): Promise<void> {
  await tx
    .sql<DraftTables>()
    .updateTable('application_draft')
    .set({
      answers: '{}',
      typed: '{}',
      step: null,
      done: '[]',
      applicants: '[]',
      sent: JSON.stringify(o.sent),
      sentAt: o.now.toISOString(),
    })
    .where('organizationId', '=', organization)
    .where('id', '=', id)
    .execute();
}

/** Takes the files from a draft; their records are returned. */
export async function removeFiles(
  tx: Transaction,
  organization: OrganizationId,
  draftId: string,
): Promise<readonly string[]> {
  const files = await tx
    .sql<DraftTables>()
    .deleteFrom('application_draft_file')
    .where('organizationId', '=', organization)
    .where('draftId', '=', draftId)
    .returning('fileId')
    .execute();
  return files.map(({ fileId }) => fileId);
}

/** Files of a key are files of another one from here on; all at once, since keys may change places. */
export async function renameFiles(
  tx: Transaction,
  organization: OrganizationId,
  draftId: string,
  keys: ReadonlyMap<string, string>,
): Promise<void> {
  const files = keys.size === 0 ? [] : await filesOf(tx, organization, draftId);
  for (const { id, requirementKey: key } of files) {
    const requirementKey = keys.get(key);
    if (requirementKey === undefined) continue;
    await tx
      .sql<DraftTables>()
      .updateTable('application_draft_file')
      .set({ requirementKey })
      .where('organizationId', '=', organization)
      .where('id', '=', id)
      .execute();
  }
}
