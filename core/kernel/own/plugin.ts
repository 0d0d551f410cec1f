import { definePlugin, inOrganization, inWorkspace, notFound, Problem, respond, Type } from '@dossier/sdk';
import type { Access, ErasedSpec, Identity, Plugin } from '@dossier/sdk';
import { passes } from '../access/gatekeeper.ts';
import { accessChanged } from '../events/access-changed.ts';
import { settingsChanged } from '../settings/changed.ts';
import type { GraphqlServer } from '../graphql/server.ts';

/** What the kernel's own routes show of its parts. */
export interface OwnParts {
  readonly plugins: () => readonly ErasedSpec[];
  readonly health: () => Promise<{ readonly ready: boolean; readonly plugins: Readonly<Record<string, string>> }>;
  readonly graphql: () => GraphqlServer;
  readonly openApi: () => object;
  readonly asyncApi: () => object;
  readonly moduleOf: (plugin: string) => string | null;
  readonly identityOf: (access: Access) => Identity | undefined;
  readonly ticket: (identity: Identity) => Promise<object>;
  readonly since: (identity: Identity, topic: string, after: string | undefined) => Promise<object | null>;
  readonly isReady: (plugin: string) => boolean;
}

// Made once, so that they are compiled once, however many kernels a process runs.
const Operation = Type.Object({
  query: Type.String({ minLength: 1 }), variables: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  operationName: Type.Optional(Type.Union([Type.String(), Type.Null()])), extensions: Type.Optional(Type.Unknown()),
}, { additionalProperties: false });
const Missed = Type.Object({ topic: Type.String({ maxLength: 200 }), after: Type.Optional(Type.String({ pattern: '^\\d{1,20}-\\d{1,20}$' })) }, { additionalProperties: false });

const everyone = (why: string): { readonly open: 'to everyone'; readonly why: string } => ({ open: 'to everyone', why });

/** The kernel's own routes and fields, written with the plugin API like anybody's, so that every test that enumerates operations sees them. */
export function kernelPlugin(parts: () => OwnParts, version: string): Plugin {
  const asJson = (value: object): unknown => respond(value, { headers: { 'cache-control': 'no-cache' } });
  return definePlugin({
    id: 'core', version, kernel: `^${version}`, critical: true,
    events: [accessChanged, settingsChanged],
    routes: {
      live: { method: 'GET', url: '/health/live', gate: everyone('A probe has no credentials.'), summary: 'Is the process alive?' },
      ready: { method: 'GET', url: '/health/ready', gate: everyone('A load balancer has no credentials.'), summary: 'Can the process serve? Names the state of each plugin.' },
      openApi: { method: 'GET', url: '/openapi.json', gate: everyone('The document describes the interface, not its data.'), summary: 'This document: OpenAPI 3.1.' },
      asyncApi: { method: 'GET', url: '/asyncapi.json', gate: everyone('The document describes the interface, not its data.'), summary: 'Topics and messages of the realtime push: AsyncAPI 3.' },
      graphql: {
        method: 'POST', url: '/graphql', status: 200, gate: { scope: 'installation', actors: ['user', 'key'] }, summary: 'GraphQL reads; every field has a gate of its own.', bodyLimit: 100_000,
        body: Operation,
      },
      ticket: {
        method: 'POST', url: '/rt/ticket', status: 200, gate: inOrganization(), summary: 'A short-lived ticket for the MQTT connection of a browser (WebSocket /rt).',
      },
      events: {
        method: 'GET', url: '/api/v1/events', gate: inOrganization(), summary: 'Messages of one topic after a place in the log: what a browser that was away has missed.',
        query: Missed,
      },
    },
    graphql: {
      sdl: `
        extend type Query {
          "Elements of plugins that the viewer may see in a workspace."
          shell(workspaceId: ID!): [Contribution!]!
        }
        type Contribution { plugin: String! slot: String! tag: String! title: String! icon: String order: Int path: String module: String! }`,
      fields: { 'Query.shell': inWorkspace({ at: { in: 'query', name: 'workspaceId' } }) },
    },
    setup(_needs, plugin) {
      plugin.routes({
        live: () => asJson({ status: 'live' }),
        async ready() {
          const { ready, plugins } = await parts().health();
          return respond({ status: ready ? 'ready' : 'not-ready', plugins }, { status: ready ? 200 : 503 });
        },
        openApi: () => asJson(parts().openApi()),
        asyncApi: () => asJson(parts().asyncApi()),
        async graphql(request) {
          const { status, body } = await parts().graphql().execute(request.body, parts().identityOf(request.access), request.id);
          const standard = String(request.headers['accept'] ?? '').includes('application/graphql-response+json');
          return respond(body, { status: standard ? status : body.data === undefined ? status : 200, headers: { 'content-type': `${standard ? 'application/graphql-response+json' : 'application/json'}; charset=utf-8` } });
        },
        async ticket(request) {
          return parts().ticket(identified(parts(), request.access));
        },
        async events(request) {
          const found = await parts().since(identified(parts(), request.access), request.query.topic, request.query.after);
          if (!found) throw notFound();
          return found;
        },
      });
      plugin.resolve({ 'Query.shell': (_parent: unknown, _args: unknown, access: Access) => elements(parts(), access) });
    },
  });
}

function identified(parts: OwnParts, access: Access): Identity {
  const identity = parts.identityOf(access);
  if (!identity) throw new Problem(401, 'unauthenticated', 'Not signed in', { detail: 'Sign in again.' });
  return identity;
}

function elements(parts: OwnParts, access: Access): readonly object[] {
  return parts.plugins().flatMap((plugin) => {
    if (!plugin.web || !parts.isReady(plugin.id)) return [];
    const module = plugin.web.entry === undefined ? '' : parts.moduleOf(plugin.id);
    if (module === null) return [];
    return plugin.web.elements.filter((element) => passes(element.gate, access))
      .map((element) => ({ plugin: plugin.id, slot: element.slot.id, tag: element.tag, title: element.title, icon: element.icon ?? null, order: element.order ?? null, path: element.path ?? null, module }));
  });
}
