import { randomBytes } from 'node:crypto';
import { conflict, notFound, shapeOf, Type } from '@dossier/sdk';
import type { Clock, Database, JobRun, Vault } from '@dossier/sdk';
import { normal } from '../accounts.ts';
import type { Account, Accounts } from '../accounts.ts';
import type { SignInTables } from '../entities.ts';
import type { Throttle } from '../throttle.ts';

/** Minutes for which a link works. */
export const minutes = 30;
/** Requests before the first wait: for an address from one place, for an address, and from one place in all. */
export const allowedRequests = { device: 3, place: 3, account: 6, address: 20 } as const;

/** What waits to be mailed. The address is sealed: the queue holds nothing that a person typed in the clear. */
export const Payload = Type.Object({ sealed: Type.String() });
const Wanted = shapeOf(Type.Object({ email: Type.String(), returnTo: Type.String(), at: Type.Number() }));
const context = 'sign-in/forgotten';

/** A link that works. */
export interface OpenLink {
  readonly account: Account;
  readonly returnTo: string;
}

/** New passwords for those who forgot theirs, by a link to their address. */
export interface Forgotten {
  /** Is there mail by which a link could reach anybody? */
  offered(): boolean;
  /**
   * Has a link mailed if there is an account of this address, which nobody learns here. Returns 0, or the seconds to
   * wait when there were too many requests.
   */
  ask(o: { email: string; returnTo: string; address: string }): Promise<number>;
  /** The job: writes the link and mails it. Each try has a link of its own. */
  mail(run: Pick<JobRun<{ sealed: string }>, 'id' | 'payload' | 'signal'>): Promise<void>;
  /** Null for a link that is used, too old, or none. */
  find(secret: string): Promise<OpenLink | null>;
  /**
   * Sets the password, once, and ends what is open of the account; its other links end too. Throws `not-found` for what
   * is no link any more, `invalid` (422) for a password that is too weak.
   */
  use(secret: string, password: string, from: { address: string }): Promise<void>;
}

export function createForgotten(o: {
  database: Database;
  clock: Clock;
  vault: Vault;
  accounts: Pick<Accounts, 'find' | 'byEmail' | 'setPassword'>;
  /** Of requests, not of tries to sign in. */
  requests: Pick<Throttle, 'take'>;
  /** Of tries to sign in: the owner, who is proven, need not wait for what others tried from here. */
  tries: Pick<Throttle, 'startOver'>;
  canSend: () => boolean;
  enqueue: (payload: { sealed: string }) => Promise<void>;
  send: (
    link: { to: Account; secret: string; returnTo: string },
    how: { id: string; signal: AbortSignal },
  ) => Promise<void>;
  /** Ends the sessions and writes the log, in the open transaction. */
  settle: (subject: string) => Promise<void>;
}): Forgotten {
  const { database, clock, vault } = o;
  const mark = (secret: string): string => vault.fingerprint(secret, 'sign-in/password-reset');
  const now = (): string => clock.now().toISOString();

  const find: Forgotten['find'] = async (secret) => {
    const row = await database.lookUp((tx) =>
      tx
        .sql<SignInTables>()
        .selectFrom('password_reset')
        .select(['subject', 'returnTo'])
        .where('id', '=', mark(secret))
        .where('expiresAt', '>', now())
        .executeTakeFirst(),
    );
    const account = row && (await o.accounts.find(row.subject));
    return account ? { account, returnTo: row.returnTo } : null;
  };

  return {
    offered: o.canSend,
    async ask({ email, returnTo, address }) {
      const seconds = await o.requests.take({ account: normal(email), address });
      if (seconds > 0) return seconds;
      // Whether there is an account is looked up by the job, so that the answer takes the same time.
      const sealed = vault.seal(JSON.stringify({ email, returnTo, at: clock.time() }), context);
      await database.lookUp(() => o.enqueue({ sealed }));
      return 0;
    },
    async mail({ id, payload, signal }) {
      const { email, returnTo, at } = Wanted.demand(JSON.parse(vault.open(payload.sealed, context)));
      // Who asked half an hour ago does not wait for it any more.
      if (clock.time() - at > minutes * 60_000) return;
      const subject = await o.accounts.byEmail(email);
      const to = subject === null ? null : await o.accounts.find(subject);
      if (to === null) return;
      const secret = randomBytes(32).toString('base64url');
      await database.lookUp(async (tx) => {
        const sql = tx.sql<SignInTables>();
        await sql.deleteFrom('password_reset').where('expiresAt', '<=', now()).execute();
        const expiresAt = new Date(clock.time() + minutes * 60_000).toISOString();
        await sql
          .insertInto('password_reset')
          .values({ id: mark(secret), subject: to.subject, returnTo, expiresAt })
          .execute();
      });
      await o.send({ to, secret, returnTo }, { id, signal });
    },
    find,
    async use(secret, password, { address }) {
      const link = await find(secret);
      if (link === null) throw notFound();
      const { subject, email } = link.account;
      await o.accounts.setPassword(subject, password, {
        async also() {
          const used = await database.lookUp((tx) =>
            tx
              .sql<SignInTables>()
              .deleteFrom('password_reset')
              .where('subject', '=', subject)
              .returning('id')
              .execute(),
          );
          // Of two that use it at the same moment one sets the password.
          if (!used.some(({ id }) => id === mark(secret)))
            throw conflict('link-used', 'This link was used at the same moment.');
          await o.settle(subject);
        },
      });
      await o.tries.startOver({ account: normal(email), address });
    },
  };
}
