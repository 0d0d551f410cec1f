import { event, service, Type } from '@dossier/sdk';

/** A password that is `generated`, from 96 random bits or more, is not judged. */
export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly emailVerified: boolean;
  readonly generated?: boolean;
}

/** Accounts with a password at the provider in process. */
export interface Credentials {
  /**
   * Makes an account. `issuer` and `subject` are what `People.enter` takes; they stay the same when the address of the
   * installation changes. Throws `email-taken` (409), or `invalid` (422) for a password that is too weak.
   */
  create(o: NewAccount): Promise<{ subject: string; issuer: string }>;
  /**
   * Ends what is open at the provider too. Throws `not-found` for an unknown subject, `invalid` for a password that is
   * too weak.
   */
  setPassword(subject: string, password: string, o?: { generated?: boolean }): Promise<void>;
}
export const Credentials = service<Credentials>('sign-in/credentials@1');

/** By the person; the operator's command writes none. Never with the password. */
export const passwordChanged = event('sign-in/password-changed@1', {
  says: '{actor} changed their password.',
  title: 'A person changed their password',
  schema: Type.Object({ userId: Type.String() }),
});

/** By a link that was mailed to them; in the log of the installation and of each organization of the person. */
export const passwordReset = event('sign-in/password-reset@1', {
  says: '{actor} chose a new password by a link in a mail.',
  title: 'A person who forgot their password chose a new one',
  schema: Type.Object({ userId: Type.String() }),
});

/** Of their account; `before` and `after` hold both. */
export const nameChanged = event('sign-in/name-changed@1', {
  says: '{actor} changed their name[ from {before.name}][ to {after.name}].',
  title: 'A person changed their name',
  schema: Type.Object({ userId: Type.String() }),
});
