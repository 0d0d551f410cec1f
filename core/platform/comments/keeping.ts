/** What is kept of a comment beside its row, in the open transaction. */
import { LockMode } from '@mikro-orm/core';
import { notFound } from '@dossier/sdk';
import type { Transaction, UserId, WorkspaceAccess } from '@dossier/sdk';
import type { Named } from './contract.ts';
import { CommentEntity } from './entities.ts';
import type { CommentTables, StoredComment } from './entities.ts';
import { waitingFiles } from './rows.ts';

/** A comment that nobody else changes until the open transaction ends. Throws 404. */
export async function locked(tx: Transaction, access: WorkspaceAccess, id: string): Promise<StoredComment> {
  const which = { organizationId: access.organization, id };
  const row = await tx.em.findOne(CommentEntity, which, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!row) throw notFound();
  return row;
}

/** The comment of a case that is answered, which stays as it is until this is written. Throws 404. */
export async function answeredBy(tx: Transaction, access: WorkspaceAccess, applicationId: string, id: string) {
  const row = await locked(tx, access, id);
  if (row.applicationId !== applicationId) throw notFound();
  return row;
}

/** Keeps what a comment says now, and who made it say that. */
export async function revise(tx: Transaction, { actor }: WorkspaceAccess, row: StoredComment, at: Date): Promise<void> {
  const { organizationId, id: commentId, version, kind, text } = row;
  await tx
    .sql<CommentTables>()
    .insertInto('comment_revision')
    .values({
      ...{ organizationId, commentId, version, kind, text },
      ...{ byKind: actor.kind, byId: actor.id, byName: actor.name, at: at.toISOString() },
    })
    .execute();
}

/** Notes who is named in it. */
export async function name(tx: Transaction, row: StoredComment, named: readonly Named[]): Promise<void> {
  const { organizationId, id: commentId, kind } = row;
  if (named.length > 0)
    await tx
      .sql<CommentTables>()
      .insertInto('comment_mention')
      .values(named.map(({ id: userId, name }) => ({ organizationId, commentId, userId, kind, name })))
      .execute();
}

/** Forgets who is named, but for these. */
export async function unname(tx: Transaction, access: WorkspaceAccess, commentId: string, but: readonly Named[]) {
  const all = tx
    .sql<CommentTables>()
    .deleteFrom('comment_mention')
    .where('organizationId', '=', access.organization)
    .where('commentId', '=', commentId);
  const kept = but.map(({ id }): UserId => id);
  await (kept.length > 0 ? all.where('userId', 'not in', kept) : all).execute();
}

/** Gives it files that its writer has sent. Throws 404 for others. */
export async function attach(
  tx: Transaction,
  access: WorkspaceAccess,
  row: StoredComment,
  attachmentIds: readonly string[],
) {
  if (attachmentIds.length === 0) return;
  const of = { applicationId: row.applicationId, byId: access.actor.id };
  const waiting = new Set((await waitingFiles(tx, access.organization, of)).map(({ id }) => id));
  if (attachmentIds.some((id) => !waiting.has(id))) throw notFound();
  await tx
    .sql<CommentTables>()
    .updateTable('comment_file')
    .set({ commentId: row.id, kind: row.kind })
    .where('organizationId', '=', access.organization)
    .where('id', 'in', attachmentIds)
    .execute();
}
