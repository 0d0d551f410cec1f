import { defineEntity, p } from '@mikro-orm/core';

const Credential = defineEntity({
  name: 'Credential',
  tableName: 'credential',
  properties: { subject: p.uuid().primary(), email: p.text().unique(), name: p.text(), emailVerified: p.boolean(), passwordHash: p.text(), createdAt: p.datetime(), changedAt: p.datetime() },
});

const OidcRecord = defineEntity({
  name: 'OidcRecord',
  tableName: 'oidc_record',
  properties: {
    model: p.text().primary(), id: p.text().primary(), payload: p.text(), grantId: p.text().nullable(), userCode: p.text().nullable(), uid: p.text().nullable(), accountId: p.text().nullable(),
    expiresAt: p.datetime().nullable(), consumedAt: p.datetime().nullable(),
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
  properties: { id: p.text().primary(), failures: p.integer(), lastAt: p.datetime(), blockedUntil: p.datetime().nullable() },
});

export const entities = { Credential, OidcRecord, OidcKey, SignInThrottle };

/** ISO 8601 in UTC, as the database hands times out. */
type Moment = string;

/** The tables as the query builder sees them. */
export interface SignInTables {
  readonly credential: { subject: string; email: string; name: string; emailVerified: boolean; passwordHash: string; createdAt: Moment; changedAt: Moment };
  readonly oidc_record: {
    model: string; id: string; payload: string; grantId: string | null; userCode: string | null; uid: string | null; accountId: string | null; expiresAt: Moment | null; consumedAt: Moment | null;
  };
  readonly oidc_key: { number: number; jwk: string; createdAt: Moment };
  readonly sign_in_throttle: { id: string; failures: number; lastAt: Moment; blockedUntil: Moment | null };
}
