import type { Migration } from '@dossier/sdk';

/** API keys of organizations. */
const apiKeys: Migration = {
  id: '0001-api-keys',
  async up(run) {
    await run(`create table "api_key" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "name" text not null,
      "keyId" text not null,
      "fingerprint" text not null,
      "scopes" jsonb not null,
      "createdAt" timestamptz not null,
      "lastUsedAt" timestamptz,
      "expiresAt" timestamptz,
      "revokedAt" timestamptz,
      primary key ("organizationId", "id")
    )`);
    // The key id is looked up before the organization is known, so it is unique in the installation.
    await run('create unique index "api_key_key_id" on "api_key" ("keyId")');
  },
};

export const migrations: readonly Migration[] = [apiKeys];
