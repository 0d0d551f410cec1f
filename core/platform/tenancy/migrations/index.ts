import type { Migration } from '@dossier/sdk';

/** Organizations with their workspaces and teams. */
const tenancy: Migration = {
  id: '0001-tenancy',
  async up(run) {
    await run(`create table "organization" (
      "id" uuid primary key,
      "slug" text not null,
      "name" text not null,
      "type" text not null,
      "logo" text,
      "accent" text,
      "createdAt" timestamptz not null
    )`);
    await run('create unique index "organization_slug" on "organization" ("slug")');
    await run(`create table "workspace" (
      "organizationId" uuid not null references "organization" ("id"),
      "id" uuid not null,
      "name" text not null,
      "type" text not null check ("type" in ('STAFF', 'CLIENT', 'MIXED')),
      "createdAt" timestamptz not null,
      primary key ("organizationId", "id")
    )`);
    await run('create unique index "workspace_name" on "workspace" ("organizationId", "name")');
    await run(`create table "team" (
      "organizationId" uuid not null references "organization" ("id"),
      "id" uuid not null,
      "name" text not null,
      "createdAt" timestamptz not null,
      primary key ("organizationId", "id")
    )`);
    await run('create unique index "team_name" on "team" ("organizationId", "name")');
  },
};

/** Workspaces end, addresses change, teams are described, and every change of an organization counts. */
const lifeCycle: Migration = {
  id: '0002-life-cycle',
  async up(run) {
    await run('alter table "organization" add column "version" integer not null default 1');
    // A slug that an organization gave up still leads to it, so that nobody else can take the address over.
    await run(`create table "organization_address" (
      "organizationId" uuid not null references "organization" ("id"),
      "slug" text not null,
      primary key ("organizationId", "slug")
    )`);
    await run('create unique index "organization_address_slug" on "organization_address" ("slug")');
    await run('insert into "organization_address" ("organizationId", "slug") select "id", "slug" from "organization"');
    // Applications and documents name their workspace for good, so its row stays. Its name is free again.
    await run('alter table "workspace" add column "archivedAt" timestamptz');
    await run('drop index "workspace_name"');
    await run(
      'create unique index "workspace_name" on "workspace" ("organizationId", "name") where "archivedAt" is null',
    );
    await run(`alter table "team" add column "description" text not null default ''`);
  },
};

/** One logo for each organization, in the database, so that every node has it. `key` is its part of the address. */
const logos: Migration = {
  id: '0003-logos',
  async up(run) {
    await run(`create table "organization_logo" (
      "organizationId" uuid primary key references "organization" ("id"),
      "key" text not null,
      "contentType" text not null check ("contentType" in ('image/png', 'image/jpeg', 'image/webp')),
      "width" integer not null,
      "height" integer not null,
      "bytes" bytea not null check (octet_length("bytes") <= 1048576)
    )`);
    await run('create unique index "organization_logo_key" on "organization_logo" ("key")');
  },
};

/** Language, time zone and currency: those that are there keep what pages, paper and reckoning had before. */
const regional: Migration = {
  id: '0004-regional',
  async up(run) {
    await run(`alter table "organization"
      add column "language" text not null default 'en',
      add column "timeZone" text not null default 'UTC',
      add column "currency" text not null default 'EUR' check ("currency" ~ '^[A-Z]{3}$')`);
  },
};

/** How clients reach an organization, for those that say so. */
const contact: Migration = {
  id: '0005-contact',
  async up(run) {
    await run(`create table "organization_contact" (
      "organizationId" uuid primary key references "organization" ("id"),
      "email" text check (char_length("email") <= 254),
      "telephone" text check (char_length("telephone") <= 40),
      "hours" text check (char_length("hours") <= 120)
    )`);
  },
};

export const migrations: readonly Migration[] = [tenancy, lifeCycle, logos, regional, contact];
