import type { Migration } from '@dossier/sdk';

const directory: Migration = {
  id: '0001-ldap',
  async up(run) {
    await run(`create table "ldap_directory" (
      "organizationId" uuid not null primary key,
      "componentId" uuid not null,
      "stamp" uuid not null,
      "trouble" text,
      "nextAt" timestamptz not null
    )`);
  },
};

export const migrations: readonly Migration[] = [directory];
