import type { Migration } from '@dossier/sdk';

const notices: Migration = {
  id: '0001-notices',
  async up(run) {
    await run(`create table "notice" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "userId" uuid not null,
      "kind" text not null,
      "audience" text not null check ("audience" in ('staff', 'client')),
      "once" text not null,
      "at" timestamptz not null,
      "workspaceId" uuid,
      "subjectType" text not null,
      "subjectId" text not null,
      "why" text not null,
      "ids" jsonb not null,
      "byId" text,
      "inPage" boolean not null,
      "mail" text not null check ("mail" in ('none', 'due', 'daily', 'sent', 'dropped')),
      "seenAt" timestamptz,
      "doneAt" timestamptz,
      "snoozedUntil" timestamptz,
      "mailedAt" timestamptz,
      primary key ("organizationId", "id"),
      unique ("organizationId", "kind", "once", "userId")
    )`);
    await run(
      'create index "notice_open" on "notice" ("organizationId", "userId", "id" desc) where "doneAt" is null and "inPage"',
    );
    await run(
      'create index "notice_done" on "notice" ("organizationId", "userId", "doneAt" desc) where "doneAt" is not null and "inPage"',
    );
    await run('create index "notice_subject" on "notice" ("organizationId", "userId", "subjectType", "subjectId")');
    await run(`create index "notice_daily" on "notice" ("organizationId", "userId", "id") where "mail" = 'daily'`);
    await run(`create table "notice_mute" (
      "organizationId" uuid not null,
      "userId" uuid not null,
      "subjectType" text not null,
      "subjectId" text not null,
      "at" timestamptz not null,
      primary key ("organizationId", "userId", "subjectType", "subjectId")
    )`);
    await run(`create table "notice_choice" (
      "organizationId" uuid not null,
      "userId" uuid not null,
      "kind" text not null,
      "page" boolean not null,
      "mail" text not null check ("mail" in ('at-once', 'daily', 'off')),
      primary key ("organizationId", "userId", "kind")
    )`);
    await run(`create table "notice_hours" (
      "organizationId" uuid not null,
      "userId" uuid not null,
      "quietFrom" text,
      "quietTo" text,
      "dailyAt" text not null,
      "dailySince" timestamptz,
      primary key ("organizationId", "userId")
    )`);
    await run('create index "notice_waiting" on "notice_hours" ("dailySince") where "dailySince" is not null');
    await run(`create table "notice_cursor" (
      "organizationId" uuid not null,
      "userId" uuid not null,
      "workspaceId" uuid not null,
      "queue" text not null,
      "since" timestamptz not null,
      primary key ("organizationId", "userId", "workspaceId", "queue")
    )`);
  },
};

const takenBack: Migration = {
  id: '0002-taken-back',
  async up(run) {
    await run('alter table "notice" add column "takenBack" boolean not null default false');
  },
};

/**
 * Since when what holds no more was taken back. All nodes of the version before have to be stopped first, as the README
 * says: each of their statements that note what happened names the column that is gone, so the events would be set
 * aside, and come again by `dossier failed again` alone.
 */
const unseen: Migration = {
  id: '0003-unseen',
  async up(run) {
    // What the bell counts, on every page of everybody.
    await run(
      'create index "notice_unseen" on "notice" ("organizationId", "userId") where "doneAt" is null and "seenAt" is null and "inPage"',
    );
    // Those that were taken back before are kept from now on.
    await run('alter table "notice" add column "takenBackAt" timestamptz');
    await run('update "notice" set "takenBackAt" = now() where "takenBack"');
    await run('alter table "notice" drop column "takenBack"');
    // Of all organizations at once: those whose time is over.
    await run(
      'create index "notice_over" on "notice" ((greatest("doneAt", "takenBackAt")), "organizationId") where greatest("doneAt", "takenBackAt") is not null',
    );
  },
};

/** The event of which a notice says what happened. What was noted before says the title of its kind. */
const event: Migration = {
  id: '0004-event',
  async up(run) {
    await run('alter table "notice" add column "eventId" uuid');
  },
};

/**
 * Indexes for the list, which has also what was put away, in the order in which it came, and for what a decision ends:
 * the notices of a record, without naming their people.
 */
const own: Migration = {
  id: '0005-own',
  async up(run) {
    await run('create index "notice_record" on "notice" ("organizationId", "subjectType", "subjectId", "userId")');
    await run('drop index "notice_subject"');
    await run('create index "notice_own" on "notice" ("organizationId", "userId", "id" desc) where "inPage"');
    await run('drop index "notice_open"');
  },
};

export const migrations: readonly Migration[] = [notices, takenBack, unseen, event, own];
