import { randomBytes } from 'node:crypto';
import type { Clock, Database, OrganizationId, Transaction, UserId, Vault } from '@dossier/sdk';
import type { PeopleTables } from './entities.ts';

/** A browser's session as authenticators and routes see it. */
export interface Session {
  readonly id: string;
  readonly user: UserId;
  readonly userName: string;
  readonly organization: OrganizationId | null;
  readonly issuer: string;
  readonly idToken: string | null;
  /** When it ends however busy it is. */
  readonly expiresAt: string;
}

export interface Sessions {
  /** `record` writes what else belongs to the opening in the same transaction. */
  open(o: { user: UserId; organization: OrganizationId | null; issuer: string; idToken?: string; sid?: string }, record?: (tx: Transaction) => void): Promise<{ secret: string; expiresAt: string }>;
  /** The running session with this secret, or null. Remembered for a second, so that a page with many requests asks once. */
  find(secret: string): Promise<Session | null>;
  /** Ends the session at once on this node, within a second on others. Null when it had ended already. */
  close(secret: string, record?: (session: Session) => void): Promise<Session | null>;
  /** The same session in another organization under a new secret; the old one ends. Null when it had ended already. */
  moveTo(secret: string, organization: OrganizationId): Promise<{ secret: string; expiresAt: string } | null>;
}

const minutes = 60_000;
/** Unused for so long, a session ends. */
const idleLimit = 30 * minutes;
/** Ends after so long in any case. */
export const absoluteLimit = 12 * 60 * minutes;
const touchEvery = minutes;
const remembered = 1_000;
const capacity = 10_000;
const shape = /^[A-Za-z0-9_-]{43}$/;

export function createSessions({ database, clock, vault }: { database: Database; clock: Clock; vault: Vault }): Sessions {
  const cache = new Map<string, { readonly session: Session; readonly readAt: number }>();
  /** Ended on this node lately: a request that read the row just before must not bring it back into the cache. */
  const ended = new Set<string>();
  const idOf = (secret: string): string => vault.fingerprint(secret, 'people/session');

  const insert = async (tx: Transaction, row: Omit<PeopleTables['session'], 'id' | 'lastSeenAt' | 'endedAt'>, idToken: string | null): Promise<{ secret: string; expiresAt: string }> => {
    const secret = randomBytes(32).toString('base64url');
    const id = idOf(secret);
    // Sealed for this row alone: whoever copies it to another session cannot open it there.
    const sealed = idToken === null ? null : vault.seal(idToken, `people/session ${id}`);
    await tx.sql<PeopleTables>().insertInto('session').values({ ...row, id, idToken: sealed, lastSeenAt: clock.now().toISOString(), endedAt: null }).execute();
    return { secret, expiresAt: row.expiresAt };
  };

  const running = async (tx: Transaction, id: string): Promise<(PeopleTables['session'] & { userName: string }) | null> => {
    const now = clock.now().getTime();
    const row = await tx.sql<PeopleTables>().selectFrom('session').innerJoin('user', 'user.id', 'session.userId').selectAll('session').select('user.name as userName')
      .where('session.id', '=', id).where('session.endedAt', 'is', null).executeTakeFirst();
    if (!row || now >= new Date(row.expiresAt).getTime() || now - new Date(row.lastSeenAt).getTime() >= idleLimit) return null;
    return row;
  };

  const view = (row: PeopleTables['session'] & { userName: string }): Session => ({
    id: row.id, user: row.userId, userName: row.userName, organization: row.organizationId, issuer: row.issuer, expiresAt: row.expiresAt,
    idToken: row.idToken === null ? null : vault.open(row.idToken, `people/session ${row.id}`),
  });

  const end = async (tx: Transaction, id: string): Promise<void> => {
    await tx.sql<PeopleTables>().updateTable('session').set({ endedAt: clock.now().toISOString(), idToken: null }).where('id', '=', id).execute();
    database.afterCommit(() => {
      if (ended.size >= capacity) ended.clear();
      ended.add(id);
      cache.delete(id);
    });
  };

  return {
    open: (o, record) => database.lookUp(async (tx) => {
      const now = clock.now();
      await tx.sql<PeopleTables>().deleteFrom('session').where('expiresAt', '<', new Date(now.getTime() - absoluteLimit).toISOString()).execute();
      const expiresAt = new Date(now.getTime() + absoluteLimit).toISOString();
      const opened = await insert(tx, { userId: o.user, organizationId: o.organization, issuer: o.issuer, sid: o.sid ?? null, idToken: null, createdAt: now.toISOString(), expiresAt }, o.idToken ?? null);
      record?.(tx);
      return opened;
    }),
    async find(secret) {
      if (!shape.test(secret)) return null;
      const id = idOf(secret);
      const now = clock.now().getTime();
      const known = cache.get(id);
      if (known && now - known.readAt < remembered && now < Date.parse(known.session.expiresAt)) return known.session;
      cache.delete(id);
      const session = await database.lookUp(async (tx) => {
        const row = await running(tx, id);
        if (!row) return null;
        // Written once a minute at most: reading is frequent, and half an hour need not be exact to the second.
        if (now - new Date(row.lastSeenAt).getTime() >= touchEvery) await tx.sql<PeopleTables>().updateTable('session').set({ lastSeenAt: new Date(now).toISOString() }).where('id', '=', id).where('endedAt', 'is', null).execute();
        return view(row);
      });
      if (!session || ended.has(id)) return null;
      if (cache.size >= capacity) cache.clear();
      cache.set(id, { session, readAt: now });
      return session;
    },
    async close(secret, record) {
      if (!shape.test(secret)) return null;
      const id = idOf(secret);
      return database.lookUp(async (tx) => {
        const row = await running(tx, id);
        if (!row) return null;
        const session = view(row);
        await end(tx, id);
        record?.(session);
        return session;
      });
    },
    async moveTo(secret, organization) {
      if (!shape.test(secret)) return null;
      const id = idOf(secret);
      return database.lookUp(async (tx) => {
        const row = await running(tx, id);
        if (!row) return null;
        const { idToken } = view(row);
        await end(tx, id);
        return insert(tx, { userId: row.userId, organizationId: organization, issuer: row.issuer, sid: row.sid, idToken: null, createdAt: row.createdAt, expiresAt: row.expiresAt }, idToken);
      });
    },
  };
}
