import { createHash } from 'node:crypto';
import { IDEMPOTENCY_KEPT, idempotencyKey, keyReused } from '@dossier/sdk';
import type { Database, Transaction, WorkspaceAccess } from '@dossier/sdk';
import type { DocumentRow, DocumentTables } from './entities.ts';
import { rowsBy } from './rows.ts';

/** One upload as its sender names it: who, to which application, under which `Idempotency-Key`. */
export type UploadKey = Pick<DocumentTables['document_upload'], 'organizationId' | 'actor' | 'applicationId' | 'key'>;

/**
 * The kernel runs an idempotent handler inside its transaction, which would stay open for as long as a client sends its
 * files. Therefore an upload claims its key only when all bytes are there. Throws 400 `bad-idempotency-key`.
 */
export function uploadKey(
  access: WorkspaceAccess,
  applicationId: string,
  header: string | undefined,
): UploadKey | undefined {
  const key = idempotencyKey(header);
  return key === undefined
    ? undefined
    : { organizationId: access.organization, actor: `${access.actor.kind}:${access.actor.id}`, applicationId, key };
}

/** Has this key been used in the last 24 hours? */
export async function isUsed(tx: Transaction, id: UploadKey, now: Date): Promise<boolean> {
  return (
    (await tx
      .sql<DocumentTables>()
      .selectFrom('document_upload')
      .select('key')
      .where(({ and }) => and(id))
      .where('at', '>=', since(now))
      .executeTakeFirst()) !== undefined
  );
}

/**
 * Takes the key for these documents, or gives back the documents that it was taken for, in the order and state in which
 * they were answered then. Call it behind the lock of the application, so that two at once do not both find the key
 * free. Throws 422 `idempotency-key-reused`.
 */
export async function claim(
  tx: Transaction,
  id: UploadKey,
  rows: readonly DocumentRow[],
  now: Date,
): Promise<readonly DocumentRow[] | null> {
  const db = tx.sql<DocumentTables>();
  await db
    .deleteFrom('document_upload')
    .where(({ and }) => and(id))
    .where('at', '<', since(now))
    .execute();
  const contentHash = hashOf(rows);
  const earlier = await db
    .selectFrom('document_upload')
    .select(['contentHash', 'documentIds'])
    .where(({ and }) => and(id))
    .executeTakeFirst();
  if (!earlier) {
    await db
      .insertInto('document_upload')
      .values({ ...id, contentHash, documentIds: JSON.stringify(rows.map((row) => row.id)), at: now.toISOString() })
      .execute();
    return null;
  }
  if (earlier.contentHash !== contentHash)
    throw keyReused('This key was sent before with other files. Use a new key for a new upload.');
  const found = await rowsBy(tx, id.organizationId, 'id', earlier.documentIds);
  return earlier.documentIds
    .flatMap((documentId) => found.filter((row) => row.id === documentId))
    .map((row) => ({ ...row, reviewStatus: 'pending', reason: null, reviewedBy: null, reviewedAt: null }));
}

/** Removes the keys of all organizations that are past their 24 hours. The documents stay. */
export async function sweepKeys(database: Database, now: Date): Promise<void> {
  await database.lookUp((tx) =>
    tx.sql<DocumentTables>().deleteFrom('document_upload').where('at', '<', since(now)).execute(),
  );
}

const since = (now: Date): string => new Date(now.getTime() - IDEMPOTENCY_KEPT).toISOString();

/** By content, because a form has other bytes each time it is sent: its boundary is random. */
const hashOf = (rows: readonly DocumentRow[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        rows.map((row) => [row.sha256, row.fileName, row.requirementKey, row.audience, row.replaces ?? []].flat()),
      ),
    )
    .digest('base64url');
