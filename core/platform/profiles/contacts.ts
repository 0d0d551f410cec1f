import { isId } from '@dossier/sdk';
import type { Database } from '@dossier/sdk';
import type { Contacts } from '../people/contract.ts';
import type { ProfileTables } from './entities.ts';
import { personOf } from './person.ts';
import { sharesWithActor } from './reach.ts';

/** Who shares a profile with a team of the viewer is known to him. */
export const bySharing = (database: Database): Contacts => ({
  isKnown: async (access, userId) =>
    isId(userId) &&
    database.read(
      access,
      async (tx) =>
        (await sharesWithActor(tx, access, access.organization)
          .innerJoin('user_profile as p', 'p.id', 's.userProfileId')
          .select('p.id')
          .where('p.userId', '=', userId)
          .limit(1)
          .executeTakeFirst()) !== undefined,
    ),
});

/**
 * Who linked himself to the viewer is known to him. Not the other way round: nobody becomes known by a link that
 * somebody else made.
 */
export const byLink = (database: Database): Contacts => ({
  isKnown: async (access, userId) =>
    isId(userId) &&
    database.lookUp(
      async (tx) =>
        (await tx
          .sql<ProfileTables>()
          .selectFrom('user_link')
          .select('id')
          .where('sourceUserId', '=', userId)
          .where('targetUserId', '=', personOf(access))
          .limit(1)
          .executeTakeFirst()) !== undefined,
    ),
});
