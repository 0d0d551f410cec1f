/**
 * The mail of a day: of each person the one with all that waits, at the time that they chose in their time zone. When
 * it is due is reckoned from what waits and from what holds now, and kept nowhere: so another zone or time counts at
 * once, and a change of the clocks neither leaves a day out nor makes two of it.
 */
import { sql } from 'kysely';
import type { Clock, Database, Log, OrganizationAccess, OrganizationId, Transaction, UserId } from '@dossier/sdk';
import type { People } from '@dossier/core/platform/people/contract';
import { unmuted } from './conditions.ts';
import type { NoticeRow, NoticeTables } from './entities.ts';
import type { HoursOf } from './hours.ts';
import type { Letters, OfRecord } from './letters.ts';
import { take } from './taking.ts';
import { nothingTold } from './texts.ts';
import type { TextsFor, ToldNotice } from './texts.ts';
import { nextTime } from './time.ts';

/** Notices of one mail; what is more comes with the next. */
const MOST = 1000;

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly people: Pick<People, 'user'>;
  readonly hours: HoursOf;
  readonly texts: TextsFor;
  readonly letters: Letters;
  readonly system: (organization: OrganizationId) => Promise<OrganizationAccess>;
}

interface Waiting {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly dailySince: string;
}

export function digests({ database, clock, log, people, hours, texts, letters, system }: Deps) {
  const isDue = async (of: readonly Waiting[]): Promise<readonly Waiting[]> => {
    const [first] = of;
    if (!first) return [];
    const access = await system(first.organizationId);
    const users = of.map(({ userId }) => userId);
    const own = await database.read(access, (tx) => hours(tx, first.organizationId, users));
    return of.filter(({ userId, dailySince }) => {
      const { dailyAt, timeZone } = own(userId);
      return nextTime(dailyAt, timeZone, new Date(dailySince)) <= clock.now();
    });
  };

  const send = async ({ organizationId, userId }: Waiting): Promise<void> => {
    const access = await system(organizationId);
    const reader = { organization: organizationId, audience: 'staff' } as const;
    const found = await people.user(userId);
    const person = found && letters.reaches(found) ? found : null;
    const all = await database.read(reader, (tx) => waiting(tx, organizationId, userId));
    const heard = all.filter((row) => row.heard);
    const { said, unknown } = person && heard.length > 0 ? await texts.ofAbsent(access, person, heard) : nothingTold;
    // Notices that cannot be put into words now wait for the mail of the next day.
    const rows = all.filter(({ id }) => !unknown.has(id));
    await database.write(reader, async (tx) => {
      // Another node that comes at the same time waits here, and then finds nothing.
      await tx
        .sql<NoticeTables>()
        .selectFrom('notice_hours')
        .select('userId')
        .where('organizationId', '=', organizationId)
        .where('userId', '=', userId)
        .forUpdate()
        .execute();
      const sent = await take(tx, access, 'daily', { rows, said, now: clock.now() });
      await note(tx, organizationId, userId, clock.now());
      const records = byRecord(
        rows.filter(({ id }) => sent.has(id)),
        said,
      );
      if (person && records.length > 0) await letters.daily(tx, { access, person }, records);
    });
  };

  /** Sends what is due. One that cannot be sent keeps nobody else waiting, and is tried again. */
  return async (signal: AbortSignal): Promise<void> => {
    const all = await database.lookUp((tx) =>
      tx
        .sql<NoticeTables>()
        .selectFrom('notice_hours')
        .select(['organizationId', 'userId', 'dailySince'])
        .where('dailySince', 'is not', null)
        .execute(),
    );
    const some = all.flatMap(({ organizationId, userId, dailySince }): Waiting[] =>
      dailySince === null ? [] : [{ organizationId: organizationId as OrganizationId, userId, dailySince }],
    );
    for (const of of Map.groupBy(some, ({ organizationId }) => organizationId).values())
      for (const one of await isDue(of)) {
        if (signal.aborted) return;
        await send(one).catch((err: unknown) =>
          log.warn({ err, user: one.userId }, 'A daily mail could not be written; the next turn tries again.'),
        );
      }
  };
}

/** What waits of a person, the oldest first; `heard` is what they have neither seen nor put away nor muted. */
const waiting = (tx: Transaction, organization: OrganizationId, user: UserId) =>
  tx
    .sql<NoticeTables>()
    .selectFrom('notice')
    .selectAll()
    .select(({ and, eb }) =>
      and([eb('seenAt', 'is', null), eb('doneAt', 'is', null), unmuted])
        .$castTo<boolean>()
        .as('heard'),
    )
    .where('organizationId', '=', organization)
    .where('userId', '=', user)
    .where('mail', '=', 'daily')
    .orderBy('id')
    .limit(MOST)
    .execute();

/** What came while this was written, or is too much for it, waits for the next time of day: for no second mail. */
const note = (tx: Transaction, organization: OrganizationId, user: UserId, now: Date): Promise<unknown> =>
  tx
    .sql<NoticeTables>()
    .updateTable('notice_hours')
    .set({
      dailySince: sql<string | null>`(select ${now.toISOString()}::timestamptz where exists (select from "notice" n
        where n."organizationId" = ${organization}::uuid and n."userId" = ${user}::uuid and n."mail" = 'daily'))`,
    })
    .where('organizationId', '=', organization)
    .where('userId', '=', user)
    .execute();

const byRecord = (rows: readonly NoticeRow[], said: ReadonlyMap<string, ToldNotice>): readonly OfRecord[] =>
  [...Map.groupBy(rows, ({ subjectType, subjectId }) => `${subjectType} ${subjectId}`).values()].flatMap((some) => {
    const told = some.flatMap(({ id }) => said.get(id) ?? []);
    const [first] = told;
    return first ? [{ subject: first.subject, texts: told.map(({ text }) => text) }] : [];
  });
