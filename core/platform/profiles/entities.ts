import { defineEntity, p } from '@mikro-orm/core';
import type { TableOf, TSchema } from '@dossier/sdk';
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
    /** JSON text. */
    data: p.text(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    /** The request that made it, when it had an `Idempotency-Key`. */
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
    permission: p.text().$type<SharePermission>(),
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
    /** New with each change, also after the id was removed and registered again. */
    revision: p.uuid(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/**
 * The tables as the query builder sees them, with the columns of the access module's tables that say who is in a team.
 * Those are named again, because modules meet at their contracts.
 */
export interface ProfileTables {
  readonly user_link: TableOf<typeof UserLinkEntity>;
  readonly user_profile: TableOf<typeof UserProfileEntity>;
  readonly user_profile_share: TableOf<typeof UserProfileShareEntity>;
  readonly user_profile_schema: TableOf<typeof UserProfileSchemaEntity>;
  readonly team: { organizationId: string; id: string };
  readonly user_team: { organizationId: string; userId: string; teamId: string; status: string };
}
