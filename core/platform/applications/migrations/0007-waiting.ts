import type { Migration } from '@dossier/sdk';

/**
 * When an officer's step is to be decided, since when the client is waited for and by when they were asked to answer;
 * what is remarkable about an application, as rows that are met by equality; and the status of one that its client has
 * taken back.
 */
export const waiting: Migration = {
  id: '0007-waiting',
  async up(run) {
    await run(`alter table "application" add column "dueAt" timestamptz, add column "waitingSince" timestamptz,
      add column "waitingUntil" timestamptz, drop constraint "application_status_check",
      add constraint "application_status_check" check ("status" in ('Draft', 'Submitted', 'InReview', 'Approved', 'Rejected', 'Withdrawn'))`);
    await run(
      `create index "application_due" on "application" ("organizationId", "workspaceId", coalesce("dueAt", 'infinity'), "id")`,
    );
    await run(
      'create index "application_overdue" on "application" ("organizationId", "workspaceId", "dueAt") where "decidedAt" is null and "waitingSince" is null and "dueAt" is not null',
    );
    await run(
      'create index "application_waiting" on "application" ("organizationId", "workspaceId", "createdAt" desc, "id" desc) where "decidedAt" is null and "waitingSince" is not null',
    );
    await run(`create table "application_flag" (
      "organizationId" uuid not null,
      "applicationId" uuid not null,
      "flag" text not null,
      primary key ("organizationId", "applicationId", "flag"),
      foreign key ("organizationId", "applicationId") references "application" ("organizationId", "id")
    )`);
    await run('create index "application_flag_of" on "application_flag" ("organizationId", "flag", "applicationId")');
  },
};
