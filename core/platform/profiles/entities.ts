import { defineEntity, p } from '@mikro-orm/core';
import type { ColumnType } from 'kysely';
import type { TSchema } from '@dossier/sdk';
import type { SharePermission } from './contract.ts';

export const UserLinkEntity = defineEntity({
  name: 'UserLink',
  tableName: 'user_link',
  properties: {
    id: p.uuid().primary(),
    sourceUserId: p.uuid(),
    targetUserId: p.uuid(),
    linkType: p.text(),
    description: p.text(),
    createdAt: p.datetime(),
  },
});

export const UserProfileEntity = defineEntity({
  name: 'UserProfile',
  tableName: 'user_profile',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    userProfileSchemaId: p.text(),
    name: p.text(),
    data: p.text(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    requestKey: p.text().nullable(),
    requestHash: p.text().nullable(),
  },
});

export const UserProfileShareEntity = defineEntity({
  name: 'UserProfileShare',
  tableName: 'user_profile_share',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    userProfileId: p.uuid(),
    sharedWithTeamId: p.uuid(),
    permission: p.text(),
    createdAt: p.datetime(),
  },
});

export const UserProfileSchemaEntity = defineEntity({
  name: 'UserProfileSchema',
  tableName: 'user_profile_schema',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.text().primary(),
    title: p.text(),
    schema: p.json<TSchema>().columnType('json'),
    version: p.integer(),
    revision: p.uuid(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** The tables as the query builder sees them, with the columns of the access module's tables that say who is in a team; times are text in and out. */
export interface ProfileTables {
  readonly user_link: { id: string; sourceUserId: string; targetUserId: string; linkType: string; description: string; createdAt: string };
  /** `data` is JSON text; the request is the one that made the profile, when it had an `Idempotency-Key`. */
  readonly user_profile: { id: string; userId: string; userProfileSchemaId: string; name: string; data: string; version: number; createdAt: string; updatedAt: string; requestKey: string | null; requestHash: string | null };
  readonly user_profile_share: { organizationId: string; id: string; userProfileId: string; sharedWithTeamId: string; permission: SharePermission; createdAt: string };
  /** `revision` is new with each change, also after the id was removed and registered again. */
  readonly user_profile_schema: {
    organizationId: string; id: string; title: string; schema: ColumnType<TSchema, string, string>; version: number; revision: string; createdAt: string; updatedAt: string;
  };
  readonly team: { organizationId: string; id: string };
  readonly user_team: { organizationId: string; userId: string; teamId: string; status: string };
}
