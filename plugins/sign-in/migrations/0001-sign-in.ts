import type { Migration } from '@dossier/sdk';

/** Accounts with passwords, what the OpenID provider remembers, its keys, and the count of failed tries. */
export const signIn: Migration = {
  id: '0001-sign-in',
  async up(run) {
    await run(`create table "credential" (
      "subject" uuid primary key,
      "email" text not null unique,
      "name" text not null,
      "emailVerified" boolean not null,
      "passwordHash" text not null,
      "createdAt" timestamptz not null,
      "changedAt" timestamptz not null
    )`);
    await run(`create table "oidc_record" (
      "model" text not null,
      "id" text not null,
      "payload" text not null,
      "grantId" text,
      "userCode" text,
      "uid" text,
      "accountId" text,
      "expiresAt" timestamptz,
      "consumedAt" timestamptz,
      primary key ("model", "id")
    )`);
    await run('create index "oidc_record_grant" on "oidc_record" ("grantId") where "grantId" is not null');
    await run('create index "oidc_record_uid" on "oidc_record" ("model", "uid") where "uid" is not null');
    await run('create index "oidc_record_account" on "oidc_record" ("accountId") where "accountId" is not null');
    await run('create index "oidc_record_expiry" on "oidc_record" ("expiresAt")');
    await run(`create table "oidc_key" (
      "number" integer primary key,
      "jwk" text not null,
      "createdAt" timestamptz not null
    )`);
    await run(`create table "sign_in_throttle" (
      "id" text primary key,
      "failures" integer not null,
      "lastAt" timestamptz not null,
      "blockedUntil" timestamptz
    )`);
    await run('create index "sign_in_throttle_last" on "sign_in_throttle" ("lastAt")');
  },
};
