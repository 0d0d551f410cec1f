import type { Migration } from '@dossier/sdk';

const turns: Migration = {
  id: '0001-assistant',
  async up(run) {
    await run(`create table "assistant_turn" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "workspaceId" uuid not null,
      "askerId" uuid not null,
      "at" timestamptz not null,
      "question" text not null,
      "about" jsonb not null,
      "selection" jsonb,
      "passages" jsonb not null,
      "model" text not null,
      "sent" jsonb not null,
      "digest" text not null,
      "state" text not null,
      "answer" text not null,
      "fault" jsonb,
      primary key ("organizationId", "id")
    )`);
    await run(`create index "assistant_turn_conversation"
      on "assistant_turn" ("organizationId", "askerId", "workspaceId", "id")`);
  },
};

export const migrations: readonly Migration[] = [turns];
