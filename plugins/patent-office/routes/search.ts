import { idText, inWorkspace, Type } from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { mostOfPatents, patentsFeature, searchPatents } from '../contract.ts';
import { Checked, EarlierSearch, Found } from '../replies.ts';
import type { History } from '../searching/history.ts';
import { asked, queryFaults } from '../searching/query.ts';
import { REACHABLE } from '../searching/search.ts';
import type { Searching } from '../searching/search.ts';

const exactly = { additionalProperties: false } as const;
const url = '/api/v1/workspaces/:workspaceId/patents';
const gate = inWorkspace({ feature: patentsFeature, permission: searchPatents });
const params = Type.Object({ workspaceId: idText() });
const one = Type.Object({ workspaceId: idText(), id: idText() });

/** Whose searches they are is never said in a request: each person has their own. */
export const routes = {
  check: {
    method: 'POST',
    url: `${url}/check`,
    resource: null,
    status: 200,
    gate,
    params,
    body: Type.Object(
      {
        ...asked,
        caret: Type.Optional(
          Type.Integer({ minimum: 0, maximum: mostOfPatents.query, description: 'Where something may be completed.' }),
        ),
      },
      exactly,
    ),
    reply: Checked,
    summary: 'Look a query through, or make one of a form: nothing is asked, and no credit used',
  },
  search: {
    method: 'POST',
    url: `${url}/search`,
    resource: null,
    status: 200,
    gate,
    params,
    body: Type.Object(
      {
        ...asked,
        from: Type.Optional(
          Type.Integer({ minimum: 1, maximum: REACHABLE, default: 1, description: 'The first of the 25, from 1.' }),
        ),
        applicationId: Type.Optional(idText('What is saved to it is marked.')),
      },
      exactly,
    ),
    reply: Found,
    problems: {
      404: 'You do not read this application (`not-found`)',
      409: 'Too few credits are left (`no-credits`), the organization has set up no account (`office-not-set-up`) or a wrong one (`office-key`), or it is more than the office gives at once (`too-much`), or texts that it has not (`no-text`), or several publications have the number (`several-publications`)',
    },
    summary:
      'Search at the patent office, for one credit; that nothing is found costs it, too. For a day the same page costs nobody of the organization another one',
  },
  searches: {
    method: 'GET',
    url: `${url}/searches`,
    gate,
    params,
    reply: Type.Array(EarlierSearch),
    summary: 'Your last 50 searches, the newest first',
  },
  searched: {
    method: 'GET',
    url: `${url}/searches/:id`,
    gate,
    params: one,
    reply: Type.Object({
      words: Type.Array(Type.String(), { description: 'With * ? and # for letters that may vary.' }),
    }),
    summary: 'Words that one of your searches looked for, to be marked where they are found',
  },
  forget: {
    method: 'DELETE',
    url: `${url}/searches/:id`,
    gate,
    params: one,
    summary: 'Forget one of your searches',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export interface SearchServices {
  readonly searching: Searching;
  readonly history: History;
}

export const handlers = ({ searching, history }: SearchServices): RouteHandlers<typeof routes> => ({
  check: ({ access, body }) => searching.check(access, body),
  search: ({ access, body: { from = 1, ...query } }) => searching.search(access, { ...query, from }),
  searches: async ({ access }) => [...(await history.list(access))],
  searched: async ({ access, params: { id } }) => ({ words: [...(await history.words(access, id))] }),
  forget: ({ access, params: { id } }) => history.forget(access, id),
});

export const checks: RouteChecks<typeof routes> = {
  // Nothing can be looked through of what does not fit its schema.
  search: async ({ body }) => {
    const { by, q } = body;
    const isUnread = by === undefined || by === 'form' || ('q' in body && q === undefined);
    return isUnread ? [] : queryFaults({ by, q });
  },
};
