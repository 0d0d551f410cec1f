import { entityTag, idText, inOrganization, respond, Type } from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { managePhrases, Phrase, PhraseContent, PhraseUse } from './contract.ts';
import { phraseFaults } from './phrases.ts';
import type { Phrases } from './phrases.ts';

const params = Type.Object({ id: idText() });
const manages = inOrganization({ permission: managePhrases });
const tooMany = 'There are 100 texts of this use already (`too-many-phrases`)';

export const routes = {
  list: {
    method: 'GET',
    url: '/api/v1/organization/phrases',
    gate: inOrganization(),
    summary: 'Texts for reasons of the active organization, by their place; for staff',
    query: Type.Object({ use: Type.Optional(PhraseUse) }),
    reply: Type.Array(Phrase),
  },
  add: {
    method: 'POST',
    url: '/api/v1/organization/phrases',
    resource: '/api/v1/organization/phrases/:id',
    gate: manages,
    etag: 'sent',
    summary: 'Write a text for reasons',
    body: PhraseContent,
    reply: Phrase,
    problems: { 409: tooMany },
  },
  one: {
    method: 'GET',
    url: '/api/v1/organization/phrases/:id',
    gate: inOrganization(),
    etag: 'sent',
    summary: 'One text for reasons; its ETag is for If-Match',
    params,
    reply: Phrase,
  },
  change: {
    method: 'PUT',
    url: '/api/v1/organization/phrases/:id',
    gate: manages,
    etag: 'compared',
    summary: 'Change a text for reasons, or move it to another place',
    params,
    body: PhraseContent,
    reply: Phrase,
    problems: { 409: tooMany },
  },
  remove: {
    method: 'DELETE',
    url: '/api/v1/organization/phrases/:id',
    gate: manages,
    etag: 'compared',
    summary: 'Remove a text for reasons; what was written with it stays',
    params,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const handlers = (phrases: Phrases): RouteHandlers<typeof routes> => ({
  list: ({ access, query }) => phrases.list(access, query.use),
  async add({ access, body }) {
    const made = await phrases.add(access, body);
    return respond(made, {
      status: 201,
      headers: { etag: entityTag(made.version), location: `/api/v1/organization/phrases/${made.id}` },
    });
  },
  one: async ({ access, params: { id } }) => tagged(await phrases.one(access, id)),
  change: async ({ access, params: { id }, body, headers }) =>
    tagged(await phrases.change(access, id, body, headers['if-match'])),
  remove: ({ access, params: { id }, headers }) => phrases.remove(access, id, headers['if-match']),
});

export const checks: RouteChecks<typeof routes> = {
  add: async ({ body }) => phraseFaults(body),
  change: async ({ body }) => phraseFaults(body),
};

const tagged = (phrase: Phrase) => respond(phrase, { headers: { etag: entityTag(phrase.version) } });
