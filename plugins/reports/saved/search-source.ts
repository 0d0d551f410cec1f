/** Reports by the words of their names and of what they are for: built-in ones, and those that the reader may see. */
import { sql } from 'kysely';
import { idArray, isId, termsOf } from '@dossier/sdk';
import type { Contributions, Database } from '@dossier/sdk';
import type { SearchSource, Sought } from '@dossier/core/platform/search/contract';
import type { BuiltInTemplate } from '../contract.ts';
import type { ReportTables } from '../entities.ts';

/** Saved ones of which the names are looked through: a workspace has a handful. */
const LOOKED_THROUGH = 1_000;

interface Named {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly workspaceId: string;
}

const meets = ({ name, description }: Named, words: Sought['words']): boolean => {
  const terms = [...termsOf([name, description])];
  return words.every((spellings) => spellings.some((word) => terms.some((term) => term.startsWith(word))));
};

/** Saved ones first; of a built-in one, which is the same everywhere, that of one workspace. */
export const reportsFound = (database: Database, builtIns: Contributions<BuiltInTemplate>): SearchSource => ({
  title: 'Reports',
  icon: 'chart',
  async find(access, places, { words, limit }, signal) {
    const { organization, actor } = access;
    const saved = await database.read(
      access,
      async (tx) => {
        // By the two indexes of names, so that what others keep for themselves is not read to be left out.
        const here = (visibility: 'workspace' | 'private') =>
          tx
            .sql<ReportTables>()
            .selectFrom('report_template')
            .select(['id', 'name', 'description', 'workspaceId'])
            .where('organizationId', '=', organization)
            .where('workspaceId', '=', sql<string>`any(${idArray(places.map(({ workspace }) => workspace))}::uuid[])`)
            .where('visibility', '=', sql.lit(visibility));
        const shared = here('workspace');
        const all = isId(actor.id) ? shared.unionAll(here('private').where('ownerId', '=', actor.id)) : shared;
        return all.limit(LOOKED_THROUGH).execute();
      },
      signal,
    );
    const standing = places.flatMap((place) =>
      builtIns.list(place).map(({ id, value: { name, description } }): Named => {
        return { id, name, description, workspaceId: place.workspace };
      }),
    );
    const once = [...new Map(standing.toReversed().map((one) => [one.id, one])).values()].toReversed();
    return [...saved, ...once]
      .filter((one) => meets(one, words))
      .slice(0, limit)
      .map(({ id, name, description, workspaceId }) => ({
        id,
        title: name,
        about: description,
        state: null,
        money: null,
        workspaceId,
        path: `reports/edit/${encodeURIComponent(id)}`,
      }));
  },
});
