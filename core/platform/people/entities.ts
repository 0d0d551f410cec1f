import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf } from '@dossier/sdk';
import type { SecurityKind } from './contract.ts';

const User = defineEntity({
  name: 'User',
  tableName: 'user',
  properties: {
    id: p.uuid().primary(),
    authProviderUserId: p.text(),
    email: p.text().nullable(),
    emailVerified: p.boolean(),
    name: p.text(),
    /** Name and address as they are searched. */
    folded: p.text(),
    role: p.text(),
    userType: p.text(),
    createdAt: p.datetime(),
    disabledAt: p.datetime().nullable(),
    signedOutAt: p.datetime().nullable(),
    /** Null where those of the organization count. */
    language: p.text().nullable(),
    timeZone: p.text().nullable(),
    /** Light or dark; null as the device has it. */
    theme: p.text().$type<'light' | 'dark'>().nullable(),
    /** Names of hints that the person does not want to see again. */
    putAside: p.json<readonly string[]>(),
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

const SecurityEntry = defineEntity({
  name: 'SecurityEntry',
  tableName: 'security_entry',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    at: p.datetime(),
    kind: p.text().$type<SecurityKind>(),
    device: p.text().nullable(),
    address: p.text().nullable(),
    organizationId: p.uuid().nullable(),
  },
});

/** Somebody to whom a verifier has given a first team. The row stays when they leave the team. */
const ProvisionedPerson = defineEntity({
  name: 'ProvisionedPerson',
  tableName: 'provisioned_person',
  properties: {
    organizationId: p.uuid().primary(),
    userId: p.uuid().primary(),
  },
});

export const entities = { User, UserIdentity, Session, PersonalToken, SecurityEntry, ProvisionedPerson };

/** The tables as the query builder sees them. */
export interface PeopleTables {
  readonly user: TableOf<typeof User>;
  readonly user_identity: TableOf<typeof UserIdentity>;
  readonly session: TableOf<typeof Session>;
  readonly personal_token: TableOf<typeof PersonalToken>;
  readonly provisioned_person: TableOf<typeof ProvisionedPerson>;
  readonly security_entry: TableOf<typeof SecurityEntry>;
}
