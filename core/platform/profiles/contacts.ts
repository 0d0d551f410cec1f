import { isId } from '@dossier/sdk';
import type { Database } from '@dossier/sdk';
import type { Contacts } from '../people/contract.ts';
import type { ProfileTables } from './entities.ts';
import { personOf } from './person.ts';
import { sharesWithActor } from './reach.ts';

/** The viewer knows the people who share a profile with one of their teams. */
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
 * The viewer knows the people who linked themselves to them. Not the other way round: nobody becomes known by a link
 * that somebody else made.
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
