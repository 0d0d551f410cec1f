import { inOrganization, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { asked, pagesAsked } from './asked.ts';
import { mostOfSearch, SearchGroup } from './contract.ts';
import type { Search } from './search.ts';

export const routes = {
  search: {
    method: 'GET',
    url: '/api/v1/search',
    gate: inOrganization(),
    summary: 'Search all that one may see in the active organization',
    description:
      'Words are found by their beginning, whatever their order, case and accents; numbers, e-mail addresses and amounts also as a whole. Kinds of which nothing was found are left out. Where nothing at all was found, words of five letters and more are met by what is spelled nearly alike.',
    query: Type.Object({
      text: Type.String({ maxLength: mostOfSearch.characters, examples: ['lindqvist'] }),
      kind: Type.Optional(
        Type.Array(Type.String({ maxLength: 100 }), {
          maxItems: 20,
          description: 'Sources; all of them unless given.',
          examples: [['applications']],
        }),
      ),
      sign: Type.Optional(
        Type.Union([Type.Literal('#'), Type.Literal('@')], {
          description: 'Only kinds that go by this sign: # before numbers, @ before names.',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: mostOfSearch.rows, description: 'Of each kind; 5 unless given.' }),
      ),
    }),
    reply: Type.Array(SearchGroup),
  },
  searchPages: {
    method: 'GET',
    url: '/api/v1/search/pages',
    gate: inOrganization(),
    summary: 'What stands on pages that one had open before',
    description:
      'As it is called and stands now; of pages that are gone, or are not open to the reader any more, nothing is said.',
    query: Type.Object({
      pages: Type.Array(Type.String({ maxLength: mostOfSearch.characters }), {
        maxItems: mostOfSearch.pages,
        description: 'The id of a workspace and the path of a page in it.',
        examples: [['01900000-0000-7000-8000-000000000000/applications/01900000-0000-7000-8000-000000000001']],
      }),
    }),
    reply: Type.Array(SearchGroup),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const handlers = (search: Search): RouteHandlers<typeof routes> => ({
  search: ({ access, query, signal }) => search.find(access, asked(query), signal),
  searchPages: ({ access, query, signal }) => search.at(access, pagesAsked(query.pages), signal),
});
