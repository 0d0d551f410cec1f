import type { Migration } from '@dossier/sdk';
import { keys } from './0004-keys.ts';
import { outsideAnswers } from './0005-outside-answers.ts';
import { deciding } from './0006-deciding.ts';
import { due as dueTimes } from './0007-due.ts';

/**
 * Steps of cases. They refer to no other table: what a workflow runs for is known through the extension point only, and
 * its row may be written after its steps.
 */
const steps: Migration = {
  id: '0001-steps',
  async up(run) {
    await run(`create table "workflow_step" (
      "organizationId" uuid not null,
      "applicationId" uuid not null,
      "position" smallint not null,
      "name" text not null,
      "kind" text not null check ("kind" in ('SYSTEM', 'MANUAL')),
      "handler" text,
      "state" text not null check ("state" in ('pending', 'running', 'waiting', 'passed', 'failed', 'skipped')),
      "reasons" jsonb not null,
      "startedAt" timestamptz,
      "endedAt" timestamptz,
      "visit" integer not null,
      "attempt" integer not null,
      primary key ("organizationId", "applicationId", "position")
    )`);
  },
};

/** The sweep looks for checks that have lost their job. Of all steps it meets only the few that are being checked. */
const due: Migration = {
  id: '0002-due',
  async up(run) {
    await run('alter table "workflow_step" add column "dueAt" timestamptz');
    await run(
      `create index "workflow_step_due" on "workflow_step" ("dueAt") where "kind" = 'SYSTEM' and "state" = 'running'`,
    );
  },
};

/**
 * What may change a result stands with the result: the check that could tell may be switched off by then, or gone. Null
 * when nobody said: then everything may. The sweep looks for results that depend on whether their check is there.
 */
const rechecks: Migration = {
  id: '0003-rechecks',
  async up(run) {
    await run('alter table "workflow_step" add column "rechecks" jsonb');
    await run(
      `create index "workflow_step_on_handler" on "workflow_step" ("organizationId", "applicationId") where "kind" = 'SYSTEM' and ("state" = 'waiting' or ("state" = 'failed' and "reasons" @> '[{"code": "no-handler"}]'))`,
    );
  },
};

/** When people were last written to is kept with what they hear of. */
const noticesApart: Migration = {
  id: '0008-notices-apart',
  async up(run) {
    await run('drop table "workflow_notice"');
  },
};

export const migrations: readonly Migration[] = [
  steps,
  due,
  rechecks,
  keys,
  outsideAnswers,
  deciding,
  dueTimes,
  noticesApart,
];
