/** What somebody does with their notices: they see them, put them away or off, and bring them back. */
import { sql } from 'kysely';
import type { Expression, SqlBool, UpdateQueryBuilder, UpdateResult } from 'kysely';
import { idArray, isId } from '@dossier/sdk';
import type { Clock, Database, OrganizationAccess, UserId } from '@dossier/sdk';
import { arrived, heard, unmuted, unsent } from './conditions.ts';
import type { NoticeTables } from './entities.ts';
import type { Reaching } from './reach.ts';

/** Names one record. */
interface Subject {
  readonly type: string;
  readonly id: string;
}

/** All of a record, or of every one; of that these alone, where they are given. */
interface Which {
  readonly subject?: Subject;
  readonly ids?: readonly string[];
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly reach: Pick<Reaching, 'of'>;
  /** The person's other windows hear of it. */
  readonly wake: (access: OrganizationAccess, people: ReadonlySet<UserId>) => void;
  /** In the open transaction: they do so at this moment, too. */
  readonly wakeAt: (access: OrganizationAccess, user: UserId, moment: string) => Promise<void>;
}

type Changing = UpdateQueryBuilder<NoticeTables, 'notice', 'notice', UpdateResult>;

export type Acts = ReturnType<typeof createActs>;

export function createActs({ database, clock, reach, wake, wakeAt }: Deps) {
  /** Changes the reader's own, and says so to their other windows. */
  const change = async (
    access: OrganizationAccess,
    to: (mine: Changing) => Changing,
    also?: () => Promise<void>,
  ): Promise<void> => {
    const changed = await database.write(access, async (tx) => {
      const { numUpdatedRows } = await to(
        tx
          .sql<NoticeTables>()
          .updateTable('notice')
          .where('organizationId', '=', access.organization)
          .where('userId', '=', access.actor.id as UserId),
      ).executeTakeFirstOrThrow();
      await also?.();
      return numUpdatedRows > 0n;
    });
    // Windows that hear of a change look again at what is open in them: of no change they hear nothing.
    if (changed) wake(access, new Set([access.actor.id as UserId]));
  };

  return {
    /** Of others' nothing happens, as of those that there are not. */
    seen: (access: OrganizationAccess, ids: readonly string[]): Promise<void> =>
      change(access, (mine) => these(mine, ids).set({ seenAt: clock.now().toISOString() }).where('seenAt', 'is', null)),

    /** Marks one as read, or as unread: then it waits again, also when it was put away. */
    mark: (access: OrganizationAccess, id: string, read: boolean): Promise<void> =>
      change(access, (mine) =>
        read
          ? these(mine, [id]).set({ seenAt: clock.now().toISOString() }).where('seenAt', 'is', null)
          : these(mine, [id]).set({ seenAt: null, doneAt: null }),
      ),

    /** Marks all that the bell counts as read, up to one of them where it is given. */
    async seenAll(access: OrganizationAccess, upTo: string | undefined): Promise<void> {
      const open = await reach.of(access);
      if (open.size === 0) return;
      await change(access, (mine) =>
        waitingSeen(mine, clock.now().toISOString())
          .where(unmuted)
          .where(heard(open))
          .$if(upTo !== undefined, (query) => query.where('id', '<=', upTo!)),
      );
    },

    /** What waits of a record, or names it by its ids: its reader has it open in front of them. */
    seenOf: (access: OrganizationAccess, record: string): Promise<void> =>
      change(access, (mine) => waitingSeen(mine, clock.now().toISOString()).where(isAbout(record))),

    /** Of every record only what waits in the inbox. Resolves with the moment by which it can be brought back. */
    async putAway(access: OrganizationAccess, { subject, ids }: Which): Promise<{ readonly at: string }> {
      const at = clock.now().toISOString();
      await change(access, (mine) =>
        these(
          subject ? of(mine, subject) : mine.where('inPage', '=', sql.lit(true)).where(arrived(at)).where(unmuted),
          ids,
        )
          .set(({ fn, val }) => ({ doneAt: at, seenAt: fn.coalesce('seenAt', val(at)) }))
          .where('doneAt', 'is', null),
      );
      return { at };
    },

    /** What was put away at a moment, as it was; without one all that was. */
    async bringBack(
      access: OrganizationAccess,
      { subject, ids, at }: Which & { readonly at?: string },
    ): Promise<{ readonly at: string }> {
      await change(access, (mine) => {
        const some = these(subject ? of(mine, subject) : mine, ids);
        return at === undefined
          ? some.set({ doneAt: null }).where('doneAt', 'is not', null)
          : some
              // What was new then is new again.
              .set({ doneAt: null, seenAt: sql<null>`nullif("seenAt", ${at}::timestamptz)` })
              .where('doneAt', '=', at);
      });
      return { at: clock.now().toISOString() };
    },

    /** It comes back unseen, and goes by no mail. */
    snooze: (access: OrganizationAccess, subject: Subject, until: string | null): Promise<void> =>
      change(
        access,
        (mine) => of(mine, subject).set({ snoozedUntil: until, seenAt: null, mail: unsent }),
        until === null ? undefined : () => wakeAt(access, access.actor.id as UserId, until),
      ),
  };
}

const waitingSeen = (mine: Changing, seenAt: string): Changing =>
  mine
    .set({ seenAt })
    .where('inPage', '=', sql.lit(true))
    .where('seenAt', 'is', null)
    .where('doneAt', 'is', null)
    .where(arrived(seenAt));

const isAbout = (record: string): Expression<SqlBool> =>
  sql<SqlBool>`("notice"."subjectId" = ${record} or exists (select from jsonb_each_text("notice"."ids") as named where named."value" = ${record}))`;

const these = (mine: Changing, ids: readonly string[] | undefined): Changing =>
  ids === undefined ? mine : mine.where('id', '=', sql<string>`any(${idArray(ids.filter(isId))}::uuid[])`);

const of = (mine: Changing, { type, id }: Subject): Changing =>
  mine.where('subjectType', '=', type).where('subjectId', '=', id);
