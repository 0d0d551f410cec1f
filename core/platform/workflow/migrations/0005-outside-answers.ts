import type { Migration } from '@dossier/sdk';

/** What outside services answered, one row for each time: a dry run asks nobody, and tells by these. */
export const outsideAnswers: Migration = {
  id: '0005-outside-answers',
  async up(run) {
    await run(`create table "workflow_outside_answer" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "applicationId" uuid not null,
      "key" text not null,
      "handler" text not null,
      "settings" jsonb not null,
      "outcome" text not null check ("outcome" in ('passed', 'failed', 'waiting')),
      "reasons" jsonb not null,
      "evidence" jsonb,
      "at" timestamptz not null,
      primary key ("organizationId", "id")
    )`);
    await run(
      'create index "workflow_outside_answer_case" on "workflow_outside_answer" ("organizationId", "applicationId", "key", "id" desc)',
    );
  },
};
