import { entityTag, idText, inWorkspace, respond, Type } from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { mostOfPatents, PatentNote, patentsFeature, searchPatents } from '../contract.ts';
import { noteFaults } from '../notes/notes.ts';
import type { Notes } from '../notes/notes.ts';

const url = '/api/v1/workspaces/:workspaceId/patents/:number/note';
const gate = inWorkspace({ feature: patentsFeature, permission: searchPatents });
const params = Type.Object({
  workspaceId: idText(),
  number: Type.String({ maxLength: 60, description: 'Of the patent, in any usual spelling.' }),
});
const problems = { 409: 'Several publications have this number (`several-publications`)' };

/** Whose note it is is never said in a request: each person has their own. */
export const routes = {
  note: {
    method: 'GET',
    url,
    etag: 'sent',
    gate,
    params,
    reply: PatentNote,
    problems,
    summary:
      'Your note about a patent, which nobody else can read, or an empty one; its ETag is for If-Match, also of the first',
  },
  writeNote: {
    method: 'PUT',
    url,
    etag: 'compared',
    gate,
    params,
    body: Type.Object({ text: Type.String({ maxLength: mostOfPatents.note }) }, { additionalProperties: false }),
    reply: PatentNote,
    problems,
    summary: 'Write your note about a patent, or change it; it is the same in all workspaces',
  },
  removeNote: {
    method: 'DELETE',
    url,
    etag: 'compared',
    gate,
    params,
    problems,
    summary: 'Delete your note about a patent',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const handlers = (notes: Notes): RouteHandlers<typeof routes> => ({
  note: async ({ access, params: { number } }) => tagged(await notes.read(access, number)),
  writeNote: async ({ access, params: { number }, body, headers }) =>
    tagged(await notes.write(access, number, body.text, headers['if-match'])),
  removeNote: ({ access, params: { number }, headers }) => notes.remove(access, number, headers['if-match']),
});

export const checks: RouteChecks<typeof routes> = {
  writeNote: async ({ body }) => noteFaults(body.text),
};

const tagged = (note: PatentNote) => respond(note, { headers: { etag: entityTag(note.version) } });
