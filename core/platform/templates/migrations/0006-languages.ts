import type { Migration } from '@dossier/sdk';

/** The texts of templates in other languages: no part of a version, so that one that comes later changes none. */
export const languages: Migration = {
  id: '0006-languages',
  async up(run) {
    await run(`create table "template_language" (
      "organizationId" uuid not null,
      "templateId" uuid not null,
      "language" text not null,
      "texts" jsonb not null,
      "updatedAt" timestamptz not null,
      "revision" integer not null,
      primary key ("organizationId", "templateId", "language"),
      foreign key ("organizationId", "templateId") references "template" ("organizationId", "id")
    )`);
  },
};
