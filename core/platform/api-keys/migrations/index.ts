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

/** Where a key may be used from, how often, and the secret that it had before its last rotation. */
const limitsAndRotation: Migration = {
  id: '0002-limits-and-rotation',
  async up(run) {
    await run(`alter table "api_key"
      add column "networks" jsonb not null default '[]',
      add column "perMinute" integer,
      add column "rotatedAt" timestamptz,
      add column "formerKeyId" text,
      add column "formerFingerprint" text,
      add column "formerUntil" timestamptz,
      add column "formerLastUsedAt" timestamptz`);
    await run(
      'create unique index "api_key_former_key_id" on "api_key" ("formerKeyId") where "formerKeyId" is not null',
    );
  },
};

export const migrations: readonly Migration[] = [apiKeys, limitsAndRotation];
