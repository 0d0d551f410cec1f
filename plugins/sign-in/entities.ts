import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf } from '@dossier/sdk';

const Credential = defineEntity({
  name: 'Credential',
  tableName: 'credential',
  properties: {
    subject: p.uuid().primary(),
    email: p.text().unique(),
    name: p.text(),
    emailVerified: p.boolean(),
    passwordHash: p.text(),
    createdAt: p.datetime(),
    changedAt: p.datetime(),
  },
});

const OidcRecord = defineEntity({
  name: 'OidcRecord',
  tableName: 'oidc_record',
  properties: {
    model: p.text().primary(),
    id: p.text().primary(),
    payload: p.text(),
    grantId: p.text().nullable(),
    userCode: p.text().nullable(),
    uid: p.text().nullable(),
    accountId: p.text().nullable(),
    expiresAt: p.datetime().nullable(),
    consumedAt: p.datetime().nullable(),
  },
});

const OidcKey = defineEntity({
  name: 'OidcKey',
  tableName: 'oidc_key',
  properties: { number: p.integer().primary(), jwk: p.text(), createdAt: p.datetime() },
});

const SignInThrottle = defineEntity({
  name: 'SignInThrottle',
  tableName: 'sign_in_throttle',
  properties: {
    id: p.text().primary(),
    failures: p.integer(),
    lastAt: p.datetime(),
    blockedUntil: p.datetime().nullable(),
  },
});

const PasswordReset = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_reset',
  properties: {
    id: p.text().primary(),
    subject: p.uuid(),
    returnTo: p.text(),
    expiresAt: p.datetime(),
  },
});

export const entities = { Credential, OidcRecord, OidcKey, SignInThrottle, PasswordReset };

/** The tables as the query builder sees them. */
export interface SignInTables {
  readonly credential: TableOf<typeof Credential>;
  readonly oidc_record: TableOf<typeof OidcRecord>;
  readonly oidc_key: TableOf<typeof OidcKey>;
  readonly sign_in_throttle: TableOf<typeof SignInThrottle>;
  readonly password_reset: TableOf<typeof PasswordReset>;
}
