import { demandMatch, forbidden, invalid, isId, newId, notFound } from '@dossier/sdk';
import type { Access, Clock, Database, Emits, Fault, Page, ValidPart, Transaction } from '@dossier/sdk';
import { profileChanged, profileCreated, profileDeleted, shareEnded } from './contract.ts';
import type { UserProfile } from './contract.ts';
import { changedMembers, dataFaults } from './data.ts';
import type { ProfileTables } from './entities.ts';
import { requestOf, writeOnce } from './once.ts';
import { personally, personOf } from './person.ts';
import { ownProfiles, reach, shared, sharesWithActor, shownProfile } from './reach.ts';
import type { ProfileSchemas } from './schemas.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly schemas: Pick<ProfileSchemas, 'faults'>;
  readonly log: Emits<typeof profileCreated | typeof profileChanged | typeof profileDeleted | typeof shareEnded>;
}

type Content = Pick<UserProfile, 'userProfileSchemaId' | 'name' | 'data'>;
type IfMatch = string | readonly string[] | undefined;

/** Profiles of people: written by their owner, read and changed by teams with which they are shared. */
export interface UserProfiles {
  /** `key` is the `Idempotency-Key` of the request: a repetition gives what the first one made, as it is now. */
  create(
    access: Access,
    o: Content & { readonly userId: string },
    key?: string | readonly string[],
  ): Promise<{ profile: UserProfile; replayed: boolean }>;
  get(access: Access, id: string): Promise<UserProfile>;
  /** One's own profiles; of another person, or with a team named, those that are shared with a team of one's own. */
  list(access: Access, o: { userId?: string; sharedWithTeamId?: string }, page: Page): Promise<readonly UserProfile[]>;
  /**
   * Replaces the content. Throws 404 without a share, 403 with one to view, 412 `stale` when `ifMatch` names another
   * version.
   */
  change(access: Access, id: string, content: Content, ifMatch: IfMatch): Promise<UserProfile>;
  /**
   * What is wrong with as much of a new profile as could be read, or with `id` of the content of that one. Nothing is
   * said to whom `create` or `change` would refuse.
   */
  faults(
    access: Access,
    content: ValidPart<Content & { readonly userId: string }>,
    id?: string,
  ): Promise<readonly Fault[]>;
  /** By the owner only; ends all its shares. */
  remove(access: Access, id: string, ifMatch: IfMatch): Promise<void>;
}

export function createUserProfiles({ database, clock, schemas, log }: Deps): UserProfiles {
  const contentFaults = async (
    access: Access,
    { userProfileSchemaId, data }: ValidPart<Content>,
  ): Promise<readonly Fault[]> =>
    data === undefined
      ? []
      : [
          ...dataFaults(data),
          ...(userProfileSchemaId === undefined ? [] : await schemas.faults(access, userProfileSchemaId, data)),
        ];

  const demandFitting = async (access: Access, content: Content): Promise<void> => {
    const faults = await contentFaults(access, content);
    if (faults.length > 0) throw invalid(faults);
  };

  const found = async (access: Access, id: string) => {
    const reached = await reach(database, access, id);
    if (!reached) throw notFound();
    return reached;
  };

  /**
   * `signer` says in whose log the change stands: the person's own changes in no organization's, those of a team in its
   * organization's.
   */
  const replace = async (tx: Transaction, signer: Access, old: UserProfile, content: Content): Promise<UserProfile> => {
    const profile = { ...old, ...content, version: old.version + 1, updatedAt: clock.now().toISOString() };
    const { id, userId, userProfileSchemaId, name, version, updatedAt } = profile;
    await tx
      .sql<ProfileTables>()
      .updateTable('user_profile')
      .set({ userProfileSchemaId, name, data: JSON.stringify(content.data), version, updatedAt })
      .where('id', '=', id)
      .execute();
    const changed = [
      ...changedMembers(
        { name: old.name, userProfileSchemaId: old.userProfileSchemaId },
        { name, userProfileSchemaId },
        '',
      ),
      ...changedMembers(old.data, content.data, '/data'),
    ];
    log.emit(
      profileChanged,
      signer,
      { subject: { type: 'user-profile', id }, before: { version: old.version }, after: { version, changed } },
      { userProfileId: id, userId, changed },
    );
    return profile;
  };

  return {
    async create(access, { userId, userProfileSchemaId, name, data }, key) {
      if (userId !== personOf(access))
        throw forbidden('A profile is written by the person it is about: userId is your own id.');
      const request = requestOf(key, { userProfileSchemaId, name, data });
      await demandFitting(access, { userProfileSchemaId, name, data });
      const now = clock.now().toISOString();
      const profile: UserProfile = {
        id: newId(),
        userId,
        userProfileSchemaId,
        name,
        data,
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      return database.lookUp(async (tx) => {
        const earlier = await writeOnce(tx, profile, request);
        if (earlier) return { profile: earlier, replayed: true };
        log.emit(
          profileCreated,
          personally(access),
          { subject: { type: 'user-profile', id: profile.id }, after: { version: 1 } },
          { userProfileId: profile.id, userId },
        );
        return { profile, replayed: false };
      });
    },

    get: async (access, id) => (await found(access, id)).profile,

    async list(access, { userId, sharedWithTeamId }, { after, limit }) {
      if ([userId, sharedWithTeamId].some((id) => id !== undefined && !isId(id))) return [];
      if (userId === personOf(access) && sharedWithTeamId === undefined) {
        return database.lookUp(async (tx) => {
          const query = ownProfiles(tx, access)
            .selectAll()
            .orderBy('id')
            .limit(limit + 1);
          return (await (after ? query.where('id', '>', after.id) : query).execute()).map(shownProfile);
        });
      }
      const { organization } = access;
      if (organization === null) return [];
      return database.read(access, async (tx) => {
        let shares = sharesWithActor(tx, access, organization).select('s.userProfileId');
        if (sharedWithTeamId !== undefined) shares = shares.where('s.sharedWithTeamId', '=', sharedWithTeamId);
        let query = tx.sql<ProfileTables>().selectFrom('user_profile').selectAll().where('id', 'in', shares);
        if (userId !== undefined) query = query.where('userId', '=', userId);
        if (after) query = query.where('id', '>', after.id);
        return (
          await query
            .orderBy('id')
            .limit(limit + 1)
            .execute()
        ).map(shownProfile);
      });
    },

    async change(access, id, content, ifMatch) {
      const { as } = await found(access, id);
      if (as === 'view')
        throw forbidden(
          'The profile is shared with your team to be viewed. Ask its owner to share it with the permission edit.',
        );
      await demandFitting(access, content);
      if (as === 'owner') {
        return database.lookUp(async (tx) => {
          const row = await ownProfiles(tx, access).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
          if (!row) throw notFound();
          demandMatch(ifMatch, row.version);
          return replace(tx, personally(access), shownProfile(row), content);
        });
      }
      const { organization } = access;
      return database.write(access, async (tx) => {
        // Asked again under the lock: the share may have ended since.
        const now = organization === null ? null : await shared(tx, access, organization, id, true);
        if (now?.as !== 'edit') throw notFound();
        demandMatch(ifMatch, now.profile.version);
        return replace(tx, access, now.profile, content);
      });
    },

    async faults(access, content, id) {
      if (content.userId !== undefined && content.userId !== personOf(access)) return [];
      const reached = id === undefined ? null : await reach(database, access, id);
      return id !== undefined && (reached === null || reached.as === 'view') ? [] : contentFaults(access, content);
    },

    async remove(access, id, ifMatch) {
      const { as } = await found(access, id);
      if (as !== 'owner') throw forbidden('A profile is deleted by the person it is about.');
      await database.lookUp(async (tx) => {
        const db = tx.sql<ProfileTables>();
        const row = await ownProfiles(tx, access).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
        if (!row) throw notFound();
        demandMatch(ifMatch, row.version);
        const shares = await db
          .deleteFrom('user_profile_share')
          .where('userProfileId', '=', id)
          .returning(['organizationId', 'id', 'sharedWithTeamId', 'permission'])
          .execute();
        await db.deleteFrom('user_profile').where('id', '=', id).execute();
        // Each organization learns in its own log that its team lost the profile.
        for (const { organizationId, id: share, sharedWithTeamId, permission } of shares) {
          log.emit(
            shareEnded,
            { ...access, organization: organizationId, workspace: null },
            {
              subject: { type: 'user-profile-share', id: share },
              before: { userProfileId: id, sharedWithTeamId, permission },
            },
            { userProfileId: id, sharedWithTeamId },
          );
        }
        log.emit(
          profileDeleted,
          personally(access),
          { subject: { type: 'user-profile', id }, before: { version: row.version } },
          { userProfileId: id, userId: row.userId },
        );
      });
    },
  };
}
