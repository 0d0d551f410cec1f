import { randomBytes } from 'node:crypto';
import { createMemory } from '@dossier/sdk';
import type { AccessChange, Clock, Database, OrganizationId, Transaction, UserId, Vault } from '@dossier/sdk';
import type { Origin } from './device.ts';
import type { PeopleTables } from './entities.ts';
import type { Security } from './security.ts';
import { runningSessions } from './session-rows.ts';
import type { SessionLimits, SessionRow, Which } from './session-rows.ts';

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
  /** Of its last use, to the minute; in milliseconds since 1970. */
  readonly usedAt: number;
  /** When it ends if it is not used until then, though it may have more time left. */
  readonly until: string;
}

/** A session as its owner sees it in the list. `id` names it and opens nothing. */
export interface ListedSession extends Origin {
  readonly id: string;
  readonly organization: OrganizationId | null;
  readonly createdAt: string;
  /** To the minute. */
  readonly lastSeenAt: string;
  readonly expiresAt: string;
}

export interface Sessions {
  /** `record` writes what else belongs to the opening in the same transaction. */
  open(
    o: {
      user: UserId;
      organization: OrganizationId | null;
      issuer: string;
      idToken?: string;
      sid?: string;
      from?: Origin;
    },
    record?: (tx: Transaction) => void,
  ): Promise<{ secret: string; expiresAt: string }>;
  /**
   * The running session with this secret, or null. Remembered for a second, so that a page with many requests asks
   * once.
   */
  find(secret: string): Session | null | Promise<Session | null>;
  /** The same, and counts as a use, which keeps the session from falling idle. */
  use(secret: string): Session | null | Promise<Session | null>;
  /** Does it run, now that whatever was ending it has come to its end? Nothing is taken from memory. */
  stands(secret: string): Promise<boolean>;
  /** Lets go of what is remembered of the session, of all of a person whose access has ended, or of everything. */
  forget(change?: AccessChange): void;
  /** Running sessions of a person, the newest first. */
  list(user: UserId): Promise<readonly ListedSession[]>;
  /** Ends the session. Null when it had ended already. */
  close(secret: string, record?: (session: Session) => void): Promise<Session | null>;
  /**
   * Ends all running sessions that fit, in the open transaction if there is one; returns how many. `record` runs for
   * each, in the same transaction; `kind` stands in the person's own record, `session-ended` unless given.
   */
  endAll(which: Which, record: (session: Session) => void, kind?: 'signed-out' | 'session-ended'): Promise<number>;
  /** The same session in another organization under a new secret; the old one ends. Null when it had ended already. */
  moveTo(
    secret: string,
    organization: OrganizationId,
    record: (old: Session) => void,
  ): Promise<{ secret: string; expiresAt: string } | null>;
}

const touchEvery = 60_000;
const shape = /^[A-Za-z0-9_-]{43}$/;

export function createSessions({
  database,
  clock,
  vault,
  limits,
  security,
}: {
  database: Database;
  clock: Clock;
  vault: Vault;
  limits: SessionLimits;
  security: Pick<Security, 'note'>;
}): Sessions {
  const memory = createMemory<Session | null>({
    milliseconds: 1_000,
    capacity: 10_000,
    now: () => clock.time(),
    keep: (session) => session !== null,
    secretKeys: true,
  });
  const idOf = (secret: string): string => vault.fingerprint(secret, 'people/session');

  /** Null from the moment at which it ends, though it be remembered longer. */
  const alive = (session: Session | null): Session | null =>
    session && clock.time() < Date.parse(session.expiresAt) ? session : null;

  const insert = async (
    tx: Transaction,
    row: Omit<PeopleTables['session'], 'id' | 'lastSeenAt' | 'endedAt'>,
    idToken: string | null,
  ): Promise<{ secret: string; expiresAt: string }> => {
    const secret = randomBytes(32).toString('base64url');
    const id = idOf(secret);
    // Sealed for this row alone: copied to another session it cannot be opened there.
    const sealed = idToken === null ? null : vault.seal(idToken, `people/session ${id}`);
    await tx
      .sql<PeopleTables>()
      .insertInto('session')
      .values({ ...row, id, idToken: sealed, lastSeenAt: clock.now().toISOString(), endedAt: null })
      .execute();
    return { secret, expiresAt: row.expiresAt };
  };

  const running = (tx: Transaction, which: Which) => runningSessions(tx, which, clock.now(), limits);
  const view = (row: SessionRow): Session => ({
    id: row.id,
    user: row.userId,
    userName: row.userName,
    organization: row.organizationId,
    issuer: row.issuer,
    expiresAt: row.expiresAt,
    usedAt: new Date(row.lastSeenAt).getTime(),
    until: new Date(
      Math.min(Date.parse(row.expiresAt), new Date(row.lastSeenAt).getTime() + limits.idle),
    ).toISOString(),
    idToken: row.idToken === null ? null : vault.open(row.idToken, `people/session ${row.id}`),
  });

  const end = async (tx: Transaction, ids: readonly string[]): Promise<void> => {
    await tx
      .sql<PeopleTables>()
      .updateTable('session')
      .set({ endedAt: clock.now().toISOString(), idToken: null })
      .where('id', 'in', ids)
      .execute();
    database.afterCommit(() => memory.forget((session) => session !== null && ids.includes(session.id)));
  };
  /**
   * Locked, so that of two that end a session at once one finds it ended. Whom they belong to is locked before: who
   * ends them waits for one that is moving at this moment, and finds it under its new secret; one that would move while
   * they are ended finds itself ended.
   */
  const held = async (tx: Transaction, which: Which): Promise<readonly SessionRow[]> => {
    const owners = (await running(tx, which).execute()).map(({ userId }) => userId);
    if (owners.length === 0) return [];
    await tx
      .sql<PeopleTables>()
      .selectFrom('user')
      .select('id')
      .where('id', 'in', owners)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    return running(tx, which).forUpdate('session').execute();
  };
  const endAll: Sessions['endAll'] = (which, record, kind = 'session-ended') =>
    database.lookUp(async (tx) => {
      const rows = await held(tx, which);
      if (rows.length > 0)
        await end(
          tx,
          rows.map(({ id }) => id),
        );
      await security.note(
        tx,
        rows.map(({ userId: user, organizationId: organization, device, address }) => ({
          kind,
          user,
          organization,
          from: { device, address },
        })),
      );
      rows.map(view).forEach(record);
      return rows.length;
    });

  const read = (id: string): Promise<Session | null> =>
    database.lookUp(async (tx) => {
      const row = await running(tx, { id }).executeTakeFirst();
      return row ? view(row) : null;
    });
  // By the secret itself, for two seconds at most, as personal tokens are: to hash it with each request would cost more
  // than the rest of the gate.
  const look = (secret: string): Session | null | Promise<Session | null> =>
    memory.get(secret, () => read(idOf(secret)));

  const find: Sessions['find'] = (secret) => {
    if (!shape.test(secret)) return null;
    const session = look(secret);
    return session instanceof Promise ? session.then(alive) : alive(session);
  };

  /** Written once a minute at most: use is frequent, and the idle limit need not be exact to the second. */
  const used = (secret: string, session: Session | null): Session | null | Promise<Session | null> =>
    session === null || clock.time() - session.usedAt < touchEvery
      ? session
      : touch(session.id).then(() => find(secret));
  const touch = (id: string): Promise<void> =>
    database.lookUp(async (tx) => {
      const now = clock.now();
      // One that fell idle while it was remembered is not woken.
      await tx
        .sql<PeopleTables>()
        .updateTable('session')
        .set({ lastSeenAt: now.toISOString() })
        .where('id', '=', id)
        .where('endedAt', 'is', null)
        .where('lastSeenAt', '>', new Date(now.getTime() - limits.idle).toISOString())
        .execute();
      database.afterCommit(() => memory.forget((session) => session?.id === id));
    });

  return {
    endAll,
    open: (o, record) =>
      database.lookUp(async (tx) => {
        const now = clock.now();
        await tx
          .sql<PeopleTables>()
          .deleteFrom('session')
          .where('expiresAt', '<', new Date(now.getTime() - limits.absolute).toISOString())
          .execute();
        const expiresAt = new Date(now.getTime() + limits.absolute).toISOString();
        const opened = await insert(
          tx,
          {
            userId: o.user,
            organizationId: o.organization,
            issuer: o.issuer,
            sid: o.sid ?? null,
            idToken: null,
            createdAt: now.toISOString(),
            expiresAt,
            device: o.from?.device ?? null,
            address: o.from?.address ?? null,
          },
          o.idToken ?? null,
        );
        record?.(tx);
        return opened;
      }),
    find,
    forget: (change) =>
      memory.forget(
        (session) =>
          change === undefined ||
          session?.id === change.credential ||
          (change.ended === true && session?.user === change.user),
      ),
    stands: async (secret) =>
      shape.test(secret) && (await database.lookUp((tx) => held(tx, { id: idOf(secret) }))).length > 0,
    use(secret) {
      const session = find(secret);
      return session instanceof Promise ? session.then((found) => used(secret, found)) : used(secret, session);
    },
    list: (user) =>
      database.lookUp(async (tx) => {
        const rows = await running(tx, { user }).orderBy('session.createdAt', 'desc').limit(200).execute();
        return rows.map(({ id, device, address, organizationId: organization, createdAt, lastSeenAt, expiresAt }) => ({
          id,
          device,
          address,
          organization,
          createdAt,
          lastSeenAt,
          expiresAt,
        }));
      }),
    async close(secret, record) {
      if (!shape.test(secret)) return null;
      let closed: Session | null = null;
      const left = (session: Session): void => {
        closed = session;
        record?.(session);
      };
      await endAll({ id: idOf(secret) }, left, 'signed-out');
      return closed;
    },
    async moveTo(secret, organization, record) {
      if (!shape.test(secret)) return null;
      return database.lookUp(async (tx) => {
        const [row] = await held(tx, { id: idOf(secret) });
        if (!row) return null;
        const { idToken } = view(row);
        await end(tx, [row.id]);
        record(view(row));
        const { userId, issuer, sid, createdAt, expiresAt, device, address } = row;
        return insert(
          tx,
          { userId, organizationId: organization, issuer, sid, idToken: null, createdAt, expiresAt, device, address },
          idToken,
        );
      });
    },
  };
}
