import { conflict, invalid, mailboxOf, newId, notFound, Problem, spellingsOf } from '@dossier/sdk';
import type { Clock, Database } from '@dossier/sdk';
import type { Credentials } from './contract.ts';
import type { SignInTables } from './entities.ts';
import { dummyHash, hashPassword, isOutdated, samePassword, verifyPassword } from './passwords.ts';
import { provenWith } from './standing.ts';
import { demandStrength, weaknesses } from './strength/weaknesses.ts';
import { inWords } from './throttle.ts';
import type { Throttle } from './throttle.ts';

/** Under this name identities of this provider are stored: its address may change, its accounts stay. */
export const storedAs = 'urn:dossier:sign-in';

export interface Account {
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
}

export type Checked =
  | { readonly outcome: 'right'; readonly subject: string }
  /** `subject`: whose password it is not, for their own record alone; null for an unknown address. */
  | { readonly outcome: 'wrong'; readonly subject: string | null }
  | { readonly outcome: 'wait'; readonly seconds: number };

export interface Accounts extends Credentials {
  find(subject: string): Promise<Account | null>;
  /** The subject of an account, or null. */
  byEmail(email: string): Promise<string | null>;
  /** `also` runs in the same transaction. */
  setPassword(
    subject: string,
    password: string,
    o?: { generated?: boolean; also?: () => Promise<void> },
  ): Promise<void>;
  /** `also` runs in the same transaction. Throws `not-found` (404) for an unknown subject. */
  rename(subject: string, name: string, also: (renamed: Account) => Promise<void>): Promise<void>;
  /** Ends every sign-in at the provider, also those under way: the next one asks for the password. */
  forget(subject: string): Promise<void>;
  /**
   * Changes the password for a person who knows the present one, and ends what is open at the provider. It is guessed
   * no faster here than at a sign-in. `also` runs in the same transaction. Throws `too-many-tries` (429),
   * `password-changed` (409), or `invalid` (422) with faults at `/currentPassword` and `/newPassword`.
   */
  change(
    subject: string,
    o: { current: string; next: string; address: string; also: () => Promise<void> },
  ): Promise<void>;
  /** Says the same, after the same time, for a wrong password and for an unknown address. */
  check(email: string, password: string, from: { address: string; device?: string | undefined }): Promise<Checked>;
}

/** An address as accounts are known by it, and as the throttle counts them. */
export const normal = mailboxOf;

export function createAccounts({
  database,
  clock,
  throttle,
  passwordCost: cost,
}: {
  database: Database;
  clock: Clock;
  throttle: Throttle;
  /** See {@link standardCost}. */
  passwordCost?: number;
}): Accounts {
  const forget = async (subject: string): Promise<void> => {
    await database.lookUp((tx) =>
      tx.sql<SignInTables>().deleteFrom('oidc_record').where('accountId', '=', subject).execute(),
    );
  };
  /** False when there is no such account, or its password is not that of `former` any more. */
  const store = async (subject: string, passwordHash: string, former?: string): Promise<boolean> =>
    database.lookUp(async (tx) => {
      const one = tx
        .sql<SignInTables>()
        .updateTable('credential')
        .set({ passwordHash, changedAt: clock.now().toISOString() })
        .where('subject', '=', subject)
        .returning('subject');
      return (
        (await (former === undefined ? one : one.where('passwordHash', '=', former)).executeTakeFirst()) !== undefined
      );
    });
  /**
   * The hash with which a password is right, renewed when it was outdated; null when it is wrong, or was changed
   * meanwhile. The subject is null where there is no such account.
   */
  const tried = async (
    email: string,
    password: string,
  ): Promise<{ subject: string; passwordHash: string } | { subject: string | null; passwordHash: null }> => {
    for (;;) {
      const row = await database.lookUp((tx) =>
        tx
          .sql<SignInTables>()
          .selectFrom('credential')
          .select(['subject', 'passwordHash'])
          .where('email', 'in', spellingsOf(email))
          .executeTakeFirst(),
      );
      const right = await verifyPassword(password, row?.passwordHash ?? dummyHash(cost));
      if (!row || !right) return { subject: row?.subject ?? null, passwordHash: null };
      if (!isOutdated(row.passwordHash, cost)) return row;
      const passwordHash = await hashPassword(password, cost);
      if (await store(row.subject, passwordHash, row.passwordHash)) return { subject: row.subject, passwordHash };
      // Another sign-in has renewed it, or it is another password now.
    }
  };

  const find = async (subject: string): Promise<Account | null> => {
    const row = await database.lookUp((tx) =>
      tx
        .sql<SignInTables>()
        .selectFrom('credential')
        .select(['subject', 'email', 'name', 'emailVerified'])
        .where('subject', '=', subject)
        .executeTakeFirst(),
    );
    return row ?? null;
  };

  return {
    async create({ email, name, password, emailVerified, generated = false }) {
      if (!generated) await demandStrength(password, { email, name });
      const passwordHash = await hashPassword(password, cost);
      const now = clock.now().toISOString();
      const made = await database.lookUp((tx) =>
        tx
          .sql<SignInTables>()
          .insertInto('credential')
          .values({
            subject: newId(),
            email: normal(email),
            name,
            emailVerified,
            passwordHash,
            createdAt: now,
            changedAt: now,
          })
          .onConflict((taken) => taken.column('email').doNothing())
          .returning('subject')
          .executeTakeFirst(),
      );
      if (!made) throw conflict('email-taken', 'There is an account with this e-mail address already.');
      return { subject: made.subject, issuer: storedAs };
    },
    async setPassword(subject, password, { generated = false, also } = {}) {
      const owner = await find(subject);
      if (owner === null) throw notFound();
      if (!generated) await demandStrength(password, owner);
      const passwordHash = await hashPassword(password, cost);
      await database.lookUp(async () => {
        if (!(await store(subject, passwordHash))) throw notFound();
        await forget(subject);
        await also?.();
      });
    },
    async rename(subject, name, also) {
      await database.lookUp(async (tx) => {
        const renamed = await tx
          .sql<SignInTables>()
          .updateTable('credential')
          .set({ name })
          .where('subject', '=', subject)
          .returning(['subject', 'email', 'name', 'emailVerified'])
          .executeTakeFirst();
        if (!renamed) throw notFound();
        await also(renamed);
      });
    },
    forget,
    async change(subject, { current, next, address, also }) {
      const row = await database.lookUp((tx) =>
        tx
          .sql<SignInTables>()
          .selectFrom('credential')
          .select(['email', 'name', 'passwordHash'])
          .where('subject', '=', subject)
          .executeTakeFirst(),
      );
      if (!row) throw notFound();
      const attempt = { account: row.email, address };
      const seconds = await throttle.take(attempt);
      if (seconds > 0)
        throw new Problem(429, 'too-many-tries', 'Too many tries', {
          detail: `There were too many tries. Wait ${inWords(seconds)} and try again.`,
          headers: { 'retry-after': String(seconds) },
        });
      const right = await verifyPassword(current, row.passwordHash);
      if (right) await throttle.forgive(attempt);
      const faults = [
        ...(right
          ? []
          : [{ pointer: '/currentPassword', code: 'password-wrong', detail: 'This is not your password.' }]),
        ...(await weaknesses(next, row, '/newPassword')),
        ...(right && samePassword(current, next)
          ? [
              {
                pointer: '/newPassword',
                code: 'password-same',
                detail: 'This is the password that you have. Choose another one.',
              },
            ]
          : []),
      ];
      if (faults.length > 0) throw invalid(faults);
      const passwordHash = await hashPassword(next, cost);
      await database.lookUp(async () => {
        // Of two that know the present password at the same moment one changes it.
        if (!(await store(subject, passwordHash, row.passwordHash)))
          throw conflict(
            'password-changed',
            'The password was changed by somebody else at the same moment. Sign in again.',
          );
        await forget(subject);
        await also();
      });
    },
    find,
    async byEmail(email) {
      const row = await database.lookUp((tx) =>
        tx
          .sql<SignInTables>()
          .selectFrom('credential')
          .select('subject')
          .where('email', 'in', spellingsOf(email))
          .executeTakeFirst(),
      );
      return row?.subject ?? null;
    },
    async check(email, password, from) {
      const attempt = { account: normal(email), ...from };
      const seconds = await throttle.take(attempt);
      if (seconds > 0) return { outcome: 'wait', seconds };
      const { subject, passwordHash } = await tried(attempt.account, password);
      if (passwordHash === null) return { outcome: 'wrong', subject };
      await throttle.forgive(attempt);
      provenWith(subject, passwordHash);
      return { outcome: 'right', subject };
    },
  };
}
