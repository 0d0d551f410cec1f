import type { Migration } from '@dossier/sdk';

const patents: Migration = {
  id: '0001-patents',
  async up(run) {
    await run(`create table "patent" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "docdb" text not null,
      "country" text not null,
      "number" text not null,
      "kind" text not null,
      "family" text,
      "title" text,
      "titleLanguage" text,
      "applicants" jsonb not null,
      "classes" jsonb not null,
      "publishedOn" date,
      "at" timestamptz not null,
      primary key ("organizationId", "id"),
      unique ("organizationId", "docdb")
    )`);
    await run('create index "patent_family" on "patent" ("organizationId", "family")');
    await run(`create table "patent_part" (
      "organizationId" uuid not null,
      "patentId" uuid not null,
      "part" text not null,
      "data" jsonb,
      "whole" boolean not null,
      "at" timestamptz not null,
      primary key ("organizationId", "patentId", "part"),
      foreign key ("organizationId", "patentId") references "patent" ("organizationId", "id") on delete cascade
    )`);
    await run(`create table "patent_flight" (
      "organizationId" uuid not null,
      "key" text not null,
      "by" uuid not null,
      "until" timestamptz not null,
      primary key ("organizationId", "key")
    )`);
    for (const statement of [...credits, ...searches, ...kept, ...documents]) await run(statement);
  },
};

const credits = [
  `create table "patent_quota" (
      "organizationId" uuid not null primary key,
      "credits" integer not null check ("credits" >= 0)
    )`,
  `create table "patent_credit_period" (
      "organizationId" uuid not null,
      "begins" date not null,
      "quota" integer not null,
      "used" integer not null check ("used" >= 0),
      "reserved" integer not null check ("reserved" >= 0),
      primary key ("organizationId", "begins")
    )`,
  `create table "patent_credit_entry" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "begins" date not null,
      "at" timestamptz not null,
      "until" timestamptz not null,
      "byKind" text not null,
      "byId" text not null,
      "byName" text not null,
      "what" text not null,
      "about" text not null,
      "state" text not null check ("state" in ('reserved', 'used', 'released', 'lost')),
      "credits" integer not null check ("credits" >= 0),
      primary key ("organizationId", "id"),
      foreign key ("organizationId", "begins") references "patent_credit_period" ("organizationId", "begins")
    )`,
  `create index "patent_credit_entry_open" on "patent_credit_entry" ("until") where "state" = 'reserved'`,
  'create index "patent_credit_entry_at" on "patent_credit_entry" ("organizationId", "begins", "id")',
];

const searches = [
  `create table "patent_search" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "userId" uuid not null,
      "cql" text not null,
      "form" jsonb,
      "total" integer not null,
      "at" timestamptz not null,
      primary key ("organizationId", "id")
    )`,
  'create index "patent_search_user" on "patent_search" ("organizationId", "userId", "id")',
  `create table "patent_seen" (
      "organizationId" uuid not null,
      "userId" uuid not null,
      "patentId" uuid not null,
      "at" timestamptz not null,
      primary key ("organizationId", "userId", "patentId"),
      foreign key ("organizationId", "patentId") references "patent" ("organizationId", "id")
    )`,
  `create table "patent_watch" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "userId" uuid not null,
      "workspaceId" uuid not null,
      "applicationId" uuid,
      "name" text not null,
      "cql" text not null,
      "every" text not null check ("every" in ('day', 'week')),
      "nextAt" timestamptz not null,
      "lastAt" timestamptz,
      "total" integer,
      "trouble" text,
      "version" integer not null,
      primary key ("organizationId", "id"),
      foreign key ("organizationId", "workspaceId") references "workspace" ("organizationId", "id"),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id")
    )`,
  'create index "patent_watch_application" on "patent_watch" ("organizationId", "applicationId")',
  'create index "patent_watch_next" on "patent_watch" ("nextAt")',
  'create index "patent_watch_user" on "patent_watch" ("organizationId", "workspaceId", "userId")',
  `create table "patent_watch_hit" (
      "organizationId" uuid not null,
      "watchId" uuid not null,
      "docdb" text not null,
      "at" timestamptz not null,
      "toldAt" timestamptz,
      primary key ("organizationId", "watchId", "docdb"),
      foreign key ("organizationId", "watchId") references "patent_watch" ("organizationId", "id") on delete cascade
    )`,
];

const kept = [
  `create table "patent_saved" (
      "organizationId" uuid not null,
      "applicationId" uuid not null,
      "patentId" uuid not null,
      "tag" text not null,
      "reason" text not null,
      "byId" uuid not null,
      "byName" text not null,
      "at" timestamptz not null,
      "version" integer not null,
      primary key ("organizationId", "applicationId", "patentId"),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id"),
      foreign key ("organizationId", "patentId") references "patent" ("organizationId", "id")
    )`,
  'create index "patent_saved_patent" on "patent_saved" ("organizationId", "patentId")',
  `create table "patent_note" (
      "organizationId" uuid not null,
      "authorId" uuid not null,
      "patentId" uuid not null,
      "text" text not null,
      "at" timestamptz not null,
      "version" integer not null,
      primary key ("organizationId", "authorId", "patentId"),
      foreign key ("organizationId", "patentId") references "patent" ("organizationId", "id")
    )`,
];

const documents = [
  `create table "patent_document" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "patentId" uuid not null,
      "link" text not null,
      "pages" integer not null check ("pages" > 0),
      "fileId" uuid,
      "size" bigint not null,
      "byKind" text not null,
      "byId" text not null,
      "byName" text not null,
      "at" timestamptz not null,
      "usedAt" timestamptz not null,
      primary key ("organizationId", "id"),
      unique ("organizationId", "link"),
      foreign key ("organizationId", "patentId") references "patent" ("organizationId", "id"),
      foreign key ("organizationId", "fileId") references "file" ("organizationId", "id")
    )`,
  'create index "patent_document_patent" on "patent_document" ("organizationId", "patentId")',
  'create index "patent_document_used" on "patent_document" ("organizationId", "usedAt")',
  `create table "patent_page" (
      "organizationId" uuid not null,
      "documentId" uuid not null,
      "page" integer not null,
      "state" text not null check ("state" in ('waiting', 'there', 'failed')),
      "fileId" uuid,
      "trouble" text,
      "content" text,
      "paid" boolean not null,
      primary key ("organizationId", "documentId", "page"),
      foreign key ("organizationId", "documentId") references "patent_document" ("organizationId", "id") on delete cascade,
      foreign key ("organizationId", "fileId") references "file" ("organizationId", "id")
    )`,
];

const answers: Migration = {
  id: '0002-answers',
  async up(run) {
    await run(`alter table "patent_search" add column "answers" jsonb not null default '[]'`);
  },
};

/** Pages of hits are kept for the organization, credits are for a month, and a call says that it was sent. */
const months: Migration = {
  id: '0003-months',
  async up(run) {
    await run('alter table "patent_search" drop column "answers"');
    await run(`create table "patent_answer" (
      "organizationId" uuid not null,
      "query" text not null,
      "from" integer not null,
      "total" integer not null,
      "numbers" jsonb not null,
      "until" timestamptz not null,
      primary key ("organizationId", "query", "from")
    )`);
    await run('create index "patent_answer_until" on "patent_answer" ("organizationId", "until")');
    for (const statement of [...byMonth, ...sent]) await run(statement);
  },
};

/** Weeks become part of the month in which they began. */
const byMonth = [
  `alter table "patent_credit_entry" drop constraint "patent_credit_entry_organizationId_begins_fkey"`,
  `create temporary table "patent_credit_month" on commit drop as
    select "organizationId", date_trunc('month', "begins")::date as "begins", max("quota") as "quota",
      sum("used")::integer as "used", sum("reserved")::integer as "reserved"
    from "patent_credit_period" group by 1, 2`,
  'delete from "patent_credit_period"',
  `insert into "patent_credit_period" ("organizationId", "begins", "quota", "used", "reserved")
    select "organizationId", "begins", "quota", "used", "reserved" from "patent_credit_month"`,
  `update "patent_credit_entry" set "begins" = date_trunc('month', "begins")::date`,
  `alter table "patent_credit_entry" add foreign key ("organizationId", "begins")
    references "patent_credit_period" ("organizationId", "begins")`,
];

const sent = [
  'alter table "patent_credit_entry" drop constraint "patent_credit_entry_state_check"',
  `alter table "patent_credit_entry" add check
    ("state" in ('reserved', 'sent', 'used', 'released', 'lost', 'interrupted'))`,
  'drop index "patent_credit_entry_open"',
  `create index "patent_credit_entry_open" on "patent_credit_entry" ("until") where "state" in ('reserved', 'sent')`,
];

export const migrations: readonly Migration[] = [patents, answers, months];
