import { blockOf, growingPause } from '@dossier/sdk';
import type { Clock, Database, Vault } from '@dossier/sdk';
import type { SignInTables } from './entities.ts';

/** A try to sign in. `device` is the id of a browser with which the account was signed in to before. */
export interface Attempt {
  readonly account: string;
  readonly address: string;
  readonly device?: string | undefined;
}

/**
 * Slows guessing down: of one account from one address, of one account from anywhere, and from one address whatever the
 * account (IPv6: per /64, which is what one connection has to change between). A browser that the account's owner has
 * used before is counted alone, so that no stranger keeps them out there. A try is counted before the password is
 * looked at, so that many at once do not slip through; a right password takes it back. Accounts that do not exist are
 * counted like others.
 */
export interface Throttle {
  /** Counts a try. Returns 0, or the seconds to wait when there were too many; a refused try is not looked at. */
  take(attempt: Attempt): Promise<number>;
  /**
   * The password was right: this account starts anew at this place, and the counts it shares with others get the try
   * back.
   */
  forgive(attempt: Attempt): Promise<void>;
  /** Who owns the account has shown it otherwise: it starts anew at this place, and what it shares stays as it is. */
  startOver(attempt: Attempt): Promise<void>;
}

const minute = 60_000;
/** After so long without a failure the count starts anew. */
const memory = 15 * minute;
const longestBlock = 15 * minute;
/**
 * Tries before the first wait. An office shares one address, so it has more; and all addresses together have many more
 * for one account, since an attacker with many addresses could else keep its owner out.
 */
export const allowed = { device: 5, place: 5, account: 50, address: 50 } as const;

/**
 * How long the next try must wait after so many failures: half a minute, doubled with each further one, a quarter of an
 * hour at most.
 */
export const blockAfter = (failures: number, free: number): number =>
  failures < free ? 0 : growingPause(failures - free + 1, { first: 30_000, most: longestBlock });

/** How long to wait, as a page says it. */
export const inWords = (seconds: number): string =>
  seconds < 60 ? `${seconds} seconds` : seconds <= 90 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`;

/** A count that a try adds to. An `own` one is of this account and this place alone. */
interface Count {
  readonly id: string;
  readonly free: number;
  readonly own: boolean;
}

/** What is tried, by its name in the counts, and how often before the first wait. Unless given it is a sign-in. */
export interface Tried {
  readonly what: string;
  readonly allowed: Readonly<Record<keyof typeof allowed, number>>;
}

export function createThrottle(
  { database, clock, vault }: { database: Database; clock: Clock; vault: Vault },
  { what: tried, allowed: free }: Tried = { what: '', allowed },
): Throttle {
  const count = (what: string, free: number, own: boolean): Count => ({
    id: vault.fingerprint(`${tried}${what}`, 'sign-in/throttle'),
    free,
    own,
  });
  const countsOf = ({ account, address, device }: Attempt): readonly Count[] => {
    if (device !== undefined) return [count(`device ${device} of ${account}`, free.device, true)];
    const block = blockOf(address);
    const counts = [
      count(`account ${account} from ${block}`, free.place, true),
      count(`account ${account}`, free.account, false),
      count(`address ${block}`, free.address, false),
    ];
    // Always in the same order, so that two tries never wait for each other.
    return counts.sort((one, other) => (one.id < other.id ? -1 : 1));
  };
  const at = (time: number): string => new Date(time).toISOString();

  return {
    take: (attempt) =>
      database.lookUp(async (tx) => {
        const sql = tx.sql<SignInTables>();
        const now = clock.time();
        await sql
          .deleteFrom('sign_in_throttle')
          .where('lastAt', '<', at(now - longestBlock - memory))
          .execute();
        const counted: (Count & { failures: number; blockedUntil: number })[] = [];
        for (const one of countsOf(attempt)) {
          await sql
            .insertInto('sign_in_throttle')
            .values({ id: one.id, failures: 0, lastAt: at(now), blockedUntil: null })
            .onConflict((conflict) => conflict.column('id').doNothing())
            .execute();
          const row = await sql
            .selectFrom('sign_in_throttle')
            .selectAll()
            .where('id', '=', one.id)
            .forUpdate()
            .executeTakeFirstOrThrow();
          const stale = now - Date.parse(row.lastAt) >= memory;
          counted.push({
            ...one,
            failures: stale ? 0 : row.failures,
            blockedUntil: row.blockedUntil === null ? 0 : Date.parse(row.blockedUntil),
          });
        }
        const until = Math.max(...counted.map((row) => row.blockedUntil));
        if (until > now) return Math.ceil((until - now) / 1000);
        for (const { id, free, failures } of counted) {
          const block = blockAfter(failures + 1, free);
          await sql
            .updateTable('sign_in_throttle')
            .where('id', '=', id)
            .set({ failures: failures + 1, lastAt: at(now), blockedUntil: block === 0 ? null : at(now + block) })
            .execute();
        }
        return 0;
      }),
    startOver: (attempt) =>
      database.lookUp(async (tx) => {
        for (const { id, own } of countsOf(attempt))
          if (own) await tx.sql<SignInTables>().deleteFrom('sign_in_throttle').where('id', '=', id).execute();
      }),
    forgive: (attempt) =>
      database.lookUp(async (tx) => {
        const sql = tx.sql<SignInTables>();
        for (const { id, own } of countsOf(attempt)) {
          if (own) await sql.deleteFrom('sign_in_throttle').where('id', '=', id).execute();
          else {
            await sql
              .updateTable('sign_in_throttle')
              .set((set) => ({ failures: set('failures', '-', 1), blockedUntil: null }))
              .where('id', '=', id)
              .where('failures', '>', 0)
              .execute();
          }
        }
      }),
  };
}
