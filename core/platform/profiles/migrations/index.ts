import type { Migration } from '@dossier/sdk';

/** Links between people, their profiles, the shares of profiles with teams, and the schemas of profiles. */
const profiles: Migration = {
  id: '0001-profiles',
  async up(run) {
    await run(`create table "user_link" (
      "id" uuid primary key,
      "sourceUserId" uuid not null,
      "targetUserId" uuid not null,
      "linkType" text not null,
      "description" text not null,
      "createdAt" timestamptz not null,
      unique ("sourceUserId", "targetUserId", "linkType"),
      check ("sourceUserId" <> "targetUserId")
    )`);
    await run('create index "user_link_target" on "user_link" ("targetUserId", "id")');
    // Text, not jsonb: it keeps the order of members and takes every character that JSON has, and nothing asks for its
    // inside.
    await run(`create table "user_profile" (
      "id" uuid primary key,
      "userId" uuid not null,
      "userProfileSchemaId" text not null,
      "name" text not null,
      "data" text not null,
      "version" integer not null,
      "createdAt" timestamptz not null,
      "updatedAt" timestamptz not null
    )`);
    await run('create index "user_profile_user" on "user_profile" ("userId", "id")');
    await run(`create table "user_profile_share" (
      "organizationId" uuid not null,
      "id" uuid not null,
      "userProfileId" uuid not null references "user_profile" ("id") on delete cascade,
      "sharedWithTeamId" uuid not null,
      "permission" text not null check ("permission" in ('view', 'edit')),
      "createdAt" timestamptz not null,
      primary key ("organizationId", "id"),
      unique ("organizationId", "sharedWithTeamId", "userProfileId"),
      foreign key ("organizationId", "sharedWithTeamId") references "team" ("organizationId", "id") on delete cascade
    )`);
    await run('create index "user_profile_share_profile" on "user_profile_share" ("userProfileId", "id")');
    await run(`create table "user_profile_schema" (
      "organizationId" uuid not null references "organization" ("id"),
      "id" text not null,
      "title" text not null,
      "schema" jsonb not null,
      "version" integer not null,
      "revision" uuid not null,
      "createdAt" timestamptz not null,
      "updatedAt" timestamptz not null,
      primary key ("organizationId", "id")
    )`);
  },
};

/** The fields of a form stand in the order in which they were registered; jsonb sorts them. */
const orderedFields: Migration = {
  id: '0002-ordered-fields',
  async up(run) {
    await run('alter table "user_profile_schema" alter column "schema" type json using "schema"::json');
  },
};

/** What a profile was written by, so that a repetition of the request finds it. */
const requests: Migration = {
  id: '0003-requests',
  async up(run) {
    await run('alter table "user_profile" add column "requestKey" text, add column "requestHash" text');
    await run('create unique index "user_profile_request" on "user_profile" ("userId", "requestKey")');
  },
};

export const migrations: readonly Migration[] = [profiles, orderedFields, requests];
