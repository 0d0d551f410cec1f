import type { Migration } from '@dossier/sdk';

/** Trials of drafts with past applications. A person has one at a time of a template that has not ended. */
const simulations: Migration = {
  id: '0001-simulations',
  async up(run) {
    await run(`create table "simulation" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "templateId" uuid not null,
      "workspaceId" uuid not null,
      "template" jsonb not null,
      "requestedBy" uuid not null,
      "requestedByName" text not null,
      "state" text not null check ("state" in ('waiting', 'running', 'done', 'cancelled', 'failed')),
      "total" integer not null,
      "tried" integer not null,
      "same" integer not null,
      "different" integer not null,
      "notTried" jsonb not null,
      "groups" jsonb not null,
      "after" text,
      "reason" text,
      "createdAt" timestamptz not null,
      "startedAt" timestamptz,
      "endedAt" timestamptz,
      "movedAt" timestamptz not null,
      primary key ("organizationId", "id")
    )`);
    await run(
      `create unique index "simulation_open" on "simulation" ("organizationId", "templateId", "requestedBy") where "state" in ('waiting', 'running')`,
    );
    await run('create index "simulation_moved" on "simulation" ("movedAt")');
    await run(`create table "simulation_case" (
      "organizationId" uuid not null,
      "simulationId" uuid not null,
      "applicationId" uuid not null,
      "position" integer not null,
      "number" text not null,
      "applicantName" text not null,
      "then" text not null,
      "now" text not null,
      "reasons" jsonb not null,
      primary key ("organizationId", "simulationId", "applicationId"),
      foreign key ("organizationId", "simulationId") references "simulation" ("organizationId", "id") on delete cascade
    )`);
    await run(
      'create index "simulation_case_order" on "simulation_case" ("organizationId", "simulationId", "position")',
    );
  },
};

export const migrations: readonly Migration[] = [simulations];
