/**
 * The credits of organizations: reserved before the office is asked, and used or released when it has answered, so that
 * there are never fewer than none. What a call costs is written down in the transaction that keeps its answer. That it
 * is about to be sent is written down before: of a call in the middle of which its process dies nobody knows whether
 * the office has answered, and it counts.
 */
import { sql } from 'kysely';
import { newId, Problem } from '@dossier/sdk';
import type { Clock, Database, OrganizationAccess, OrganizationId, Reader, Transaction } from '@dossier/sdk';
import type { CreditState, PatentTables } from '../entities.ts';
import type { Period, PeriodOf } from './period.ts';
import type { Spent, Telling } from './telling.ts';

/** Milliseconds in which a call has ended in any case: whose has not, its process has died. */
const RESERVED_FOR = 10 * 60_000;

export interface Purchase {
  /** search, page, or a part of a patent. */
  readonly what: string;
  /** The query, or the number of the patent. */
  readonly about: string;
  readonly credits: number;
}
export interface Reservation {
  readonly id: string;
  readonly credits: number;
}
export interface Balance {
  readonly left: number;
  readonly quota: number;
  readonly used: number;
  readonly reserved: number;
  /** When the next month begins. */
  readonly until: Date;
}

export interface CreditBook {
  balance(reader: Reader & { readonly organization: OrganizationId }): Promise<Balance>;
  /** Throws the conflict `no-credits` (409) when there are fewer left. Joins no open transaction. */
  reserve(access: OrganizationAccess, purchase: Purchase): Promise<Reservation>;
  /** The call is about to be sent. Throws when its reservation was given up meanwhile. */
  sent(access: OrganizationAccess, reservation: Reservation): Promise<void>;
  /**
   * In the transaction that keeps the answer. Resolves with false, and changes nothing, when the reservation was given
   * up meanwhile: nothing is paid for the answer then.
   */
  settle(tx: Transaction, access: OrganizationAccess, reservation: Reservation, used: number): Promise<boolean>;
  /** The office gave no answer: nothing is used. */
  release(access: OrganizationAccess, reservation: Reservation): Promise<void>;
  /** Ends the reservations of processes that have died; what they had sent counts as used. Resolves with how many. */
  sweep(): Promise<number>;
}

/** States of entries that have not ended. */
const open: readonly CreditState[] = ['reserved', 'sent'];

interface Deps {
  readonly database: Pick<Database, 'read' | 'write' | 'lookUp'>;
  readonly clock: Clock;
  readonly periodOf: PeriodOf;
  /** What an organization may use in a period, if the operator has said nothing else. */
  readonly usual: number;
  /** Hears what was used, in the transaction in which it is. */
  readonly spent: Telling['spent'];
}

export function createBook(o: Deps): CreditBook {
  return {
    balance: async (access) => {
      const period = await o.periodOf(access.organization);
      return o.database.read(access, async (tx) => {
        const row = await periodRow(tx, access.organization, period);
        const quota = await quotaOf(tx, access.organization, o.usual);
        const { used, reserved } = row ?? { used: 0, reserved: 0 };
        return { left: Math.max(0, quota - used - reserved), quota, used, reserved, until: period.ends };
      });
    },
    reserve: async (access, purchase) => {
      const period = await o.periodOf(access.organization);
      return o.database.write(access, (tx) => reserved(tx, o, access, { ...purchase, period }));
    },
    sent: (access, { id }) =>
      o.database.write(access, async (tx) => {
        const marked = await tx
          .sql<PatentTables>()
          .updateTable('patent_credit_entry')
          .set({ state: 'sent' })
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .where('state', 'in', open)
          .returning('id')
          .executeTakeFirst();
        if (!marked) throw new Error('What was reserved for a call was given up before the call was sent.');
      }),
    settle: async (tx, access, { id }, used) => {
      const entry = await ended(tx, access.organization, { id, from: open, state: 'used', credits: used });
      const period = entry && (await moved(tx, access.organization, { ...entry, used }));
      if (period) await o.spent(access, { ...period, added: used });
      return entry !== undefined;
    },
    release: (access, { id }) =>
      o.database.write(access, async (tx) => {
        const entry = await ended(tx, access.organization, { id, from: open, state: 'released', credits: 0 });
        if (entry) await moved(tx, access.organization, { ...entry, used: 0 });
      }),
    sweep: async () => {
      const now = o.clock.now().toISOString();
      const left = await o.database.lookUp((tx) =>
        tx
          .sql<PatentTables>()
          .selectFrom('patent_credit_entry')
          .select(['organizationId', 'id', 'state', 'credits'])
          .where('state', 'in', open)
          .where('until', '<', now)
          .limit(1_000)
          .execute(),
      );
      for (const { organizationId, id, state, credits } of left) {
        const used = state === 'sent' ? credits : 0;
        const access = { organization: organizationId, audience: 'staff' } as const;
        await o.database.write(access, async (tx) => {
          const end = state === 'sent' ? 'interrupted' : 'lost';
          const entry = await ended(tx, organizationId, { id, from: [state], state: end, credits: used });
          const period = entry && (await moved(tx, organizationId, { ...entry, used }));
          if (period) await o.spent(access, { ...period, added: used });
        });
      }
      return left.length;
    },
  };
}

async function reserved(
  tx: Transaction,
  { clock, usual }: Deps,
  access: OrganizationAccess,
  { period, ...purchase }: Purchase & { readonly period: Period },
): Promise<Reservation> {
  const { organization } = access;
  const quota = await quotaOf(tx, organization, usual);
  // The row is locked by the statement, so that those who come together wait for each other here.
  const taken = await tx
    .sql<PatentTables>()
    .insertInto('patent_credit_period')
    .values({ organizationId: organization, begins: period.begins, quota, used: 0, reserved: purchase.credits })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'begins']).doUpdateSet({
        quota,
        reserved: sql`"patent_credit_period"."reserved" + excluded."reserved"`,
      }),
    )
    .returning(['used', 'reserved'])
    .executeTakeFirstOrThrow();
  const short = taken.used + taken.reserved - quota;
  if (short > 0)
    throw noCredits({
      wanted: purchase.credits,
      left: Math.max(0, purchase.credits - short),
      quota,
      next: period.next,
    });
  const id = newId();
  const now = clock.now();
  await tx
    .sql<PatentTables>()
    .insertInto('patent_credit_entry')
    .values({
      organizationId: organization,
      id,
      begins: period.begins,
      at: now.toISOString(),
      until: new Date(now.getTime() + RESERVED_FOR).toISOString(),
      byKind: access.actor.kind,
      byId: access.actor.id,
      byName: access.actor.name,
      what: purchase.what,
      about: purchase.about,
      state: 'reserved',
      credits: purchase.credits,
    })
    .execute();
  return { id, credits: purchase.credits };
}

/** Throwing undoes the transaction, and with it what was taken. */
const noCredits = (o: {
  readonly wanted: number;
  readonly left: number;
  readonly quota: number;
  /** On which there are new ones. */
  readonly next: string;
}): Problem => {
  const needs = `This needs ${o.wanted} ${o.wanted === 1 ? 'credit' : 'credits'}, and ${o.left} ${o.left === 1 ? 'is' : 'are'} left.`;
  const next =
    o.quota < o.wanted ? 'Ask who runs this installation for more.' : `There are new ones on ${day(o.next)}.`;
  const works = 'Saved patents, notes and everything that was read or searched before need none.';
  return new Problem(409, 'no-credits', 'Too few credits', { detail: `${needs} ${works} ${next}` });
};

const day = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(iso));

const quotaOf = async (tx: Transaction, organization: OrganizationId, usual: number): Promise<number> =>
  (
    await tx
      .sql<PatentTables>()
      .selectFrom('patent_quota')
      .select('credits')
      .where('organizationId', '=', organization)
      .executeTakeFirst()
  )?.credits ?? usual;

const periodRow = (tx: Transaction, organization: OrganizationId, { begins }: Period) =>
  tx
    .sql<PatentTables>()
    .selectFrom('patent_credit_period')
    .select(['used', 'reserved'])
    .where('organizationId', '=', organization)
    .where('begins', '=', begins)
    .executeTakeFirst();

/** Ends a reservation once. */
async function ended(
  tx: Transaction,
  organization: OrganizationId,
  o: {
    readonly id: string;
    /** The states in which it is ended; in another one it is left alone. */
    readonly from: readonly CreditState[];
    readonly state: 'used' | 'released' | 'lost' | 'interrupted';
    readonly credits: number;
  },
): Promise<{ readonly begins: string; readonly reserved: number } | undefined> {
  const { rows } = await sql<{ begins: string; reserved: number }>`
    with open as (
      select "credits" from "patent_credit_entry"
      where "organizationId" = ${organization}::uuid and "id" = ${o.id}::uuid and "state" in (${sql.join(o.from)})
      for update)
    update "patent_credit_entry" e set "state" = ${o.state}, "credits" = ${o.credits} from open
    where e."organizationId" = ${organization}::uuid and e."id" = ${o.id}::uuid
    returning e."begins"::text as "begins", open."credits" as "reserved"`.execute(tx.sql());
  return rows[0];
}

/** From reserved to used, in the period in which it was reserved; resolves with that. */
const moved = (
  tx: Transaction,
  organization: OrganizationId,
  o: { readonly begins: string; readonly reserved: number; readonly used: number },
): Promise<Omit<Spent, 'added'> | undefined> =>
  tx
    .sql<PatentTables>()
    .updateTable('patent_credit_period')
    .set({ reserved: sql`"reserved" - ${o.reserved}`, used: sql`"used" + ${o.used}` })
    .where('organizationId', '=', organization)
    .where('begins', '=', o.begins)
    .returning(['quota', 'used', 'reserved'])
    .executeTakeFirst();
