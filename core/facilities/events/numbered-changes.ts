import { sql } from 'kysely';
import type { AccessChange, Database } from '@dossier/sdk';
import type { ChangeSource } from '../../kernel/access/catch-up.ts';

interface Observer {
  ask(name: string, text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
}

/** The changes of access as the log numbers them (`access_change`), read outside of all transactions. */
export const numberedChanges = (observer: Observer): ChangeSource => ({
  async head() {
    const [row] = await observer.ask('access_head', 'select number from access_head');
    return Number(row!['number']);
  },
  async since(number) {
    const rows = await observer.ask(
      'access_since',
      `select number, "organizationId", "workspaceId", "userId", credential, ended from access_change where number > $1 order by number limit 500`,
      [String(number)],
    );
    return rows.map((row) => ({ number: Number(row['number']), change: changeOf(row) }));
  },
});

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function changeOf(row: Readonly<Record<string, unknown>>): AccessChange {
  const [organization, workspace, user, credential] = [
    row['organizationId'],
    row['workspaceId'],
    row['userId'],
    row['credential'],
  ].map(textOf);
  return {
    organization: organization ?? null,
    ...(workspace ? { workspace } : {}),
    ...(user ? { user } : {}),
    ...(credential ? { credential } : {}),
    ...(row['ended'] === true ? { ended: true } : {}),
  };
}

/** Milliseconds for which a node may need what was numbered; no ticket lives so long. */
const kept = 60 * 60_000;

/** Removes what no node asks for any more: changes, and tickets that nobody could use again. */
export async function sweepChanges(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - kept).toISOString();
  await database.lookUp(async (tx) => {
    await sql`delete from access_change where at < ${before}::timestamptz`.execute(tx.sql());
    await sql`delete from spent_ticket where "endsAt" < ${before}::timestamptz`.execute(tx.sql());
  });
}
