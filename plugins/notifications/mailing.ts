/** Mails at once: to who may read it at that moment and has not seen it, outside of their quiet hours. */
import type { Clock, Contributions, Database, OrganizationAccess, Transaction } from '@dossier/sdk';
import type { NoticeKind } from '@dossier/core/platform/notices/contract';
import type { People } from '@dossier/core/platform/people/contract';
import type { NoticeRow, NoticeTables } from './entities.ts';
import type { HoursOf } from './hours.ts';
import type { Letters } from './letters.ts';
import { take } from './taking.ts';
import { nothingTold } from './texts.ts';
import type { TextsFor } from './texts.ts';
import { quietUntil } from './time.ts';

/** Notices of one record that one mail is made of. */
const MOST = 50;

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly kinds: Contributions<NoticeKind>;
  readonly people: Pick<People, 'user'>;
  readonly hours: HoursOf;
  readonly texts: TextsFor;
  readonly letters: Letters;
  /** In the open transaction: it is looked at again after so many seconds. */
  readonly later: (access: OrganizationAccess, id: string, seconds: number) => Promise<void>;
}

export function mailing({ database, clock, kinds, people, hours, texts, letters, later }: Deps) {
  /** Until when it waits; null when it is time. */
  const waitsUntil = async (
    tx: Transaction,
    access: OrganizationAccess,
    row: NoticeRow,
    every: number,
  ): Promise<Date | null> => {
    const now = clock.now();
    const { quiet, timeZone } = (await hours(tx, access.organization, [row.userId]))(row.userId);
    const end = quiet && quietUntil(quiet, timeZone, now);
    if (end) return end;
    if (every === 0) return null;
    const { last } = await sameOf(tx, access, row)
      .select(({ fn }) => fn.max<string | null>('mailedAt').as('last'))
      .executeTakeFirstOrThrow();
    const next = last === null ? now : new Date(Date.parse(last) + every * 60_000);
    return next > now ? next : null;
  };

  return {
    /** Sends what is due with this notice once, however often it is asked to. */
    async send(access: OrganizationAccess, id: string): Promise<void> {
      const reader = { organization: access.organization, audience: 'staff' } as const;
      const due = await database.read(reader, async (tx) => {
        const row = await dueNotice(tx, access, id);
        if (!row) return null;
        const every = kinds.installed().find((one) => one.id === row.kind)?.value.mailEvery ?? 0;
        const until = await waitsUntil(tx, access, row, every);
        if (until || every === 0) return { row, until, rows: [row] };
        const rows = await sameOf(tx, access, row)
          .where('mail', '=', 'due')
          .selectAll()
          .orderBy('id')
          .limit(MOST)
          .execute();
        return { row, until, rows };
      });
      if (!due) return;
      const { row, until, rows } = due;
      if (until) {
        const seconds = Math.ceil((until.getTime() - clock.time()) / 1000);
        await database.write(access, () => later(access, id, seconds));
        return;
      }
      const found = await people.user(row.userId);
      const person = found && letters.reaches(found) ? found : null;
      const unseen = rows.filter(({ seenAt, doneAt }) => seenAt === null && doneAt === null);
      const { said, unknown } =
        person && unseen.length > 0 ? await texts.ofAbsent(access, person, unseen) : nothingTold;
      if (unknown.size > 0) throw new Error(`What notices of ${row.kind} say is not known now; the job tries again.`);
      await database.write(reader, async (tx) => {
        const sent = await take(tx, access, 'due', { rows, said, now: clock.now() });
        const told = [...sent].toSorted().flatMap((one) => said.get(one) ?? []);
        const [first] = told;
        if (person && first)
          await letters.atOnce(tx, { access, person }, row.kind, {
            subject: first.subject,
            texts: told.map(({ text }) => text),
          });
      });
    },
  };
}

async function dueNotice(
  tx: Transaction,
  { organization }: OrganizationAccess,
  id: string,
): Promise<NoticeRow | undefined> {
  return tx
    .sql<NoticeTables>()
    .selectFrom('notice')
    .selectAll()
    .where('organizationId', '=', organization)
    .where('id', '=', id)
    .where('mail', '=', 'due')
    .executeTakeFirst();
}

/** All of its kind about its record to its person. */
const sameOf = (tx: Transaction, { organization }: OrganizationAccess, row: NoticeRow) =>
  tx
    .sql<NoticeTables>()
    .selectFrom('notice')
    .where('organizationId', '=', organization)
    .where('userId', '=', row.userId)
    .where('kind', '=', row.kind)
    .where('subjectType', '=', row.subjectType)
    .where('subjectId', '=', row.subjectId);
