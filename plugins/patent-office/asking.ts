/**
 * The one way to the office: what is asked is reserved, asked outside of any transaction, and kept and paid for in one.
 * Those who want the same at the same time wait for the first of them, and pay nothing.
 */
import { sql } from 'kysely';
import { newId } from '@dossier/sdk';
import type { Clock, Database, OrganizationAccess, OrganizationId, Transaction } from '@dossier/sdk';
import type { CreditBook, Purchase } from './credits/book.ts';
import type { PatentTables } from './entities.ts';
import type { OfficeClient } from './service/client.ts';

/**
 * Milliseconds for which nobody else asks for what somebody is asking for: more than a call takes that waits for its
 * turn, a token and the office. When its node dies, others wait for as long.
 */
const FLIGHT = 120_000;
/** Milliseconds between two looks whether another node has the answer. */
const LOOK = 250;

export interface Asked<A> {
  readonly purchase: Purchase;
  readonly client: Pick<OfficeClient, 'announcing'>;
  /** Asks the office by the client that it is given; what it throws releases the reservation. */
  readonly call: (client: OfficeClient) => Promise<A>;
  /** Keeps the answer, in the transaction in which it is paid for. Resolves with the credits that it costs. */
  readonly keep: (tx: Transaction, answer: A) => Promise<number>;
}

export interface Asking {
  /** Asks, keeps and pays; resolves with the answer. */
  once<A>(access: OrganizationAccess, asked: Asked<A>): Promise<A>;
  /**
   * The same for what is kept under a key: `kept` looks whether it is there, and resolves with null while it is not.
   * Those who come meanwhile, on this node or another, get what the first has kept; when that fails, the next one asks.
   */
  shared<K, A>(
    access: OrganizationAccess,
    o: Asked<A> & { readonly key: string; readonly kept: () => Promise<K | null> },
  ): Promise<Shared<K>>;
}

/** An answer that several may have waited for. */
export interface Shared<K> {
  readonly there: K;
  /** Credits that it cost who asked: 0 for what was there, and for those who waited for another's. */
  readonly used: number;
}

interface Deps {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly book: Pick<CreditBook, 'reserve' | 'sent' | 'settle' | 'release'>;
  /** Ends waiting when the process stops. */
  readonly signal: AbortSignal;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export function createAsking(o: Deps): Asking {
  /** Of this node; other nodes are known by the rows of `patent_flight`. */
  const flights = new Map<string, Promise<unknown>>();

  const bought = async <A>(
    access: OrganizationAccess,
    { purchase, client, call, keep }: Asked<A>,
  ): Promise<{ readonly answer: A; readonly used: number }> => {
    const reservation = await o.book.reserve(access, purchase);
    let answer: A;
    try {
      answer = await call(client.announcing(() => o.book.sent(access, reservation)));
    } catch (error) {
      await o.book.release(access, reservation);
      throw error;
    }
    return o.database.write(access, async (tx) => {
      const used = await keep(tx, answer);
      // A reservation that was swept meanwhile was counted then, since the call had been sent.
      await o.book.settle(tx, access, reservation, used);
      return { answer, used };
    });
  };

  /** Asks under the flight's row, or waits until whose it is has ended. */
  const flown = async <K, A>(
    access: OrganizationAccess,
    asked: Asked<A> & { readonly key: string; readonly kept: () => Promise<K | null> },
  ): Promise<Shared<K>> => {
    const { organization } = access;
    for (;;) {
      const there = await asked.kept();
      if (there !== null) return { there, used: 0 };
      const by = newId();
      if (await o.database.write(access, (tx) => begun(tx, organization, asked.key, by, o.clock.now()))) {
        try {
          // Whose flight it was may have kept it between the look and the take-off.
          const meanwhile = await asked.kept();
          if (meanwhile !== null) return { there: meanwhile, used: 0 };
          const { used } = await bought(access, asked);
          const kept = await asked.kept();
          if (kept === null) throw new Error(`What was asked for under ${asked.key} was not kept.`);
          return { there: kept, used };
        } finally {
          await o.database.write(access, (tx) => landed(tx, organization, asked.key, by));
        }
      }
      await o.pause(LOOK, o.signal);
    }
  };

  return {
    once: async (access, asked) => (await bought(access, asked)).answer,
    shared: async (access, asked) => {
      const name = `${access.organization} ${asked.key}`;
      for (let flight = flights.get(name); flight; flight = flights.get(name)) {
        await flight.catch(() => undefined);
        const there = await asked.kept();
        if (there !== null) return { there, used: 0 };
      }
      const own = flown(access, asked);
      flights.set(name, own);
      try {
        return await own;
      } finally {
        if (flights.get(name) === own) flights.delete(name);
      }
    },
  };
}

/** False while another one's has not ended. */
async function begun(
  tx: Transaction,
  organization: OrganizationId,
  key: string,
  by: string,
  now: Date,
): Promise<boolean> {
  const until = new Date(now.getTime() + FLIGHT).toISOString();
  const taken = await tx
    .sql<PatentTables>()
    .insertInto('patent_flight')
    .values({ organizationId: organization, key, by, until })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'key'])
        .doUpdateSet({ by, until })
        .where('patent_flight.until', '<', now.toISOString()),
    )
    .returning(sql`1`.as('one'))
    .executeTakeFirst();
  return taken !== undefined;
}

const landed = (tx: Transaction, organization: OrganizationId, key: string, by: string): Promise<unknown> =>
  tx
    .sql<PatentTables>()
    .deleteFrom('patent_flight')
    .where('organizationId', '=', organization)
    .where('key', '=', key)
    .where('by', '=', by)
    .execute();
