import type { Migration } from '@dossier/sdk';

/**
 * From where a session was opened, sessions by the issuer's name for them, and people whose sign-in is switched off.
 */
export const sessions: Migration = {
  id: '0002-sessions',
  async up(run) {
    await run('alter table "session" add column "device" text, add column "address" text');
    await run('create index "session_sid" on "session" ("issuer", "sid") where "sid" is not null');
    await run('alter table "user" add column "disabledAt" timestamptz');
  },
};
