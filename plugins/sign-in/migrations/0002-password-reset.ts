import type { Migration } from '@dossier/sdk';

/** Links by which a person who forgot their password chooses a new one; the secret stands in the mail alone. */
export const passwordReset: Migration = {
  id: '0002-password-reset',
  async up(run) {
    await run(`create table "password_reset" (
      "id" text primary key,
      "subject" uuid not null,
      "returnTo" text not null,
      "expiresAt" timestamptz not null
    )`);
    await run('create index "password_reset_subject" on "password_reset" ("subject")');
    await run('create index "password_reset_expiry" on "password_reset" ("expiresAt")');
  },
};
