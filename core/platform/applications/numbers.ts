/** The number by which people call an application: the year it came in, and a count within its organization. */
import { sql } from 'kysely';
import type { Clock, Database, Log, OrganizationId, Transaction } from '@dossier/sdk';
import type { ApplicationTables } from './entities.ts';

/** As many in a second are a rush, in which one would wait for the commit of another. */
const RUSH = 4;
const SECOND = 1_000;
/** Numbers that a node takes ahead at most. */
const MOST_AHEAD = 64;

/** What this node knows of one organization that is busy. */
interface Busy {
  year: number;
  /** Taken ahead, the next one first. */
  readonly ahead: number[];
  /** When the second began that is counted, in milliseconds, and how many have come in it. */
  since: number;
  came: number;
}

export interface CaseNumbers {
  /** The next number of the organization, for an application that is written in this transaction. */
  next(tx: Transaction, organization: OrganizationId): Promise<string>;
  /** Takes numbers ahead for organizations in a rush, in transactions of its own, until `signal` is aborted. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Usually a number is counted in the transaction of its application, so that none is missing. The row of the counter is
 * locked until that commits, which nobody feels; in a rush, and only then, numbers are taken ahead, of which those that
 * a node has left when it stops are never given. The embedded database does one thing at a time, so there is no rush.
 */
export function caseNumbers(o: { database: Database; clock: Clock; log: Log }): CaseNumbers {
  const busy = new Map<OrganizationId, Busy>();
  const wanted = new Set<OrganizationId>();
  let wake = Promise.withResolvers<void>();

  const count = async (tx: Transaction, organization: OrganizationId, year: number, by: number): Promise<number> => {
    const { last } = await tx
      .sql<ApplicationTables>()
      .insertInto('application_number')
      .values({ organizationId: organization, year, last: by })
      .onConflict((conflict) =>
        conflict
          .columns(['organizationId', 'year'])
          .doUpdateSet({ last: sql<number>`"application_number"."last" + ${by}` }),
      )
      .returning('last')
      .executeTakeFirstOrThrow();
    return last;
  };
  const countArrival = (one: Busy, now: number): boolean => {
    if (now - one.since >= SECOND) Object.assign(one, { since: now, came: 0 });
    return ++one.came >= RUSH;
  };
  /** One that was taken ahead; undefined where there is none, or no rush. */
  const ahead = (organization: OrganizationId, year: number, now: number): number | undefined => {
    if (o.database.alone) return undefined;
    const one = busy.get(organization);
    if (one?.year !== year) {
      busy.set(organization, { year, ahead: [], since: now, came: 1 });
      return undefined;
    }
    if (countArrival(one, now) && one.ahead.length <= one.came) {
      wanted.add(organization);
      wake.resolve();
    }
    return one.ahead.shift();
  };
  const takeAhead = async (organization: OrganizationId): Promise<void> => {
    const one = busy.get(organization);
    if (!one) return;
    const by = Math.min(one.came * 2, MOST_AHEAD);
    const { year } = one;
    const last = await o.database.write(organization, (tx) => count(tx, organization, year, by));
    if (busy.get(organization)?.year === year)
      one.ahead.push(...Array.from({ length: by }, (_, i) => last - by + 1 + i));
  };

  return {
    async next(tx, organization) {
      const now = o.clock.now();
      const year = now.getUTCFullYear();
      return written(year, ahead(organization, year, now.getTime()) ?? (await count(tx, organization, year, 1)));
    },
    async run(signal) {
      signal.addEventListener('abort', () => wake.resolve(), { once: true });
      while (!signal.aborted) {
        await wake.promise;
        wake = Promise.withResolvers();
        for (const organization of wanted) {
          wanted.delete(organization);
          await takeAhead(organization).catch((error: unknown) =>
            o.log.warn({ err: error }, 'No numbers of applications could be taken ahead.'),
          );
        }
        forgetIdle(busy, o.clock.time());
      }
    },
  };
}

/** Who has had nothing for an hour is no longer busy. */
function forgetIdle(busy: Map<OrganizationId, Busy>, now: number): void {
  for (const [organization, { since }] of busy) if (now - since > 3_600_000) busy.delete(organization);
}

const written = (year: number, count: number): string => `${year}-${String(count).padStart(6, '0')}`;
