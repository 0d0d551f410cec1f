import { defineEntity, p } from '@mikro-orm/core';
import type { Selectable } from 'kysely';
import type { TableOf, UserId, WorkspaceId } from '@dossier/sdk';

/** Whether and how a notice goes by mail: at once, with those of the day, or not; and what came of it. */
export type MailState = 'none' | 'due' | 'daily' | 'sent' | 'dropped';

/** That somebody is to hear of something: never what, which is read when it is shown. */
export const NoticeEntity = defineEntity({
  name: 'Notice',
  tableName: 'notice',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid().$type<UserId>(),
    kind: p.text(),
    audience: p.text().$type<'staff' | 'client'>(),
    /** Of those with the same key a person hears once. */
    once: p.text(),
    /** The event of which it says what happened; null of what was noted before this was kept. */
    eventId: p.uuid().nullable(),
    at: p.datetime(),
    workspaceId: p.uuid().$type<WorkspaceId>().nullable(),
    subjectType: p.text(),
    subjectId: p.text(),
    why: p.text(),
    ids: p.json<Readonly<Record<string, string>>>(),
    /** Null of what nobody did. */
    byId: p.text().nullable(),
    inPage: p.boolean(),
    mail: p.text().$type<MailState>(),
    seenAt: p.datetime().nullable(),
    doneAt: p.datetime().nullable(),
    snoozedUntil: p.datetime().nullable(),
    /** Since when what it said holds no more; it is kept for a time, so that it is not said twice. */
    takenBackAt: p.datetime().nullable(),
    /** When its mail was written. */
    mailedAt: p.datetime().nullable(),
  },
});

/** A record of which somebody wants to hear nothing more. */
export const MuteEntity = defineEntity({
  name: 'NoticeMute',
  tableName: 'notice_mute',
  properties: {
    organizationId: p.uuid().primary(),
    userId: p.uuid().primary(),
    subjectType: p.text().primary(),
    subjectId: p.text().primary(),
    at: p.datetime(),
  },
});

/** What somebody chose for one kind, in the place of what is usual. */
export const ChoiceEntity = defineEntity({
  name: 'NoticeChoice',
  tableName: 'notice_choice',
  properties: {
    organizationId: p.uuid().primary(),
    userId: p.uuid().primary(),
    kind: p.text().primary(),
    page: p.boolean(),
    mail: p.text().$type<'at-once' | 'daily' | 'off'>(),
  },
});

/** When somebody is written to. Times of day are in their own time zone. */
export const HoursEntity = defineEntity({
  name: 'NoticeHours',
  tableName: 'notice_hours',
  properties: {
    organizationId: p.uuid().primary(),
    userId: p.uuid().primary().$type<UserId>(),
    /** From and to which time of day no mail is sent, as HH:MM; null for none. */
    quietFrom: p.text().nullable(),
    quietTo: p.text().nullable(),
    /** When the mail of the day comes, as HH:MM. */
    dailyAt: p.text(),
    /** When the first of those was noted that wait for it; null while none does. */
    dailySince: p.datetime().nullable(),
  },
});

/** Since when somebody has not looked at a queue of a workspace. Nobody has a row for what is in it. */
export const CursorEntity = defineEntity({
  name: 'NoticeCursor',
  tableName: 'notice_cursor',
  properties: {
    organizationId: p.uuid().primary(),
    userId: p.uuid().primary(),
    workspaceId: p.uuid().primary(),
    queue: p.text().primary(),
    since: p.datetime(),
  },
});

export interface NoticeTables {
  readonly notice: TableOf<typeof NoticeEntity>;
  readonly notice_mute: TableOf<typeof MuteEntity>;
  readonly notice_choice: TableOf<typeof ChoiceEntity>;
  readonly notice_hours: TableOf<typeof HoursEntity>;
  readonly notice_cursor: TableOf<typeof CursorEntity>;
}
export type NoticeRow = Selectable<NoticeTables['notice']>;
