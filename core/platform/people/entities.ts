import { defineEntity, p } from '@mikro-orm/core';

const User = defineEntity({
  name: 'User',
  tableName: 'user',
  properties: {
    id: p.uuid().primary(),
    authProviderUserId: p.text(),
    email: p.text().nullable(),
    emailVerified: p.boolean(),
    name: p.text(),
    role: p.text(),
    userType: p.text(),
    createdAt: p.datetime(),
    disabledAt: p.datetime().nullable(),
    signedOutAt: p.datetime().nullable(),
  },
});

const UserIdentity = defineEntity({
  name: 'UserIdentity',
  tableName: 'user_identity',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    issuer: p.text(),
    subject: p.text(),
    createdAt: p.datetime(),
  },
});

const Session = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: p.text().primary(),
    userId: p.uuid(),
    organizationId: p.uuid().nullable(),
    issuer: p.text(),
    sid: p.text().nullable(),
    idToken: p.text().nullable(),
    createdAt: p.datetime(),
    lastSeenAt: p.datetime(),
    expiresAt: p.datetime(),
    endedAt: p.datetime().nullable(),
    device: p.text().nullable(),
    address: p.text().nullable(),
  },
});

const PersonalToken = defineEntity({
  name: 'PersonalToken',
  tableName: 'personal_token',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid(),
    name: p.text(),
    prefix: p.text(),
    fingerprint: p.text(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});

export const entities = { User, UserIdentity, Session, PersonalToken };

/** ISO 8601 in UTC, as the database hands times out. */
type Moment = string;

/** The tables as the query builder sees them. */
export interface PeopleTables {
  readonly user: {
    id: string; authProviderUserId: string; email: string | null; emailVerified: boolean; name: string; role: string; userType: string; createdAt: Moment; disabledAt: Moment | null; signedOutAt: Moment | null;
  };
  readonly user_identity: { id: string; userId: string; issuer: string; subject: string; createdAt: Moment };
  readonly session: {
    id: string; userId: string; organizationId: string | null; issuer: string; sid: string | null; idToken: string | null;
    createdAt: Moment; lastSeenAt: Moment; expiresAt: Moment; endedAt: Moment | null; device: string | null; address: string | null;
  };
  readonly personal_token: {
    organizationId: string; id: string; userId: string; name: string; prefix: string; fingerprint: string;
    createdAt: Moment; lastUsedAt: Moment | null; expiresAt: Moment | null; revokedAt: Moment | null;
  };
}
