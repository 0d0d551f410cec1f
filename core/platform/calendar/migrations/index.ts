import type { Migration } from '@dossier/sdk';

/** Working hours, holidays and absences. */
const calendar: Migration = {
  id: '0001-calendar',
  async up(run) {
    await run(`create table "working_calendar" (
      "organizationId" uuid primary key references "organization" ("id"),
      "hours" jsonb not null,
      "version" integer not null,
      "updatedAt" timestamptz not null
    )`);
    await run(`create table "holiday" (
      "organizationId" uuid not null references "organization" ("id"),
      "day" date not null,
      "name" text not null,
      primary key ("organizationId", "day")
    )`);
    await run(`create table "absence" (
      "organizationId" uuid not null references "organization" ("id"),
      "id" uuid not null,
      "userId" uuid not null,
      "fromDay" date not null,
      "toDay" date not null,
      "standInId" uuid,
      "createdAt" timestamptz not null,
      primary key ("organizationId", "id"),
      check ("fromDay" <= "toDay"),
      check ("standInId" <> "userId")
    )`);
    await run('create index "absence_user" on "absence" ("organizationId", "userId", "toDay")');
  },
};

export const migrations: readonly Migration[] = [calendar];
