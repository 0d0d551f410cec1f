import { badQuery, conflict, forbidden, invalid, isDuplicate, isId, newId, notFound } from '@dossier/sdk';
import type { Access, Clock, Database, Emits, Fault, OrganizationId, Page, ValidPart, UserId } from '@dossier/sdk';
import { linkCreated, linkEnded } from './contract.ts';
import type { UserLink } from './contract.ts';
import type { ProfileTables } from './entities.ts';
import { personally, personOf } from './person.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly organizationsOf: (user: UserId) => Promise<readonly OrganizationId[]>;
  readonly log: Emits<typeof linkCreated | typeof linkEnded>;
}

/**
 * Links between people. They belong to the two people and to no organization, so both ends see them, wherever
 * they work, and nobody else does.
 */
export interface UserLinks {
  /**
   * Links with this source or this target, oneself. Another person's: 403 for one who works in the same organization,
   * 404 for a stranger and an unknown one.
   */
  list(access: Access, o: { sourceUserId?: string; targetUserId?: string }, page: Page): Promise<readonly UserLink[]>;
  /** As its source or its target. */
  get(access: Access, id: string): Promise<UserLink>;
  create(access: Access, o: Omit<UserLink, 'id'>): Promise<UserLink>;
  /** What is wrong with as much of a new link as could be read. Nothing is said to whom `create` would refuse. */
  faults(access: Access, o: ValidPart<Pick<UserLink, 'sourceUserId' | 'targetUserId'>>): Promise<readonly Fault[]>;
  /** Either end ends it. */
  end(access: Access, id: string): Promise<void>;
}

const columns = ['id', 'sourceUserId', 'targetUserId', 'linkType', 'description'] as const;

export function createUserLinks({ database, clock, organizationsOf, log }: Deps): UserLinks {
  /** Does the person work in the organization in which the actor works now? */
  const isColleague = async ({ organization, actor }: Access, user: string): Promise<boolean> =>
    organization !== null &&
    (await organizationsOf(user)).includes(organization) &&
    (await organizationsOf(actor.id)).includes(organization);

  const targetFaults = async (access: Access, targetUserId: string): Promise<readonly Fault[]> => {
    if (targetUserId === personOf(access))
      return [{ pointer: '/targetUserId', code: 'oneself', detail: 'A link leads to another person.' }];
    return (await isColleague(access, targetUserId))
      ? []
      : [
          {
            pointer: '/targetUserId',
            code: 'unknown-user',
            detail: 'There is no such person in the organization you are signed in to.',
          },
        ];
  };

  return {
    faults: async (access, { sourceUserId, targetUserId }) =>
      targetUserId === undefined || (sourceUserId !== undefined && sourceUserId !== personOf(access))
        ? []
        : targetFaults(access, targetUserId),

    async list(access, { sourceUserId, targetUserId }, { after, limit }) {
      const me = personOf(access);
      const [asked, ...further] = [sourceUserId, targetUserId].filter((id) => id !== undefined);
      if (asked === undefined)
        throw badQuery([
          {
            pointer: '?sourceUserId',
            code: 'required',
            detail: 'Name the person whose links you ask for: sourceUserId or targetUserId.',
          },
        ]);
      if (asked !== me && !further.includes(me))
        throw (await isColleague(access, asked))
          ? forbidden('The links of another person are their own matter. Ask for your own.')
          : notFound();
      // What is no identifier is nobody's, and would not be understood by the database.
      if (![asked, ...further].every(isId)) return [];
      return database.lookUp(async (tx) => {
        let query = tx.sql<ProfileTables>().selectFrom('user_link').select(columns);
        if (sourceUserId !== undefined) query = query.where('sourceUserId', '=', sourceUserId);
        if (targetUserId !== undefined) query = query.where('targetUserId', '=', targetUserId);
        if (after) query = query.where('id', '>', after.id);
        return query
          .orderBy('id')
          .limit(limit + 1)
          .execute();
      });
    },

    async get(access, id) {
      const me = personOf(access);
      const link =
        isId(id) &&
        (await database.lookUp((tx) =>
          tx
            .sql<ProfileTables>()
            .selectFrom('user_link')
            .select(columns)
            .where('id', '=', id)
            .where(({ or, eb }) => or([eb('sourceUserId', '=', me), eb('targetUserId', '=', me)]))
            .executeTakeFirst(),
        ));
      if (!link) throw notFound();
      return link;
    },

    async create(access, { sourceUserId, targetUserId, linkType, description }) {
      if (sourceUserId !== personOf(access))
        throw forbidden('You link yourself to others: sourceUserId is your own id.');
      const faults = await targetFaults(access, targetUserId);
      if (faults.length > 0) throw invalid(faults);
      const link: UserLink = { id: newId(), sourceUserId, targetUserId, linkType, description };
      try {
        await database.lookUp(async (tx) => {
          await tx
            .sql<ProfileTables>()
            .insertInto('user_link')
            .values({ ...link, createdAt: clock.now().toISOString() })
            .execute();
          log.emit(
            linkCreated,
            personally(access),
            { subject: { type: 'user-link', id: link.id }, after: { sourceUserId, targetUserId, linkType } },
            { sourceUserId, targetUserId, linkType },
          );
        });
      } catch (error) {
        throw isDuplicate(error)
          ? conflict('already-linked', 'You have a link of this type to this person already.')
          : error;
      }
      return link;
    },

    async end(access, id) {
      const me = personOf(access);
      if (!isId(id)) throw notFound();
      await database.lookUp(async (tx) => {
        const link = await tx
          .sql<ProfileTables>()
          .deleteFrom('user_link')
          .where('id', '=', id)
          .where(({ or, eb }) => or([eb('sourceUserId', '=', me), eb('targetUserId', '=', me)]))
          .returning(['sourceUserId', 'targetUserId', 'linkType'])
          .executeTakeFirst();
        if (!link) throw notFound();
        log.emit(linkEnded, personally(access), { subject: { type: 'user-link', id }, before: link }, link);
      });
    },
  };
}
