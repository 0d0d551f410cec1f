import { entityTag, idText, inWorkspace, respond, Type } from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { readApplications } from '../applications/contract.ts';
import type { Queue } from '../applications/queue/contract.ts';
import { viewFaults } from './content.ts';
import { COUNTED, COUNTED_AT_ONCE, SavedView, ViewContent } from './contract.ts';
import type { Views } from './views.ts';

const place = Type.Object({ workspaceId: idText() });
const params = Type.Object({ workspaceId: idText(), id: idText() });
const gate = inWorkspace({ permission: readApplications });
const all = '/api/v1/workspaces/:workspaceId/views';
const one = `${all}/:id` as const;
const tooMany = 'There are as many views already as there may be (`too-many-views`)';

export const routes = {
  list: {
    method: 'GET',
    url: all,
    gate,
    summary: 'Your own views of the queue by their place, and behind them those that are shared in the workspace',
    params: place,
    reply: Type.Array(SavedView),
  },
  add: {
    method: 'POST',
    url: all,
    resource: one,
    gate,
    etag: 'sent',
    summary: 'Keep a view of the queue, for yourself or for all of the workspace',
    params: place,
    body: ViewContent,
    reply: SavedView,
    problems: { 409: tooMany },
  },
  counts: {
    method: 'GET',
    url: '/api/v1/workspaces/:workspaceId/view-counts',
    gate,
    summary: `How many applications your views and the shared ones find, counted up to ${COUNTED}: of the first ${COUNTED_AT_ONCE}`,
    params: place,
    reply: Type.Array(Type.Object({ id: idText(), count: Type.Integer() })),
  },
  one: {
    method: 'GET',
    url: one,
    gate,
    etag: 'sent',
    summary: 'One view; its ETag is for If-Match',
    params,
    reply: SavedView,
  },
  change: {
    method: 'PUT',
    url: one,
    gate,
    etag: 'compared',
    summary: 'Change, rename, share or move a view that is yours, or a shared one for who manages views',
    params,
    body: ViewContent,
    reply: SavedView,
    problems: { 409: tooMany },
  },
  move: {
    method: 'PUT',
    url: `${one}/position`,
    resource: one,
    gate,
    etag: 'compared',
    summary: 'Move a view to another place among those of its kind',
    params,
    body: Type.Object(
      { position: Type.Integer({ minimum: 0, maximum: 1000, description: 'From 0, among those of its kind.' }) },
      { additionalProperties: false },
    ),
    reply: SavedView,
  },
  remove: {
    method: 'DELETE',
    url: one,
    gate,
    etag: 'compared',
    summary: 'Remove a view that is yours, or a shared one for who manages views',
    params,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const handlers = (views: Views): RouteHandlers<typeof routes> => ({
  list: async ({ access }) => [...(await views.list(access))],
  counts: async ({ access }) => [...(await views.counts(access))],
  async add({ access, body }) {
    const made = await views.add(access, body);
    return respond(made, {
      status: 201,
      headers: {
        etag: entityTag(made.version),
        location: `/api/v1/workspaces/${access.workspace}/views/${made.id}`,
      },
    });
  },
  one: async ({ access, params: { id } }) => tagged(await views.one(access, id)),
  change: async ({ access, params: { id }, body, headers }) =>
    tagged(await views.change(access, id, body, headers['if-match'])),
  move: async ({ access, params: { id }, body, headers }) =>
    tagged(await views.move(access, id, body.position, headers['if-match'])),
  remove: ({ access, params: { id }, headers }) => views.remove(access, id, headers['if-match']),
});

export const checks = (queue: Pick<Queue, 'faults'>): RouteChecks<typeof routes> => ({
  add: async ({ body }) => viewFaults(queue, body),
  change: async ({ body }) => viewFaults(queue, body),
});

const tagged = (view: SavedView) => respond(view, { headers: { etag: entityTag(view.version) } });
