import { conflict, demandMatch, errorCode, forbidden, invalid, isDuplicate, isId, newId, notFound } from '@dossier/sdk';
import type { Access, Clock, Database, Emits, IfMatch, OrganizationAccess, Page, Transaction } from '@dossier/sdk';
import { profileShared, shareChanged, shareEnded } from './contract.ts';
import type { SharePermission, UserProfileShare } from './contract.ts';
import type { ProfileTables } from './entities.ts';
import { personOf } from './person.ts';
import { reach, sharesWithActor } from './reach.ts';
import type { ProfileSchemas } from './schemas.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly schemas: Pick<ProfileSchemas, 'faults'>;
  readonly log: Emits<typeof profileShared | typeof shareChanged | typeof shareEnded>;
}

/**
 * Which team may view or edit a profile. Only the owner of the profile shares it, in the organization in which they
 * work now.
 */
export interface UserProfileShares {
  /** All shares of one's own profile, in every organization; of another's profile those with one's own teams. */
  list(access: Access, userProfileId: string, page: Page): Promise<readonly UserProfileShare[]>;
  /** Of one's own profile, or with a team of one's own. */
  get(access: Access, id: string): Promise<UserProfileShare>;
  share(access: OrganizationAccess, o: Omit<UserProfileShare, 'id'>): Promise<UserProfileShare>;
  change(access: Access, id: string, permission: SharePermission, ifMatch?: IfMatch): Promise<UserProfileShare>;
  /** Also where the owner is no longer a member: they can always take back what is theirs. */
  end(access: Access, id: string, ifMatch?: IfMatch): Promise<void>;
  /** Ends all shares with a team that is about to go. */
  endWith(access: OrganizationAccess, team: string): Promise<void>;
}

/** Which version of a share this is: all that can change of one is what it allows. */
export const versionOf = ({ permission }: Pick<UserProfileShare, 'permission'>): string => permission;

const columns = ['id', 'userProfileId', 'sharedWithTeamId', 'permission'] as const;

export function createUserProfileShares({ database, clock, schemas, log }: Deps): UserProfileShares {
  /** A share of an own profile. */
  const own = (tx: Transaction, access: Access, id: string) =>
    tx
      .sql<ProfileTables>()
      .selectFrom('user_profile_share as s')
      .innerJoin('user_profile as p', 'p.id', 's.userProfileId')
      .where('p.userId', '=', personOf(access))
      .where('s.id', '=', id)
      .select(['s.organizationId', 's.id', 's.userProfileId', 's.sharedWithTeamId', 's.permission']);

  const withActor = async (access: Access, id: string): Promise<UserProfileShare | undefined> => {
    const { organization } = access;
    if (organization === null) return undefined;
    return database.read(access, (tx) =>
      sharesWithActor(tx, access, organization)
        .select(['s.id', 's.userProfileId', 's.sharedWithTeamId', 's.permission'])
        .where('s.id', '=', id)
        .executeTakeFirst(),
    );
  };

  /**
   * A member of the team sees the share and so learns that it is not theirs to change; for all others there is none.
   */
  const refusal = async (access: Access, id: string): Promise<Error> => {
    const seen = isId(id) && (await withActor(access, id));
    return seen ? forbidden('The owner of the profile decides with whom to share it.') : notFound();
  };

  return {
    async list(access, userProfileId, { after, limit }) {
      const reached = await reach(database, access, userProfileId);
      if (!reached) throw notFound();
      const { organization } = access;
      if (reached.as === 'owner') {
        return database.lookUp(async (tx) => {
          const query = tx
            .sql<ProfileTables>()
            .selectFrom('user_profile_share')
            .select(columns)
            .where('userProfileId', '=', userProfileId)
            .orderBy('id')
            .limit(limit + 1);
          return (after ? query.where('id', '>', after.id) : query).execute();
        });
      }
      return organization === null
        ? []
        : database.read(access, async (tx) => {
            const query = sharesWithActor(tx, access, organization)
              .where('s.userProfileId', '=', userProfileId)
              .select(['s.id', 's.userProfileId', 's.sharedWithTeamId', 's.permission'])
              .orderBy('s.id')
              .limit(limit + 1);
            return (after ? query.where('s.id', '>', after.id) : query).execute();
          });
    },

    async get(access, id) {
      const found =
        isId(id) &&
        ((await database.lookUp((tx) => own(tx, access, id).executeTakeFirst())) ?? (await withActor(access, id)));
      if (!found) throw notFound();
      const { userProfileId, sharedWithTeamId, permission } = found;
      return { id, userProfileId, sharedWithTeamId, permission };
    },

    async share(access, { userProfileId, sharedWithTeamId, permission }) {
      const reached = await reach(database, access, userProfileId);
      if (!reached) throw notFound();
      if (reached.as !== 'owner') throw forbidden('A profile is shared by the person it is about.');
      if (!isId(sharedWithTeamId)) throw notFound();
      const share: UserProfileShare = { id: newId(), userProfileId, sharedWithTeamId, permission };
      const faults = await schemas.faults(access, reached.profile.userProfileSchemaId, reached.profile.data);
      try {
        await database.write(access, async (tx) => {
          const db = tx.sql<ProfileTables>();
          const team = await db
            .selectFrom('team')
            .select('id')
            .where('organizationId', '=', access.organization)
            .where('id', '=', sharedWithTeamId)
            .executeTakeFirst();
          if (!team) throw notFound();
          if (faults.length > 0)
            throw invalid(
              faults.map(({ pointer, code, detail }) => ({
                pointer: '/userProfileId',
                code,
                detail: `${pointer} in the profile does not fit the schema of this organization. ${detail}`,
              })),
            );
          await db
            .insertInto('user_profile_share')
            .values({ organizationId: access.organization, ...share, createdAt: clock.now().toISOString() })
            .execute();
          log.emit(
            profileShared,
            access,
            {
              subject: { type: 'user-profile-share', id: share.id },
              after: { userProfileId, sharedWithTeamId, permission },
            },
            { userProfileId, sharedWithTeamId, permission },
          );
        });
      } catch (error) {
        if (isDuplicate(error))
          throw conflict(
            'already-shared',
            'The profile is shared with this team already. Change the permission of that share with PUT.',
          );
        throw isGone(error) ? notFound() : error;
      }
      return share;
    },

    async change(access, id, permission, ifMatch) {
      const changed =
        isId(id) &&
        (await database.lookUp(async (tx) => {
          const row = await own(tx, access, id).forUpdate('s').executeTakeFirst();
          if (row) demandMatch(ifMatch, versionOf(row));
          if (!row || row.permission === permission) return row;
          await tx
            .sql<ProfileTables>()
            .updateTable('user_profile_share')
            .set({ permission })
            .where('organizationId', '=', row.organizationId)
            .where('id', '=', id)
            .execute();
          const { organizationId: organization, userProfileId, sharedWithTeamId } = row;
          log.emit(
            shareChanged,
            { ...access, organization, workspace: null },
            {
              subject: { type: 'user-profile-share', id },
              before: { permission: row.permission },
              after: { permission },
            },
            { userProfileId, sharedWithTeamId, permission },
          );
          return row;
        }));
      if (!changed) throw await refusal(access, id);
      return { id, userProfileId: changed.userProfileId, sharedWithTeamId: changed.sharedWithTeamId, permission };
    },

    async end(access, id, ifMatch) {
      const ended =
        isId(id) &&
        (await database.lookUp(async (tx) => {
          const row = await own(tx, access, id).forUpdate('s').executeTakeFirst();
          if (!row) return undefined;
          demandMatch(ifMatch, versionOf(row));
          const { organizationId: organization, userProfileId, sharedWithTeamId, permission } = row;
          await tx
            .sql<ProfileTables>()
            .deleteFrom('user_profile_share')
            .where('organizationId', '=', organization)
            .where('id', '=', id)
            .execute();
          log.emit(
            shareEnded,
            { ...access, organization, workspace: null },
            { subject: { type: 'user-profile-share', id }, before: { userProfileId, sharedWithTeamId, permission } },
            { userProfileId, sharedWithTeamId },
          );
          return row;
        }));
      if (!ended) throw await refusal(access, id);
    },

    endWith: (access, team) =>
      database.write(access, async (tx) => {
        const rows = await tx
          .sql<ProfileTables>()
          .deleteFrom('user_profile_share')
          .where('organizationId', '=', access.organization)
          .where('sharedWithTeamId', '=', team)
          .returning(columns)
          .execute();
        for (const { id, ...share } of rows)
          log.emit(
            shareEnded,
            access,
            { subject: { type: 'user-profile-share', id }, before: share },
            { userProfileId: share.userProfileId, sharedWithTeamId: team },
          );
      }),
  };
}

/** The profile was deleted between the look and the write. */
const isGone = (error: unknown): boolean => errorCode(error) === '23503';
