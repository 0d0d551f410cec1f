import { inOrganization, isInOrganization } from '@dossier/sdk';
import type { FieldResolver, FieldResolvers, GraphqlSpec } from '@dossier/sdk';
import { asked, pagesAsked } from './asked.ts';
import type { Search } from './search.ts';

/** What is read by REST, by the same names. */
export const graphql = {
  sdl: `
    "One thing that was found. path is its page, below that of its workspace, or of the organization where workspaceId is null."
    type SearchHit { id: ID! title: String! about: String! state: String money: SearchMoney workspaceId: ID path: String! }
    type SearchMoney { amount: Float! currency: String }
    "What was found of one kind. isAlike: nothing is called exactly so, and these are spelled nearly alike."
    type SearchGroup { kind: String! title: String! icon: String! hits: [SearchHit!]! isAlike: Boolean! }
    extend type Query {
      "What one may see in the active organization, by words, names, numbers and amounts: limit rows (5, at most 20) of each kind, the best first; of those kinds alone that go by the sign, # or @."
      search(text: String!, kind: [String!], sign: String, limit: Int): [SearchGroup!]!
      "What stands on these pages (workspace/path) as it is called now, of what one may see; at most 16."
      searchPages(pages: [String!]!): [SearchGroup!]!
    }`,
  fields: { 'Query.search': inOrganization(), 'Query.searchPages': inOrganization() },
} satisfies GraphqlSpec;

export function resolvers(search: Search): FieldResolvers {
  const find: FieldResolver<{
    text: string;
    kind?: readonly string[] | null;
    sign?: string | null;
    limit?: number | null;
  }> = (_parent, { text, kind, sign, limit }, access) =>
    isInOrganization(access) ? search.find(access, asked({ text, kind, sign, limit })) : [];
  const at: FieldResolver<{ pages: readonly string[] }> = (_parent, { pages }, access) =>
    isInOrganization(access) ? search.at(access, pagesAsked(pages)) : [];
  return { 'Query.search': find, 'Query.searchPages': at };
}
