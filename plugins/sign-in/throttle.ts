import { blockOf } from '@dossier/sdk';
import type { Clock, Database, Vault } from '@dossier/sdk';
import type { SignInTables } from './entities.ts';

/**
 * Slows guessing down, per account and per address (IPv6: per /64, which is what one connection has to change between). A try is counted before the password is looked at, so that many at once do not
 * slip through; a right password takes it back. Accounts that do not exist are counted like others, so that nothing can be learned from it.
 */
export interface Throttle {
  /** Counts a try. Returns 0, or the seconds to wait when there were too many; a refused try is not looked at. */
  take(account: string, address: string): Promise<number>;
  /** The password was right: the account starts anew, and the address gets its try back. */
  forgive(account: string, address: string): Promise<void>;
}

const minute = 60_000;
/** After so long without a failure the count starts anew. */
const memory = 15 * minute;
const longestBlock = 15 * minute;
/** Tries before the first wait. An office shares one address, so it has more. */
export const allowed = { account: 5, address: 50 } as const;

/** How long the next try must wait after so many failures: half a minute, doubled with each further one, a quarter of an hour at most. */
export const blockAfter = (failures: number, free: number): number => (failures < free ? 0 : Math.min(longestBlock, 30_000 * 2 ** Math.min(failures - free, 10)));

/** How long to wait, as a page says it. */
export const inWords = (seconds: number): string => (seconds < 60 ? `${seconds} seconds` : seconds <= 90 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`);

export function createThrottle({ database, clock, vault }: { database: Database; clock: Clock; vault: Vault }): Throttle {
  const rowsOf = (account: string, address: string) => [
    { id: vault.fingerprint(`account ${account}`, 'sign-in/throttle'), free: allowed.account },
    { id: vault.fingerprint(`address ${blockOf(address)}`, 'sign-in/throttle'), free: allowed.address },
  ];

  return {
    take: (account, address) => database.lookUp(async (tx) => {
      const sql = tx.sql<SignInTables>();
      const now = clock.time();
      const at = (time: number): string => new Date(time).toISOString();
      await sql.deleteFrom('sign_in_throttle').where('lastAt', '<', at(now - longestBlock - memory)).execute();
      // Always in the same order, so that two tries never wait for each other.
      const rows = rowsOf(account, address).sort((a, b) => (a.id < b.id ? -1 : 1));
      const counted: { id: string; free: number; failures: number; blockedUntil: number }[] = [];
      for (const { id, free } of rows) {
        await sql.insertInto('sign_in_throttle').values({ id, failures: 0, lastAt: at(now), blockedUntil: null }).onConflict((conflict) => conflict.column('id').doNothing()).execute();
        const row = await sql.selectFrom('sign_in_throttle').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
        const stale = now - Date.parse(row.lastAt) >= memory;
        counted.push({ id, free, failures: stale ? 0 : row.failures, blockedUntil: row.blockedUntil === null ? 0 : Date.parse(row.blockedUntil) });
      }
      const until = Math.max(...counted.map((row) => row.blockedUntil));
      if (until > now) return Math.ceil((until - now) / 1000);
      for (const { id, free, failures } of counted) {
        const block = blockAfter(failures + 1, free);
        await sql.updateTable('sign_in_throttle').set({ failures: failures + 1, lastAt: at(now), blockedUntil: block === 0 ? null : at(now + block) }).where('id', '=', id).execute();
      }
      return 0;
    }),
    async forgive(account, address) {
      const [own, shared] = rowsOf(account, address);
      await database.lookUp(async (tx) => {
        const sql = tx.sql<SignInTables>();
        await sql.deleteFrom('sign_in_throttle').where('id', '=', own!.id).execute();
        await sql.updateTable('sign_in_throttle').set((set) => ({ failures: set('failures', '-', 1), blockedUntil: null })).where('id', '=', shared!.id).where('failures', '>', 0).execute();
      });
    },
  };
}
