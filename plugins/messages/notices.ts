/** What people hear of messages: one notice for a thread, however many come until they have read it. */
import { idArray, isInOrganization } from '@dossier/sdk';
import type { Database, Delivered, OrganizationId, Transaction } from '@dossier/sdk';
import { sql } from 'kysely';
import type { Concerned, Ended, NoticeKind, NoticeText } from '@dossier/core/platform/notices/contract';
import type { MessageThread } from './contract.ts';
import { messageRemoved, messageWritten } from './contract.ts';
import type { MemberRow, MessageRow, MessageTables, ThreadRow } from './entities.ts';
import { asStaff } from './reach.ts';
import type { Reaching } from './reach.ts';
import { membersOf, ownThreads } from './rows.ts';
import type { Threads } from './threads.ts';

/** Minutes in which a person gets one mail at most about a thread. */
const ONCE_IN = 60;

interface Deps {
  readonly database: Database;
  readonly reach: Reaching;
  readonly threads: Pick<Threads, 'shown'>;
}

/** A thread with who is of it, and what in it these events are about. */
interface Known {
  readonly thread: ThreadRow;
  readonly members: readonly MemberRow[];
  readonly messages: ReadonlyMap<string, MessageRow>;
}

/** What they have not read begins after the message of this number: until they read on it is one notice. */
const onceOf = ({ threadId, upTo }: Pick<MemberRow, 'threadId' | 'upTo'>): string => `${threadId} ${upTo}`;

const messageIn = ({ event }: Delivered): string => (event.payload as { readonly messageId: string }).messageId;

export function messageKind({ database, reach, threads }: Deps): NoticeKind {
  const known = (organization: OrganizationId, some: readonly Delivered[]): Promise<Known[]> =>
    database.read({ organization, audience: 'staff' }, async (tx) => {
      const ids = [...new Set(some.map(({ event }) => event.subject.id))];
      const rows = await threadsBy(tx, organization, ids);
      const members = await membersOf(tx, organization, ids);
      const messages = await messagesBy(tx, organization, some.map(messageIn));
      return rows.map((thread) => ({
        thread,
        members: members.filter(({ threadId }) => threadId === thread.id),
        messages: new Map(messages.filter(({ threadId }) => threadId === thread.id).map((one) => [one.id, one])),
      }));
    });

  return {
    title: 'A colleague writes to you',
    group: 'Messages',
    icon: 'chat',
    audience: 'staff',
    usual: { page: true, mail: 'daily' },
    mailEvery: ONCE_IN,
    why: { member: 'You are in this conversation.' },
    events: [messageWritten],

    async of(happened) {
      const concerned: Concerned[] = [];
      for (const { organization, some } of byOrganization(happened))
        for (const { thread, members, messages } of await known(organization, some)) {
          const written = some.filter((one) => {
            const message = messages.get(messageIn(one));
            return message !== undefined && message.removedAt === null;
          });
          const unread = members.flatMap((member) => {
            const last = written.findLast((one) => {
              const message = messages.get(messageIn(one));
              return message && message.byId !== member.userId && message.number > member.upTo;
            });
            return last && !member.muted ? [{ member, last }] : [];
          });
          const may = new Set(
            await reach.mayRead(
              organization,
              thread,
              unread.map(({ member }) => member.userId),
            ),
          );
          for (const { member, last } of unread)
            if (may.has(member.userId))
              concerned.push({
                event: last.event.id,
                to: member.userId,
                why: 'member',
                subject: { type: 'message-thread', id: thread.id },
                workspace: thread.workspaceId,
                once: onceOf(member),
                // Who put it away unread hears of what comes then.
                again: true,
              });
        }
      return concerned;
    },

    ends: {
      events: [messageRemoved],
      async of(happened) {
        const ended: Ended[] = [];
        for (const { organization, some } of byOrganization(happened))
          for (const { thread, members } of await known(organization, some)) {
            const left = new Set(await stillUnread(database, organization, thread.id));
            for (const [once, same] of Map.groupBy(members, onceOf)) {
              const except = same.map(({ userId }) => userId).filter((id) => left.has(id));
              if (except.length < same.length) ended.push({ once, except });
            }
          }
        return ended;
      },
    },

    async tell(reader, places, notices) {
      const told = new Map<string, NoticeText>();
      const own = await reach.at(reader, places);
      if (!own || notices.length === 0) return told;
      const rows = await database.read(asStaff(reader), (tx) =>
        ownThreads(tx, own)
          .where(
            'message_thread.id',
            '=',
            sql<string>`any(${idArray(notices.map(({ subject }) => subject.id))}::uuid[])`,
          )
          .where('me.muted', '=', false)
          .execute(),
      );
      const shown = await threads.shown(
        own,
        rows.filter(({ unread }) => unread > 0),
      );
      for (const { id, subject } of notices) {
        const thread = shown.find((one) => one.id === subject.id);
        if (!thread?.newest) continue;
        told.set(id, {
          text: sentenceOf(thread),
          excerpt: thread.newest.isMine ? null : thread.newest.text,
          isInternal: true,
          subject: {
            title: titleOf(thread, own.userId),
            about: thread.application?.about ?? 'Message',
            workspaceId: null,
            path: `messages/${thread.id}`,
          },
        });
      }
      return told;
    },
  };
}

const sentenceOf = ({ newest, unread }: MessageThread): string =>
  unread === 1 && newest && !newest.isMine ? `${newest.by} wrote to you` : `${unread} messages that you have not read`;

/** What a thread is called: by its title, its application, or the others of it. */
const titleOf = ({ title, application, members }: MessageThread, reader: string): string =>
  title ||
  application?.title ||
  members
    .filter(({ id }) => id !== reader)
    .map(({ name }) => name)
    .join(', ');

/** Events of one organization come together, as they are delivered. */
const byOrganization = (happened: readonly Delivered[]) =>
  [...Map.groupBy(happened, ({ access }) => (isInOrganization(access) ? access.organization : ''))]
    .filter(([organization]) => organization !== '')
    .map(([organization, some]) => ({ organization, some }));

const threadsBy = (tx: Transaction, organization: OrganizationId, ids: readonly string[]): Promise<ThreadRow[]> =>
  tx
    .sql<MessageTables>()
    .selectFrom('message_thread')
    .selectAll()
    .where('organizationId', '=', organization)
    .where('id', '=', sql<string>`any(${idArray(ids)}::uuid[])`)
    .execute();

const messagesBy = (tx: Transaction, organization: OrganizationId, ids: readonly string[]): Promise<MessageRow[]> =>
  tx
    .sql<MessageTables>()
    .selectFrom('message')
    .selectAll()
    .where('organizationId', '=', organization)
    .where('id', '=', sql<string>`any(${idArray(ids)}::uuid[])`)
    .execute();

/** Who of a thread has something in it that they have not read. */
const stillUnread = (database: Database, organization: OrganizationId, threadId: string) =>
  database.read({ organization, audience: 'staff' }, async (tx) => {
    const rows = await tx
      .sql<MessageTables>()
      .selectFrom('message_member as me')
      .innerJoin('message as u', (join) =>
        join.onRef('u.organizationId', '=', 'me.organizationId').onRef('u.threadId', '=', 'me.threadId'),
      )
      .select('me.userId')
      .distinct()
      .where('me.organizationId', '=', organization)
      .where('me.threadId', '=', threadId)
      .where('me.leftAt', 'is', null)
      .where('u.removedAt', 'is', null)
      .whereRef('u.number', '>', 'me.upTo')
      .whereRef('u.byId', '!=', 'me.userId')
      .execute();
    return rows.map(({ userId }) => userId);
  });
