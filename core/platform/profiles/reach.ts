import { isId, utc } from '@dossier/sdk';
import type { Access, Database, OrganizationId, Transaction } from '@dossier/sdk';
import type { SharePermission, UserProfile } from './contract.ts';
import type { ProfileTables } from './entities.ts';
import { personOf } from './person.ts';

/** A profile and what the actor is to it: its owner, or a member of a team that may view or edit it. */
export interface Reached {
  readonly profile: UserProfile;
  readonly as: 'owner' | SharePermission;
}

type Row = ProfileTables['user_profile'];

/** A profile as replies show it. */
export const shownProfile = ({
  id,
  userId,
  userProfileSchemaId,
  name,
  data,
  version,
  createdAt,
  updatedAt,
}: Row): UserProfile => ({
  id,
  userId,
  userProfileSchemaId,
  name,
  data: JSON.parse(data),
  version,
  createdAt: utc(createdAt),
  updatedAt: utc(updatedAt),
});

/** The actor's own profiles, in a look-up: they belong to the person and to no organization. */
export const ownProfiles = (tx: Transaction, access: Access) =>
  tx.sql<ProfileTables>().selectFrom('user_profile').where('userId', '=', personOf(access));

/**
 * The shares with teams of the organization in which the actor is an active member now. Asked anew each time: who
 * leaves a team, or loses the share, is out with the next request. Row-level security keeps both tables inside the
 * organization.
 */
export const sharesWithActor = (tx: Transaction, access: Access, organization: OrganizationId) =>
  tx
    .sql<ProfileTables>()
    .selectFrom('user_profile_share as s')
    .innerJoin('user_team as m', (join) =>
      join.onRef('m.organizationId', '=', 's.organizationId').onRef('m.teamId', '=', 's.sharedWithTeamId'),
    )
    .where('s.organizationId', '=', organization)
    .where('m.userId', '=', personOf(access))
    .where('m.status', '=', 'active');

/**
 * The profile through a share; `lock` holds its row until the transaction ends. The stronger of two permissions counts:
 * "edit" sorts before "view".
 */
export async function shared(
  tx: Transaction,
  access: Access,
  organization: OrganizationId,
  id: string,
  lock = false,
): Promise<Reached | null> {
  const query = sharesWithActor(tx, access, organization)
    .innerJoin('user_profile as p', 'p.id', 's.userProfileId')
    .selectAll('p')
    .select('s.permission')
    .where('p.id', '=', id)
    .orderBy('s.permission')
    .limit(1);
  const row = await (lock ? query.forUpdate('p') : query).executeTakeFirst();
  return row ? { profile: shownProfile(row), as: row.permission } : null;
}

/**
 * How the actor meets a profile; null when it does not exist, belongs to somebody else, or is shared with others only.
 */
export async function reach(database: Database, access: Access, id: string): Promise<Reached | null> {
  if (!isId(id)) return null;
  const own = await database.lookUp((tx) =>
    ownProfiles(tx, access).selectAll().where('id', '=', id).executeTakeFirst(),
  );
  if (own) return { profile: shownProfile(own), as: 'owner' };
  const { organization } = access;
  return organization === null ? null : database.read(access, (tx) => shared(tx, access, organization, id));
}
