import { entityTag, idText, inWorkspace, respond, Type } from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { PatentLine, patentsFeature, searchPatents } from '../contract.ts';
import { Watch } from '../replies.ts';
import { NewWatch, WatchContent, watchFaults } from '../searching/watch-content.ts';
import type { Watches } from '../searching/watches.ts';

const url = '/api/v1/workspaces/:workspaceId/patents/watches';
const gate = inWorkspace({ feature: patentsFeature, permission: searchPatents });
const workspace = Type.Object({ workspaceId: idText() });
const params = Type.Object({ workspaceId: idText(), id: idText() });

/** Whose they are is never said in a request: each person has their own. */
export const routes = {
  watches: {
    method: 'GET',
    url,
    gate,
    params: workspace,
    reply: Type.Array(Watch),
    summary: 'Your saved searches in a workspace, by name',
  },
  addWatch: {
    method: 'POST',
    url,
    resource: `${url}/:id`,
    etag: 'sent',
    gate,
    params: workspace,
    body: NewWatch,
    reply: Watch,
    idempotent: true,
    problems: { 409: 'You have as many as there may be (`too-many-watches`)' },
    summary:
      'Save a search, which then looks by itself and tells you each new patent once. What is there already it learns soon afterwards, for a credit for each 100 hits; it reaches to 2,000',
  },
  watch: {
    method: 'GET',
    url: `${url}/:id`,
    etag: 'sent',
    gate,
    params,
    reply: Watch,
    summary: 'One of your saved searches; its ETag is for If-Match',
  },
  changeWatch: {
    method: 'PUT',
    url: `${url}/:id`,
    etag: 'compared',
    gate,
    params,
    body: WatchContent,
    reply: Watch,
    summary: 'Change a saved search; with another query it begins anew',
  },
  removeWatch: {
    method: 'DELETE',
    url: `${url}/:id`,
    etag: 'compared',
    gate,
    params,
    summary: 'Remove a saved search, and what it has found',
  },
  watchHits: {
    method: 'GET',
    url: `${url}/:id/hits`,
    gate,
    params,
    reply: Type.Object({ lines: Type.Array(PatentLine) }),
    summary: 'What a saved search has found since it was saved, the newest first, 200 at most',
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const handlers = (watches: Watches): RouteHandlers<typeof routes> => ({
  watches: async ({ access }) => [...(await watches.list(access))],
  addWatch: async ({ access, body }) => {
    const made = await watches.create(access, body);
    return respond(made, {
      status: 201,
      headers: {
        etag: entityTag(made.version),
        location: `/api/v1/workspaces/${access.workspace}/patents/watches/${made.id}`,
      },
    });
  },
  watch: async ({ access, params: { id } }) => tagged(await watches.one(access, id)),
  changeWatch: async ({ access, params: { id }, body, headers }) =>
    tagged(await watches.change(access, id, body, headers['if-match'])),
  removeWatch: ({ access, params: { id }, headers }) => watches.remove(access, id, headers['if-match']),
  watchHits: ({ access, params: { id } }) => watches.hits(access, id),
});

export const checks: RouteChecks<typeof routes> = {
  addWatch: async ({ body }) => watchFaults(body),
  changeWatch: async ({ body }) => watchFaults(body),
};

const tagged = (watch: Watch) => respond(watch, { headers: { etag: entityTag(watch.version) } });
