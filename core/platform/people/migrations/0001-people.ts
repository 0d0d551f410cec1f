import type { Migration } from '@dossier/sdk';

/** Users, their identities at issuers, sessions of browsers, and personal access tokens. */
export const people: Migration = {
  id: '0001-people',
  async up(run) {
    await run(`create table "user" (
      "id" uuid primary key,
      "authProviderUserId" text not null,
      "email" text,
      "emailVerified" boolean not null,
      "name" text not null,
      "role" text not null,
      "userType" text not null,
      "createdAt" timestamptz not null
    )`);
    // Not unique: an address may be claimed in several directories, and only (issuer, subject) says who somebody is.
    await run('create index "user_verified_email" on "user" (lower("email")) where "emailVerified"');
    await run(`create table "user_identity" (
      "id" uuid primary key,
      "userId" uuid not null references "user" ("id"),
      "issuer" text not null,
      "subject" text not null,
      "createdAt" timestamptz not null,
      constraint "user_identity_unique" unique ("issuer", "subject")
    )`);
    await run('create index "user_identity_subject" on "user_identity" ("subject")');
    await run('create index "user_identity_user" on "user_identity" ("userId")');
    await run(`create table "session" (
      "id" text primary key,
      "userId" uuid not null references "user" ("id"),
      "organizationId" uuid,
      "issuer" text not null,
      "sid" text,
      "idToken" text,
      "createdAt" timestamptz not null,
      "lastSeenAt" timestamptz not null,
      "expiresAt" timestamptz not null,
      "endedAt" timestamptz
    )`);
    await run('create index "session_expiry" on "session" ("expiresAt")');
    await run('create index "session_user" on "session" ("userId")');
    await run(`create table "personal_token" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "userId" uuid not null references "user" ("id"),
      "name" text not null,
      "prefix" text not null,
      "fingerprint" text not null,
      "createdAt" timestamptz not null,
      "lastUsedAt" timestamptz,
      "expiresAt" timestamptz,
      "revokedAt" timestamptz,
      primary key ("organizationId", "id")
    )`);
    // The prefix is looked up before the organization is known, so it is unique in the installation.
    await run('create unique index "personal_token_prefix" on "personal_token" ("prefix")');
    await run('create index "personal_token_user" on "personal_token" ("organizationId", "userId")');
  },
};
