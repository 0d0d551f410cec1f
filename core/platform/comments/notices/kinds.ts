/** What people hear of comments: those that name them, those on their cases, and what the office writes to them. */
import { concernedBy, isAtWorkspace, isInOrganization } from '@dossier/sdk';
import type { Database, Delivered, UserId } from '@dossier/sdk';
import type { AccessAdministration } from '../../access/contract.ts';
import type { Cards } from '../../applications/cards/contract.ts';
import { whoseWork, whyWork } from '../../applications/notices/contract.ts';
import type { Concerned, NoticeKind } from '../../notices/contract.ts';
import {
  commentEdited,
  commentRemoved,
  commentShared,
  commentWritten,
  staffCommentEdited,
  staffCommentRemoved,
  staffCommentWritten,
} from '../contract.ts';
import { allEvents } from '../events.ts';
import type { Case, Meeting } from '../meeting.ts';
import type { Reading } from '../reading.ts';
import { mentionsOf } from '../rows.ts';
import type { CommentRow, Rows } from '../rows.ts';
import { saying } from './saying.ts';

interface Deps {
  readonly database: Database;
  readonly rows: Rows;
  readonly meeting: Pick<Meeting, 'caseOf' | 'mayRead'>;
  readonly reading: Pick<Reading, 'seenMany'>;
  readonly cards: Cards;
  readonly grants: Pick<AccessAdministration, 'holders'>;
}

interface Known {
  readonly one: Delivered;
  readonly row: CommentRow;
  readonly case: Case;
}
const commentIn = ({ event }: Delivered): string => (event.payload as { readonly commentId: string }).commentId;
/** Those who were newly named in it, or the clients of its application. */
const those = (why: 'named' | 'client', { event }: Delivered): readonly UserId[] => concernedBy(allEvents, event, why);
const keyOf = (commentId: string): string => `comment:${commentId}`;

/** Minutes in which a client gets one e-mail at most about what is written to them of a case. */
const ONCE_IN = 10;

export function commentKinds({ database, rows, meeting, reading, cards, grants }: Deps) {
  /** Those that are still there, with their comments. */
  const known = async (happened: readonly Delivered[]): Promise<readonly Known[]> => {
    const found = await Promise.all(
      happened.map(async (one): Promise<Known[]> => {
        const { access } = one;
        if (!isAtWorkspace(access)) return [];
        const row = await rows.find({ organization: access.organization, audience: 'staff' }, commentIn(one));
        const its = row && row.removedAt === null ? await meeting.caseOf(access, row.applicationId) : null;
        return row && its ? [{ one, row, case: its }] : [];
      }),
    );
    return found.flat();
  };

  const concerned = ({ one, row }: Known, to: UserId, why: string, as: 'staff' | 'client'): Concerned => ({
    event: one.event.id,
    to,
    why,
    subject: { type: 'application', id: row.applicationId },
    workspace: as === 'staff' ? row.workspaceId : null,
    once: keyOf(row.id),
    ids: { commentId: row.id },
  });

  /** Of those who are newly named in it, those who read it as this. */
  const named = async ({ one, row, case: its }: Known, as: 'staff' | 'client'): Promise<readonly UserId[]> => {
    const { organization } = one.access;
    if (organization === null) return [];
    const may = await Promise.all(
      those('named', one).map(async (id) => ({
        id,
        may: await meeting.mayRead(organization, its, { id, name: '' }, row.kind),
      })),
    );
    return may.flatMap(({ id, may }) => (may?.as === as ? [id] : []));
  };

  const mentions: Pick<NoticeKind, 'of' | 'ends'> = {
    async of(happened) {
      const some = await known(happened.filter((one) => those('named', one).length > 0));
      const all = await Promise.all(
        some.map(async (one) => (await named(one, 'staff')).map((to) => concerned(one, to, 'named', 'staff'))),
      );
      return all.flat();
    },
    // People who are edited out of it hear of it no more.
    ends: {
      events: [commentEdited, staffCommentEdited, commentRemoved, staffCommentRemoved],
      of: (happened) =>
        Promise.all(
          happened.map(async (one) => {
            const commentId = commentIn(one);
            const left = isInOrganization(one.access) ? await namedNow(one.access.organization, commentId) : [];
            return { once: keyOf(commentId), except: left };
          }),
        ),
    },
  };

  const namedNow = (organization: string, commentId: string): Promise<readonly UserId[]> =>
    database.read({ organization, audience: 'staff' }, async (tx) =>
      (await mentionsOf(tx, organization, [commentId])).map(({ userId }) => userId),
    );

  const removed: NoticeKind['ends'] = {
    events: [commentRemoved, staffCommentRemoved],
    of: async (happened) => happened.map((one) => ({ once: keyOf(commentIn(one)), except: [] })),
  };
  const tell = saying({ reading, cards });

  return {
    named: {
      title: 'Somebody names you in a comment',
      group: 'Comments',
      icon: 'chat',
      audience: 'staff',
      usual: { page: true, mail: 'at-once' },
      why: { named: 'You are named in this comment.' },
      events: [commentWritten, staffCommentWritten, commentEdited, staffCommentEdited],
      ...mentions,
      tell: tell('staff'),
    },

    onMyCase: {
      title: 'Somebody comments on an application that you work on',
      group: 'Comments',
      icon: 'chat',
      audience: 'staff',
      usual: { page: true, mail: 'off' },
      why: whyWork,
      events: [commentWritten, staffCommentWritten],
      async of(happened) {
        const all = await Promise.all(
          (await known(happened)).map(async (one) => {
            const { access } = one.one;
            const { assignees } = one.case.application;
            const { why, to } =
              one.row.byStaff || !isAtWorkspace(access)
                ? { why: 'assignee', to: assignees }
                : await whoseWork(grants, { ...access, workspace: one.row.workspaceId }, assignees);
            // People who are named in it hear of that.
            return to
              .filter((id) => !those('named', one.one).includes(id))
              .map((id) => concerned(one, id, why, 'staff'));
          }),
        );
        return all.flat();
      },
      ends: removed,
      tell: tell('staff'),
    },

    forClient: {
      title: 'We write to you about an application',
      group: 'Messages',
      icon: 'chat',
      audience: 'client',
      usual: { page: true, mail: 'at-once' },
      mailEvery: ONCE_IN,
      why: { client: 'It is about your application.', named: 'You are named in it.' },
      events: [commentWritten, commentEdited, commentShared],
      async of(happened) {
        const all = await Promise.all(
          (await known(happened)).map(async (one) => {
            const isNew = one.one.event.type !== commentEdited.id;
            const theirs = one.row.byStaff && isNew ? those('client', one.one) : [];
            return [
              ...theirs.map((to) => concerned(one, to, 'client', 'client')),
              ...(await named(one, 'client'))
                .filter((id) => !theirs.includes(id))
                .map((to) => concerned(one, to, 'named', 'client')),
            ];
          }),
        );
        return all.flat();
      },
      // Who is edited out of it hears of it no more, unless it is written to them all the same.
      ends: {
        events: [commentEdited, commentRemoved, staffCommentRemoved],
        of: async (happened) => {
          const there = new Map((await known(happened)).map((one) => [one.row.id, one]));
          return Promise.all(
            happened.map(async (one) => {
              const its = there.get(commentIn(one));
              const named =
                its && isInOrganization(one.access) ? await namedNow(one.access.organization, its.row.id) : [];
              return {
                once: keyOf(commentIn(one)),
                except: [...named, ...(its?.row.byStaff ? its.case.clients : [])],
              };
            }),
          );
        },
      },
      tell: tell('client'),
    },
  } as const satisfies Readonly<Record<string, NoticeKind>>;
}
