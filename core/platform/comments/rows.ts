/** Comments as they are stored. For whom they are read is said by the reader: the database keeps the rest back. */
import { sql } from 'kysely';
import { idArray, isId, utc } from '@dossier/sdk';
import type { Database, OrganizationId, Page, Reader, Transaction } from '@dossier/sdk';
import type { CommentKind } from './contract.ts';
import type { CommentTables, StoredComment } from './entities.ts';
import type { StoredScan } from '../files/contract.ts';

/** A comment with whether this reader sees the one that it answers. */
export interface CommentRow extends Omit<StoredComment, 'at' | 'editedAt' | 'removedAt'> {
  readonly at: string;
  readonly editedAt: string | null;
  readonly removedAt: string | null;
  /** Null where it answers none, or one that this reader does not see. */
  readonly answered: string | null;
}

/** A file of a comment, or one that waits for its comment. */
export interface FileRow {
  readonly id: string;
  readonly commentId: string | null;
  readonly applicationId: string;
  readonly kind: CommentKind;
  readonly fileName: string;
  readonly fileId: string;
  readonly byId: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly scan: StoredScan;
}

export interface MentionRow {
  readonly commentId: string;
  readonly userId: string;
  readonly name: string;
}

const comments = (tx: Transaction, organization: OrganizationId) =>
  tx
    .sql<CommentTables>()
    .selectFrom('comment as c')
    .leftJoin('comment as to', (join) =>
      join.onRef('to.organizationId', '=', 'c.organizationId').onRef('to.id', '=', 'c.replyTo'),
    )
    .selectAll('c')
    .select('to.id as answered')
    .where('c.organizationId', '=', organization);

export interface Rows {
  find(reader: Reader & { organization: OrganizationId }, id: string): Promise<CommentRow | null>;
  findMany(reader: Reader & { organization: OrganizationId }, ids: readonly string[]): Promise<readonly CommentRow[]>;
  /** Of one application, oldest first, one more than asked for when there are more. */
  of(reader: Reader & { organization: OrganizationId }, applicationId: string, page: Page): Promise<CommentRow[]>;
  /** The newest `most`, the newest first. */
  newest(
    reader: Reader & { organization: OrganizationId },
    applicationId: string,
    most: number,
  ): Promise<readonly CommentRow[]>;
}

/** The stored comments of this database. */
export const storedRows = (database: Database): Rows => ({
  find: async (reader, id) =>
    isId(id)
      ? ((await database.read(reader, (tx) =>
          comments(tx, reader.organization).where('c.id', '=', id).executeTakeFirst(),
        )) ?? null)
      : null,
  findMany: async (reader, ids) => {
    const some = [...new Set(ids.filter(isId))];
    return some.length === 0
      ? []
      : database.read(reader, (tx) => comments(tx, reader.organization).where('c.id', 'in', some).execute());
  },
  of: (reader, applicationId, { limit, after }) =>
    database.read(reader, (tx) => {
      const all = comments(tx, reader.organization).where('c.applicationId', '=', applicationId).orderBy('c.id');
      return (after ? all.where('c.id', '>', after.id) : all).limit(limit + 1).execute();
    }),
  newest: (reader, applicationId, most) =>
    database.read(reader, (tx) =>
      comments(tx, reader.organization)
        .where('c.applicationId', '=', applicationId)
        .orderBy('c.id', 'desc')
        .limit(most)
        .execute(),
    ),
});

const files = (tx: Transaction, organization: OrganizationId) =>
  tx
    .sql<CommentTables>()
    .selectFrom('comment_file as c')
    .innerJoin('file as f', (join) =>
      join.onRef('f.organizationId', '=', 'c.organizationId').onRef('f.id', '=', 'c.fileId'),
    )
    .select(['c.id', 'c.commentId', 'c.applicationId', 'c.kind', 'c.fileName', 'c.fileId', 'c.byId', 'f.scan'])
    .select(({ ref }) => [ref('f.contentType').$notNull().as('contentType'), ref('f.size').$notNull().as('size')])
    .where('c.organizationId', '=', organization);

/** Files of comments, in the order in which they came. */
export const filesOf = async (
  tx: Transaction,
  organization: OrganizationId,
  commentIds: readonly string[],
): Promise<readonly FileRow[]> =>
  commentIds.length === 0
    ? []
    : files(tx, organization)
        .where('c.commentId', '=', sql<string>`any(${idArray(commentIds)}::uuid[])`)
        .orderBy('c.id')
        .execute();

/** Those of these files of an application that wait for the comment of who sent them. */
export const waitingFiles = async (
  tx: Transaction,
  organization: OrganizationId,
  of: { readonly applicationId: string; readonly byId: string },
): Promise<readonly FileRow[]> =>
  files(tx, organization)
    .where('c.commentId', 'is', null)
    .where('c.applicationId', '=', of.applicationId)
    .where('c.byId', '=', of.byId)
    .orderBy('c.id')
    .execute();

/** Who is named in comments, in no order that means anything. */
export const mentionsOf = async (
  tx: Transaction,
  organization: OrganizationId,
  commentIds: readonly string[],
): Promise<readonly MentionRow[]> =>
  commentIds.length === 0
    ? []
    : tx
        .sql<CommentTables>()
        .selectFrom('comment_mention')
        .select(['commentId', 'userId', 'name'])
        .where('organizationId', '=', organization)
        .where('commentId', '=', sql<string>`any(${idArray(commentIds)}::uuid[])`)
        .orderBy('userId')
        .execute();

/** One moment of a row as answers show it. */
export const moment = (time: string | null): string | null => (time === null ? null : utc(time));
