import { timingSafeEqual } from 'node:crypto';
import { advisoryLock, conflict, createMemory, isId, newId, notFound } from '@dossier/sdk';
import type { Access, AccessChange, Clock, Database, OrganizationId, Transaction, UserId, Vault } from '@dossier/sdk';
import type { IssuedToken, PersonalToken } from './contract.ts';
import type { PeopleTables } from './entities.ts';
import { tokenForm } from './token-form.ts';

/** Whom a presented token stands for. */
export interface TokenHolder {
  readonly id: string;
  readonly user: UserId;
  readonly userName: string;
  readonly organization: OrganizationId;
  readonly until: string | null;
}

/** `record` writes the entry of the log; it runs in the transaction of the change. */
export interface Tokens {
  /** Throws 409 `too-many-tokens` when the person has {@link MOST_TOKENS} in force. */
  issue(
    access: Access & { organization: OrganizationId },
    o: { user: UserId; name: string; until?: string },
    record: (id: string) => void,
  ): Promise<IssuedToken>;
  /** Those in force first, newest first. */
  list(access: Access & { organization: OrganizationId }, user: UserId): Promise<readonly PersonalToken[]>;
  /** Throws `not-found` for a token of somebody else. Revoking twice is no error. */
  revoke(
    access: Access & { organization: OrganizationId },
    user: UserId,
    id: string,
    record: () => void,
  ): Promise<void>;
  /** Revokes all tokens of a person, in every organization. */
  revokeAll(
    user: UserId,
    record: (token: { readonly id: string; readonly organization: OrganizationId }) => void,
  ): Promise<void>;
  /** Lets go of what is remembered of the token, of all of a person whose access has ended, or of everything. */
  forget(change?: AccessChange): void;
  /**
   * Null for a token that is malformed, unknown, revoked or expired, or whose person's sign-in is disabled: all look
   * the same outside.
   */
  holder(token: string): TokenHolder | null | Promise<TokenHolder | null>;
}

/** Tokens in force of one person in one organization. They see all of them, so that they can revoke each. */
export const MOST_TOKENS = 100;
const touchEvery = 60_000;

export function createTokens({ database, clock, vault }: { database: Database; clock: Clock; vault: Vault }): Tokens {
  const memory = createMemory<TokenHolder | null>({
    milliseconds: 1_000,
    capacity: 10_000,
    now: () => clock.time(),
    keep: (holder) => holder !== null,
    secretKeys: true,
  });
  const fingerprintOf = (token: string): string => vault.fingerprint(token, 'people/token');
  /** Null from the moment at which it ends, though it be remembered longer. */
  const alive = (holder: TokenHolder | null): TokenHolder | null =>
    holder === null || (holder.until !== null && clock.time() >= Date.parse(holder.until)) ? null : holder;

  const forget: Tokens['forget'] = (change) =>
    memory.forget(
      (holder) =>
        change === undefined ||
        holder?.id === change.credential ||
        (change.ended === true && holder?.user === change.user),
    );

  return {
    issue: (access, o, record) =>
      database.write(access, async (tx) => {
        await demandRoom(tx, access.organization, o.user, clock.now().toISOString());
        const { text: token, id: prefix } = tokenForm.make();
        const row = {
          organizationId: access.organization,
          id: newId(),
          userId: o.user,
          name: o.name,
          prefix,
          fingerprint: fingerprintOf(token),
          createdAt: clock.now().toISOString(),
          lastUsedAt: null,
          expiresAt: o.until ?? null,
          revokedAt: null,
        };
        await tx.sql<PeopleTables>().insertInto('personal_token').values(row).execute();
        record(row.id);
        return { ...view(row), secret: token };
      }),
    list: (access, user) =>
      database.read(access, async (tx) => {
        const rows = await tx
          .sql<PeopleTables>()
          .selectFrom('personal_token')
          .selectAll()
          .where('organizationId', '=', access.organization)
          .where('userId', '=', user)
          .orderBy(({ and, eb, or }) =>
            or([
              eb('revokedAt', 'is not', null),
              and([eb('expiresAt', 'is not', null), eb('expiresAt', '<=', clock.now().toISOString())]),
            ]),
          )
          .orderBy('id', 'desc')
          .limit(500)
          .execute();
        return rows.map(view);
      }),
    async revoke(access, user, id, record) {
      if (!isId(id)) throw notFound();
      await database.write(access, async (tx) => {
        const own = await tx
          .sql<PeopleTables>()
          .selectFrom('personal_token')
          .select(['revokedAt'])
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .where('userId', '=', user)
          .forUpdate()
          .executeTakeFirst();
        if (!own) throw notFound();
        if (own.revokedAt !== null) return;
        await tx
          .sql<PeopleTables>()
          .updateTable('personal_token')
          .set({ revokedAt: clock.now().toISOString() })
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .execute();
        record();
        database.afterCommit(() => memory.forget((holder) => holder?.id === id));
      });
    },
    revokeAll: (user, record) =>
      database.lookUp(async (tx) => {
        const revoked = await tx
          .sql<PeopleTables>()
          .updateTable('personal_token')
          .set({ revokedAt: clock.now().toISOString() })
          .where('userId', '=', user)
          .where('revokedAt', 'is', null)
          .returning(['id', 'organizationId as organization'])
          .execute();
        revoked.forEach(record);
        database.afterCommit(() => memory.forget((holder) => holder?.user === user));
      }),
    forget,
    holder(token) {
      // Remembered by the token itself, for two seconds at most: to hash it with each request would cost more than all
      // the rest of the gate.
      const holder = memory.get(token, () => read(token));
      return holder instanceof Promise ? holder.then(alive) : alive(holder);
    },
  };

  async function read(token: string): Promise<TokenHolder | null> {
    const prefix = tokenForm.idOf(token);
    if (prefix === null) return null;
    const fingerprint = fingerprintOf(token);
    const now = clock.time();
    return database.lookUp(async (tx) => {
      const row = await tx
        .sql<PeopleTables>()
        .selectFrom('personal_token')
        .innerJoin('user', 'user.id', 'personal_token.userId')
        .selectAll('personal_token')
        .select('user.name as userName')
        .where('personal_token.prefix', '=', prefix)
        .where('user.disabledAt', 'is', null)
        .executeTakeFirst();
      // The secret is compared in constant time; the prefix is no secret.
      if (!row || !same(row.fingerprint, fingerprint) || row.revokedAt !== null) return null;
      const found: TokenHolder = {
        id: row.id,
        user: row.userId,
        userName: row.userName,
        organization: row.organizationId,
        until: row.expiresAt,
      };
      if (!alive(found)) return null;
      if (row.lastUsedAt === null || now - new Date(row.lastUsedAt).getTime() >= touchEvery) {
        await tx
          .sql<PeopleTables>()
          .updateTable('personal_token')
          .set({ lastUsedAt: new Date(now).toISOString() })
          .where('organizationId', '=', row.organizationId)
          .where('id', '=', row.id)
          .execute();
      }
      return found;
    });
  }
}

/** Counts and takes in one go: of two at once the second counts the first. */
async function demandRoom(tx: Transaction, organization: OrganizationId, user: UserId, now: string): Promise<void> {
  await advisoryLock(tx, `people/tokens ${organization} ${user}`);
  const { n } = await tx
    .sql<PeopleTables>()
    .selectFrom('personal_token')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('organizationId', '=', organization)
    .where('userId', '=', user)
    .where('revokedAt', 'is', null)
    .where(({ eb, or }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .executeTakeFirstOrThrow();
  if (Number(n) >= MOST_TOKENS)
    throw conflict(
      'too-many-tokens',
      `A person has at most ${MOST_TOKENS} tokens in force in an organization. Revoke those that you no longer use.`,
    );
}

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const view = (row: PeopleTables['personal_token']): PersonalToken => ({
  id: row.id,
  name: row.name,
  prefix: `${tokenForm.scheme}${row.prefix}`,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
  expiresAt: row.expiresAt,
  revokedAt: row.revokedAt,
});
