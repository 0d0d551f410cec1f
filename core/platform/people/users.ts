import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import { builtOnce, fold, idArray, isId, newId, spellingsOf, storedTimeZone } from '@dossier/sdk';
import type { Clock, Database, Transaction, UserId } from '@dossier/sdk';
import type { ChosenRegion, ProvenIdentity, User } from './contract.ts';
import type { PeopleTables } from './entities.ts';

/** The people of the installation and the identities that prove them. */
export interface Users {
  user(id: UserId, tx?: Transaction): Promise<User | null>;
  users(ids: readonly UserId[], tx?: Transaction): Promise<ReadonlyMap<UserId, User>>;
  /** Those that people chose. */
  chosen(ids: readonly UserId[], tx?: Transaction): Promise<ReadonlyMap<UserId, ChosenRegion>>;
  byVerifiedEmail(email: string, tx?: Transaction): Promise<readonly User[]>;
  /** The user of exactly this identity, who has signed in before and is not disabled. */
  byIdentity(issuer: string, subject: string): Promise<User | null>;
  /** The user of exactly this identity, though their sign-in be disabled. */
  known(issuer: string, subject: string): Promise<User | null>;
  /** Users with this subject at any issuer: two issuers may use the same one. */
  bySubject(subject: string): Promise<readonly User[]>;
  enter(identity: ProvenIdentity): Promise<User>;
  /** When the sign-in of the person was disabled, or null. */
  disabledAt(id: UserId): Promise<string | null>;
  /**
   * Notes that everything of the person is ended: a sign-in that began before opens no session any more, though it be
   * proven already. To be called before what is open is looked for.
   */
  signOut(id: UserId): Promise<void>;
  /**
   * Whether nothing was ended since; holds until the open transaction ends, so that a later ending finds what is opened
   * in it.
   */
  standsSince(tx: Transaction, id: UserId, moment: Date): Promise<boolean>;
  /** Switches the sign-in of a person; false when it was so already, null for nobody known. */
  setDisabled(tx: Transaction, id: UserId, at: string | null): Promise<boolean | null>;
}

const nameLimit = 200;

const rowsByEmail = builtOnce((db: Kysely<PeopleTables>) =>
  db
    .selectFrom('user')
    .selectAll()
    .where((where) => where(where.fn<string>('lower', ['email']), '=', ''))
    .where('emailVerified', '=', sql.lit(true))
    .orderBy('id')
    .limit(sql.lit(50)),
);

export function createUsers({ database, clock }: { database: Database; clock: Clock }): Users {
  const within = <T>(tx: Transaction | undefined, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    tx ? work(tx) : database.lookUp(work);
  const users: Users = {
    async user(id, tx) {
      return (await users.users([id], tx)).get(id) ?? null;
    },
    async users(ids, given) {
      const known = [...new Set(ids)].filter(isId);
      if (known.length === 0) return new Map();
      const rows = await within(given, (tx) =>
        tx.sql<PeopleTables>().selectFrom('user').selectAll().where('id', 'in', known).execute(),
      );
      return new Map(rows.map((row) => [row.id, view(row)]));
    },
    async chosen(ids, given) {
      const known = [...new Set(ids)].filter(isId);
      if (known.length === 0) return new Map();
      const rows = await within(given, (tx) =>
        tx
          .sql<PeopleTables>()
          .selectFrom('user')
          .select(['id', 'language', 'timeZone'])
          .where('id', '=', sql<string>`any(${idArray(known)}::uuid[])`)
          .where(({ eb, or }) => or([eb('language', 'is not', null), eb('timeZone', 'is not', null)]))
          .execute(),
      );
      return new Map(
        rows.map(({ id, language, timeZone }) => [
          id as UserId,
          { language, timeZone: timeZone === null ? null : storedTimeZone(timeZone) },
        ]),
      );
    },
    async byVerifiedEmail(email, given) {
      const found = await within(given, async (tx) => {
        const rows = [];
        for (const spelling of spellingsOf(email)) rows.push(...(await rowsByEmail(tx, [spelling])));
        return rows;
      });
      return found.map(view);
    },
    byIdentity: (issuer, subject) =>
      database.lookUp(async (tx) => {
        const user = await found(tx, issuer, subject);
        return user && (await disabledAt(tx, user.id)) === null ? user : null;
      }),
    known: (issuer, subject) => database.lookUp((tx) => found(tx, issuer, subject)),
    disabledAt: (id) => database.lookUp((tx) => disabledAt(tx, id)),
    async signOut(id) {
      await database.lookUp((tx) =>
        tx
          .sql<PeopleTables>()
          .updateTable('user')
          .set({ signedOutAt: clock.now().toISOString() })
          .where('id', '=', id)
          .execute(),
      );
    },
    async standsSince(tx, id, moment) {
      const row = await tx
        .sql<PeopleTables>()
        .selectFrom('user')
        .select('signedOutAt')
        .where('id', '=', id)
        .forShare()
        .executeTakeFirst();
      return row !== undefined && (row.signedOutAt === null || Date.parse(row.signedOutAt) <= moment.getTime());
    },
    async setDisabled(tx, id, at) {
      if (!isId(id)) return null;
      const row = await tx
        .sql<PeopleTables>()
        .selectFrom('user')
        .select('disabledAt')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return null;
      if ((row.disabledAt === null) === (at === null)) return false;
      await tx.sql<PeopleTables>().updateTable('user').set({ disabledAt: at }).where('id', '=', id).execute();
      return true;
    },
    async bySubject(subject) {
      const rows = await database.lookUp((tx) =>
        tx
          .sql<PeopleTables>()
          .selectFrom('user')
          .selectAll('user')
          .innerJoin('user_identity', 'user_identity.userId', 'user.id')
          .where('user_identity.subject', '=', subject)
          .orderBy('user_identity.id')
          .limit(50)
          .execute(),
      );
      return rows.map(view);
    },
    async enter(identity) {
      const proven = {
        ...identity,
        name: identity.name.trim().slice(0, nameLimit) || identity.email || identity.subject,
      };
      for (;;) {
        const user = await database.lookUp(
          async (tx) => (await refreshed(tx, proven)) ?? (await added(tx, proven, clock)),
        );
        // Null: another request made the same user at this moment, and the next look finds them.
        if (user) return user;
      }
    },
  };
  return users;
}

const foldedOf = ({ name, email }: Pick<ProvenIdentity, 'name' | 'email'>): string => fold(`${name} ${email ?? ''}`);

type UserRow = Selectable<PeopleTables['user']>;

const view = (row: UserRow): User => ({
  id: row.id,
  authProviderUserId: row.authProviderUserId,
  role: row.role,
  userType: row.userType,
  name: row.name,
  email: row.email ?? '',
  emailVerified: row.emailVerified,
});

async function disabledAt(tx: Transaction, id: UserId): Promise<string | null> {
  return (
    (await tx.sql<PeopleTables>().selectFrom('user').select('disabledAt').where('id', '=', id).executeTakeFirst())
      ?.disabledAt ?? null
  );
}

async function found(tx: Transaction, issuer: string, subject: string): Promise<User | null> {
  const row = await tx
    .sql<PeopleTables>()
    .selectFrom('user')
    .selectAll('user')
    .innerJoin('user_identity', 'user_identity.userId', 'user.id')
    .where('user_identity.issuer', '=', issuer)
    .where('user_identity.subject', '=', subject)
    .executeTakeFirst();
  return row ? view(row) : null;
}

/**
 * The known user, with name and address as their first identity now gives them; a further one does not rename them.
 */
async function refreshed(tx: Transaction, identity: ProvenIdentity): Promise<User | null> {
  const user = await found(tx, identity.issuer, identity.subject);
  if (!user || user.authProviderUserId !== identity.subject) return user;
  if (
    user.name === identity.name &&
    user.email === (identity.email ?? '') &&
    user.emailVerified === identity.emailVerified
  )
    return user;
  const row = await tx
    .sql<PeopleTables>()
    .updateTable('user')
    .set({
      name: identity.name,
      email: identity.email,
      folded: foldedOf(identity),
      emailVerified: identity.emailVerified,
    })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return view(row);
}

async function added(tx: Transaction, identity: ProvenIdentity, clock: Clock): Promise<User | null> {
  const sql = tx.sql<PeopleTables>();
  const createdAt = clock.now().toISOString();
  const row = await sql
    .insertInto('user')
    .values({
      id: newId(),
      authProviderUserId: identity.subject,
      email: identity.email,
      emailVerified: identity.emailVerified,
      name: identity.name,
      folded: foldedOf(identity),
      role: 'member',
      userType: 'user',
      createdAt,
      disabledAt: null,
      signedOutAt: null,
      language: null,
      timeZone: null,
      theme: null,
      putAside: JSON.stringify([]),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const linked = await sql
    .insertInto('user_identity')
    .values({ id: newId(), userId: row.id, issuer: identity.issuer, subject: identity.subject, createdAt })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (linked) return view(row);
  await sql.deleteFrom('user').where('id', '=', row.id).execute();
  return null;
}
