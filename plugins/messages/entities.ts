import { defineEntity, p } from '@mikro-orm/core';
import type { Selectable } from 'kysely';
import type { TableOf, UserId, WorkspaceId } from '@dossier/sdk';
import type { FileTables } from '@dossier/core/platform/files/contract';
import type { ThreadKind } from './contract.ts';

export const ThreadEntity = defineEntity({
  name: 'MessageThread',
  tableName: 'message_thread',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    kind: p.text().$type<ThreadKind>(),
    /** Of a direct one the ids of its two people in order, so that there is one of them; null of others. */
    pair: p.text().nullable(),
    /** Of one about an application: which, and where that is handled. */
    applicationId: p.uuid().nullable(),
    workspaceId: p.uuid().$type<WorkspaceId>().nullable(),
    title: p.text(),
    openedBy: p.uuid().$type<UserId>(),
    /** Number of the last message; 0 while there is none. */
    last: p.integer(),
    /** When that was written, or it was opened. */
    lastAt: p.datetime(),
  },
});

export const MemberEntity = defineEntity({
  name: 'MessageMember',
  tableName: 'message_member',
  properties: {
    organizationId: p.uuid().primary(),
    threadId: p.uuid().primary(),
    userId: p.uuid().primary().$type<UserId>(),
    /** Number of the last message that they have read. */
    upTo: p.integer(),
    joinedAt: p.datetime(),
    leftAt: p.datetime().nullable(),
    muted: p.boolean(),
  },
});

export const MessageEntity = defineEntity({
  name: 'Message',
  tableName: 'message',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    threadId: p.uuid(),
    /** Counted in its thread, in the order in which messages were committed. */
    number: p.integer(),
    byId: p.uuid().$type<UserId>(),
    /** As they were called then. */
    byName: p.text(),
    /** Markdown; empty of one that was removed. */
    text: p.text(),
    at: p.datetime(),
    editedAt: p.datetime().nullable(),
    removedAt: p.datetime().nullable(),
    version: p.integer(),
  },
});

/** A file of a message, or one that waits for the message that its sender writes. */
export const MessageFileEntity = defineEntity({
  name: 'MessageFile',
  tableName: 'message_file',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    threadId: p.uuid(),
    messageId: p.uuid().nullable(),
    fileName: p.text(),
    /** The record of its file. */
    fileId: p.uuid(),
    byId: p.uuid(),
    at: p.datetime(),
  },
});

export const MessageTermEntity = defineEntity({
  name: 'MessageTerm',
  tableName: 'message_term',
  properties: {
    organizationId: p.uuid().primary(),
    threadId: p.uuid().primary(),
    term: p.text().primary(),
    messageId: p.uuid().primary(),
  },
});

/** The tables as the query builder sees them. */
export interface MessageTables extends FileTables {
  readonly message_thread: TableOf<typeof ThreadEntity>;
  readonly message_member: TableOf<typeof MemberEntity>;
  readonly message: TableOf<typeof MessageEntity>;
  readonly message_file: TableOf<typeof MessageFileEntity>;
  readonly message_term: TableOf<typeof MessageTermEntity>;
}
export type ThreadRow = Selectable<MessageTables['message_thread']>;
export type MemberRow = Selectable<MessageTables['message_member']>;
export type MessageRow = Selectable<MessageTables['message']>;
