import { idText, inWorkspace, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { parts, PatentPart, patentsFeature, savePatents, searchPatents } from '../contract.ts';
import type { Library } from '../library/library.ts';
import { NumberRead, PatentFetched, PatentRecord } from '../replies.ts';
import type { History } from '../searching/history.ts';

const exactly = { additionalProperties: false } as const;
const url = '/api/v1/workspaces/:workspaceId/patents';
const gate = inWorkspace({ feature: patentsFeature, permission: searchPatents });
const workspace = Type.Object({ workspaceId: idText() });
const params = Type.Object({
  workspaceId: idText(),
  number: Type.String({ maxLength: 60, description: 'In any usual spelling: `EP1000000A1`.' }),
});
const several = 'The number may be that of several publications (`several-publications`)';

export const routes = {
  rights: {
    method: 'GET',
    url: `${url}/rights`,
    gate,
    params: workspace,
    reply: Type.Object({ save: Type.Boolean({ description: 'Save patents to applications, and remove them.' }) }),
    summary: 'What else you may do with patents in the workspace',
  },
  readNumber: {
    method: 'POST',
    url: `${url}/number`,
    resource: null,
    status: 200,
    gate,
    params: workspace,
    body: Type.Object({ text: Type.String({ maxLength: 2_000 }) }, exactly),
    reply: NumberRead,
    summary: 'Read a number in any usual spelling: one publication, or a question. No credit is used',
  },
  patent: {
    method: 'GET',
    url: `${url}/:number`,
    gate,
    params,
    query: Type.Object({
      search: Type.Optional(idText('The search that found it: it counts as seen from now on.')),
      applicationId: Type.Optional(idText('Stands first of those to which it is saved.')),
    }),
    reply: PatentRecord,
    problems: { 409: several },
    summary: 'A patent as it is kept here, with what each part that is not here costs; reading it costs nothing',
  },
  fetch: {
    method: 'POST',
    url: `${url}/:number/fetch`,
    resource: null,
    status: 200,
    gate,
    params,
    body: Type.Object(
      {
        parts: Type.Array(PatentPart, { minItems: 1, maxItems: parts.length, uniqueItems: true }),
        again: Type.Optional(Type.Boolean({ description: 'Also what is here already.' })),
      },
      exactly,
    ),
    reply: PatentFetched,
    problems: {
      409: 'Too few credits are left (`no-credits`), the organization has set up no account (`office-not-set-up`) or a wrong one (`office-key`), it is more than the office gives at once (`too-much`) or a text that it has not (`no-text`), or several publications have this number (`several-publications`)',
    },
    summary:
      'Ask the patent office for parts of a patent, for a credit each; what is here, and what it does not have, ' +
      'costs none. A problem means that none was used',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export interface PatentServices {
  readonly library: Library;
  readonly history: Pick<History, 'seen'>;
}

export const handlers = ({ library, history }: PatentServices): RouteHandlers<typeof routes> => ({
  rights: async ({ access }) => ({ save: access.can(savePatents) }),
  readNumber: ({ access, body: { text } }) => library.number(access, text),
  async patent({ access, params: { number }, query: { search, applicationId } }) {
    const found = await library.record(access, number, { applicationId });
    if (search !== undefined) await history.seen(access, found.patent.number);
    return found;
  },
  fetch: ({ access, params: { number }, body }) => library.fetch(access, number, body.parts, body.again ?? false),
});
