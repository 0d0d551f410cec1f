/** Comments by what they say: staff finds those of the cases that it handles, a client what is said in their own. */
import { sql } from 'kysely';
import type { Expression } from 'kysely';
import { idArray } from '@dossier/sdk';
import type { Database, OrganizationAccess, OrganizationId, Transaction, UserId, WorkspaceAccess } from '@dossier/sdk';
import { markdownText } from '@dossier/sdk/markdown-text';
import type { Cards } from '../applications/cards/contract.ts';
import { readApplications, readOwnApplications } from '../applications/contract.ts';
import type { SearchSource, Sought } from '../search/contract.ts';
import { readComments } from './contract.ts';
import type { CommentKind } from './contract.ts';
import type { CommentTables } from './entities.ts';
import { excerptAt } from './excerpt.ts';
import { hasTerm } from './terms.ts';

/** Own applications of which the comments are looked through. */
const MOST_OWN = 200;

interface Scoped {
  /** Workspaces, or applications. */
  readonly of: 'workspace' | 'application';
  readonly ids: readonly string[];
  readonly kinds: readonly CommentKind[];
  /** Applications of which only what is external is meant. */
  readonly externalOf?: readonly string[];
}

/** Newest first; each place is looked through by its index. What the reader may not see the database keeps back. */
export function commentRows(
  tx: Transaction,
  organization: OrganizationId,
  { of, ids, kinds, externalOf = [] }: Scoped,
  { words, limit }: Pick<Sought, 'words' | 'limit'>,
) {
  const db = tx.sql<CommentTables>();
  const at: Expression<string> = sql.ref<string>('place.id');
  let there = db
    .selectFrom('comment')
    .select(['comment.id', 'comment.applicationId', 'kind', 'text', 'byName'])
    .where('comment.organizationId', '=', organization)
    .where(of === 'workspace' ? 'comment.workspaceId' : 'comment.applicationId', '=', at);
  if (externalOf.length > 0)
    there = there.where(({ or, eb }) =>
      or([
        eb('kind', '=', 'external'),
        eb('comment.applicationId', '<>', sql<string>`all(${idArray(externalOf)}::uuid[])`),
      ]),
    );
  for (const spellings of words)
    there = there.where(hasTerm(spellings, kinds, of === 'workspace' ? { workspace: at } : { application: at }));
  const found = there.orderBy('comment.id', 'desc').limit(limit);
  return db
    .selectFrom(sql<{ id: string }>`unnest(${idArray(ids)}::uuid[])`.as<'place'>(sql`"place"("id")`))
    .innerJoinLateral(found.as('found'), (join) => join.onTrue())
    .select(['found.id', 'found.applicationId', 'kind', 'text', 'byName'])
    .orderBy('found.id', 'desc')
    .limit(limit)
    .execute();
}

export function commentsFound({
  database,
  cards,
}: {
  readonly database: Database;
  readonly cards: Cards;
}): SearchSource {
  /** Somebody of the staff who is an applicant (of `externalOf`) meets the case as the client that they are. */
  const asStaff = (
    { organization }: OrganizationAccess,
    places: readonly WorkspaceAccess[],
    externalOf: readonly string[],
    sought: Sought,
    signal?: AbortSignal,
  ) => {
    const ids = places
      .filter((place) => place.can(readApplications) && place.can(readComments))
      .map(({ workspace }) => workspace);
    if (ids.length === 0) return [];
    return database.read(
      { organization, audience: 'staff' },
      (tx) =>
        commentRows(tx, organization, { of: 'workspace', ids, kinds: ['external', 'internal'], externalOf }, sought),
      signal,
    );
  };

  const asClient = async (
    { organization, actor }: OrganizationAccess,
    places: readonly WorkspaceAccess[],
    applied: readonly string[],
    sought: Sought,
    signal?: AbortSignal,
  ) => {
    const mayOwn = places.some((place) => place.can(readOwnApplications));
    const theirs = mayOwn ? await cards.ofClient(organization, actor.id as UserId) : [];
    const ids = [...new Set([...applied, ...theirs])].slice(0, MOST_OWN);
    if (ids.length === 0) return [];
    return database.read(
      { organization, audience: 'client' },
      (tx) => commentRows(tx, organization, { of: 'application', ids, kinds: ['external'] }, sought),
      signal,
    );
  };

  return {
    title: 'Comments',
    icon: 'chat',
    async find(access, places, sought, signal) {
      if (sought.words.length === 0 || access.actor.kind !== 'user') return [];
      const applied = await cards.asApplicant(access.organization, access.actor.id as UserId);
      // Not side by side: what a client may see is all that anybody sees in that transaction meanwhile.
      const inside = await asStaff(access, places, applied, sought, signal);
      const outside = await asClient(access, places, applied, sought, signal);
      const rows = [...new Map([...inside, ...outside].map((row) => [row.id, row])).values()]
        .toSorted((one, other) => (one.id < other.id ? 1 : -1))
        .slice(0, sought.limit);
      if (rows.length === 0) return [];
      const shown = await cards.of(
        access,
        places,
        rows.map(({ applicationId }) => applicationId),
      );
      return rows.flatMap(({ id, applicationId, kind, text, byName }) => {
        const card = shown.get(applicationId);
        if (!card) return [];
        return [
          {
            id,
            title: excerptAt(markdownText(text, { names: true }), sought.words),
            about: `${byName}, in ${card.title || 'an application'}, ${card.about}`,
            state: card.as === 'client' ? null : kind === 'internal' ? 'Internal' : 'With the client',
            money: null,
            workspaceId: card.workspaceId,
            path: `${card.path}?tab=dossier-comments`,
          },
        ];
      });
    },
  };
}
