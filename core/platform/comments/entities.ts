import { defineEntity, p } from '@mikro-orm/core';
import type { InferEntity, TableOf } from '@dossier/sdk';
import type { FileTables } from '../files/contract.ts';
import type { CommentKind } from './contract.ts';

export const CommentEntity = defineEntity({
  name: 'Comment',
  tableName: 'comment',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    applicationId: p.uuid(),
    /** Where the application is handled. */
    workspaceId: p.uuid(),
    kind: p.text().$type<CommentKind>(),
    /** Markdown; empty of one that was removed. */
    text: p.text(),
    byKind: p.text(),
    byId: p.text(),
    byName: p.text(),
    /** Somebody of the staff, where the application is handled. */
    byStaff: p.boolean(),
    replyTo: p.uuid().nullable(),
    /** Its place among the comments of its kind: its id, or one that was made when it was shown to the client. */
    turn: p.uuid(),
    at: p.datetime(),
    editedAt: p.datetime().nullable(),
    removedAt: p.datetime().nullable(),
    version: p.integer(),
  },
});
export type StoredComment = InferEntity<typeof CommentEntity>;

/** What a comment said, one row for each of its versions. */
export const CommentRevisionEntity = defineEntity({
  name: 'CommentRevision',
  tableName: 'comment_revision',
  properties: {
    organizationId: p.uuid().primary(),
    commentId: p.uuid().primary(),
    version: p.integer().primary(),
    kind: p.text().$type<CommentKind>(),
    text: p.text(),
    byKind: p.text(),
    byId: p.text(),
    byName: p.text(),
    at: p.datetime(),
  },
});

export const CommentMentionEntity = defineEntity({
  name: 'CommentMention',
  tableName: 'comment_mention',
  properties: {
    organizationId: p.uuid().primary(),
    commentId: p.uuid().primary(),
    userId: p.uuid().primary(),
    kind: p.text().$type<CommentKind>(),
    name: p.text(),
  },
});

/** A file of a comment, or one that waits for the comment that its sender writes. */
export const CommentFileEntity = defineEntity({
  name: 'CommentFile',
  tableName: 'comment_file',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    applicationId: p.uuid(),
    commentId: p.uuid().nullable(),
    kind: p.text().$type<CommentKind>(),
    fileName: p.text(),
    /** The record of its file, which says what it is and where its bytes are. */
    fileId: p.uuid(),
    byId: p.text(),
    at: p.datetime(),
  },
});

/** Up to where somebody has read the comments of a kind. */
export const CommentMarkEntity = defineEntity({
  name: 'CommentMark',
  tableName: 'comment_mark',
  properties: {
    organizationId: p.uuid().primary(),
    applicationId: p.uuid().primary(),
    kind: p.text().$type<CommentKind>().primary(),
    userId: p.uuid().primary(),
    /** They met the case as staff. */
    byStaff: p.boolean(),
    /** The turn of the last comment that they have read. */
    upTo: p.uuid(),
    /** When they read that one. */
    readAt: p.datetime(),
  },
});

/** A word by the beginning of which a comment is found. */
export const CommentTermEntity = defineEntity({
  name: 'CommentTerm',
  tableName: 'comment_term',
  properties: {
    organizationId: p.uuid().primary(),
    commentId: p.uuid().primary(),
    term: p.text().primary(),
    kind: p.text().$type<CommentKind>(),
    applicationId: p.uuid(),
    workspaceId: p.uuid(),
  },
});

/** The tables as the query builder sees them. */
export interface CommentTables extends FileTables {
  readonly comment: TableOf<typeof CommentEntity>;
  readonly comment_revision: TableOf<typeof CommentRevisionEntity>;
  readonly comment_mention: TableOf<typeof CommentMentionEntity>;
  readonly comment_file: TableOf<typeof CommentFileEntity>;
  readonly comment_mark: TableOf<typeof CommentMarkEntity>;
  readonly comment_term: TableOf<typeof CommentTermEntity>;
}
