import type { Migration } from '@dossier/sdk';
import { format } from './0003-format.ts';
import { publications } from './0004-publications.ts';
import { offers } from './0005-offers.ts';
import { languages } from './0006-languages.ts';

/** Templates with the draft that is edited, and their published versions, which never change. */
const templates: Migration = {
  id: '0001-templates',
  async up(run) {
    await run(`create table "template" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "name" text not null,
      "description" text not null,
      "version" integer,
      "draft" jsonb not null,
      "createdAt" timestamptz not null,
      "updatedAt" timestamptz not null,
      primary key ("organizationId", "id")
    )`);
    await run('create unique index "template_name" on "template" ("organizationId", "name")');
    await run(`create table "template_version" (
      "organizationId" uuid not null,
      "templateId" uuid not null,
      "version" integer not null,
      "name" text not null,
      "content" jsonb not null,
      "publishedAt" timestamptz not null,
      primary key ("organizationId", "templateId", "version"),
      foreign key ("organizationId", "templateId") references "template" ("organizationId", "id")
    )`);
  },
};

/** Sent as the entity tag, so that an edit that another one has overtaken can be refused. */
const revision: Migration = {
  id: '0002-revision',
  async up(run) {
    await run('alter table "template" add column "revision" integer not null default 1');
  },
};

export const migrations: readonly Migration[] = [templates, revision, format, publications, offers, languages];
