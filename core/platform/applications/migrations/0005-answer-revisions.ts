import type { Migration } from '@dossier/sdk';

/**
 * What was answered is kept as revisions, each with the template version it was given for, by whom and when. What
 * applications had until now is their first. The row of an application, which every list reads, becomes the smaller.
 */
export const answerRevisions: Migration = {
  id: '0005-answer-revisions',
  async up(run) {
    await run(`create table "answer_revision" (
      "organizationId" uuid not null,
      "applicationId" uuid not null,
      "revision" integer not null check ("revision" > 0),
      "templateVersion" integer not null,
      "answers" jsonb not null,
      "byKind" text not null,
      "byId" text not null,
      "byName" text not null,
      "at" timestamptz not null,
      primary key ("organizationId", "applicationId", "revision"),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id")
    )`);
    await run(`insert into "answer_revision"
        ("organizationId", "applicationId", "revision", "templateVersion", "answers", "byKind", "byId", "byName", "at")
      select "organizationId", "id", 1, "templateVersion", "answers", "sourceKind", "sourceId", "sourceName", coalesce("submittedAt", "createdAt")
      from "application"`);
    await run('alter table "application" drop column "answers"');
  },
};
