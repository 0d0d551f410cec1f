import {
  Clock,
  Database,
  definePlugin,
  inOrganization,
  inWorkspace,
  jobGivenUp,
  notFound,
  Problem,
  respond,
  shellSlots,
  Type,
} from '@dossier/sdk';
import type {
  Access,
  Answer,
  ContributionGate,
  ErasedSpec,
  Identity,
  InterfaceDocuments,
  Plugin,
  Reply,
  WebElement,
} from '@dossier/sdk';
import type { PluginState } from '../../kernel/plugin-state.ts';
import { passes } from '../../kernel/access/contribution-gate.ts';
import { accessChanged } from '../../facilities/events/access-changed.ts';
import { denied } from '../../facilities/events/denied.ts';
import { sweepChanges } from '../../facilities/events/numbered-changes.ts';
import { sweep } from '../../facilities/http/idempotency.ts';
import { sweepAnswers, sweepAnswersHourly } from '../../facilities/http/idempotency-table.ts';
import { settingsChanged } from '../../facilities/events/settings-changed.ts';
import type { GraphqlServer } from '../../facilities/graphql/server.ts';
import { CatchUp, Document, GraphqlReply, Live, Ready, Ticket } from './replies.ts';
import { badRequest, Operation, OperationInQuery, readOperation, readOperationInQuery } from './graphql-request.ts';

/** What the kernel's own routes show of its parts. */
export interface BuiltinParts {
  readonly plugins: () => readonly ErasedSpec[];
  readonly health: () => Promise<{
    readonly status: 'up' | 'degraded' | 'down' | 'draining';
    readonly parts: Readonly<Record<string, 'up' | 'degraded' | 'down'>>;
    readonly plugins: Readonly<Record<string, PluginState['state']>>;
    readonly reasons: Readonly<Record<string, string>>;
  }>;
  readonly graphql: () => GraphqlServer;
  readonly documents: InterfaceDocuments;
  readonly moduleOf: (plugin: string) => string | null;
  readonly identityOf: (access: Access) => Identity | undefined;
  readonly ticket: (identity: Identity) => Promise<Reply<typeof Ticket>>;
  readonly since: (
    identity: Identity,
    topic: string,
    after: string | undefined,
  ) => Promise<Reply<typeof CatchUp> | null>;
  readonly isReady: (plugin: string) => boolean;
}

// Made once, so that they are compiled once, however many kernels a process runs.
const Missed = Type.Object(
  { topic: Type.String({ maxLength: 200 }), after: Type.Optional(Type.String({ pattern: '^\\d{1,20}-\\d{1,20}$' })) },
  { additionalProperties: false },
);

const everyone = (why: string): { readonly open: 'to everyone'; readonly why: string } => ({
  open: 'to everyone',
  why,
});

/** By GraphQL over HTTP: its own media type where the client asks for it. */
const media = ['application/json', 'application/graphql-response+json'];
const graphqlAnswers = {
  reply: GraphqlReply,
  media,
  otherAnswers: {
    400: {
      summary:
        'Not one operation, found wrong before anything ran, or too much at once; application/json that is asked for has 200 for what is wrong with the document',
      reply: GraphqlReply,
      media,
    },
    500: { summary: 'Failed', reply: GraphqlReply, media },
  },
};

/**
 * The kernel's own routes and fields, written with the plugin API like anybody's, so that every test that enumerates
 * operations sees them.
 */
export function kernelPlugin(parts: () => BuiltinParts, version: string): Plugin {
  const asJson = <const B extends object>(value: B): Answer<B> =>
    respond(value, { headers: { 'cache-control': 'no-cache' } });
  return definePlugin({
    id: 'core',
    version,
    kernel: `^${version}`,
    critical: true,
    needs: { database: Database, clock: Clock },
    events: [accessChanged, settingsChanged, denied, jobGivenUp],
    slots: shellSlots,
    jobs: [sweepAnswers],
    schedules: [sweepAnswersHourly],
    routes: {
      live: {
        method: 'GET',
        url: '/health/live',
        gate: everyone('A probe has no credentials.'),
        summary: 'Is the process alive?',
        reply: Live,
      },
      ready: {
        method: 'GET',
        url: '/health/ready',
        gate: everyone('A load balancer has no credentials.'),
        summary:
          'Can the process serve? With the token of the operator it names the state of each part and plugin, and why one fails.',
        reply: Ready,
        otherAnswers: { 503: { summary: 'It cannot', reply: Ready } },
      },
      openApi: {
        method: 'GET',
        url: '/openapi.json',
        gate: everyone('The document describes the interface, not its data.'),
        summary: 'This document: OpenAPI 3.1.',
        reply: Document('openapi'),
      },
      asyncApi: {
        method: 'GET',
        url: '/asyncapi.json',
        gate: everyone('The document describes the interface, not its data.'),
        summary: 'Topics and messages of the realtime push: AsyncAPI 3.',
        reply: Document('asyncapi'),
      },
      schema: {
        method: 'GET',
        url: '/schema.graphql',
        gate: everyone('The document describes the interface, not its data.'),
        summary: 'What GraphQL reads: its schema, with descriptions.',
        media: ['text/plain'],
      },
      graphql: {
        method: 'POST',
        resource: null,
        url: '/graphql',
        status: 200,
        gate: { scope: 'installation', actors: ['user', 'key'] },
        summary: 'GraphQL reads; every field has a gate of its own.',
        bodyLimit: 100_000,
        body: Operation,
        ...graphqlAnswers,
      },
      graphqlByGet: {
        method: 'GET',
        url: '/graphql',
        gate: { scope: 'installation', actors: ['user', 'key'] },
        summary: 'The same for tools that read by GET.',
        query: OperationInQuery,
        ...graphqlAnswers,
      },
      ticket: {
        method: 'POST',
        resource: null,
        url: '/rt/ticket',
        status: 200,
        gate: inOrganization(),
        summary: 'A short-lived ticket for the MQTT connection of a browser (WebSocket /rt).',
        reply: Ticket,
      },
      events: {
        method: 'GET',
        url: '/api/v1/events',
        gate: inOrganization(),
        summary: 'Messages of one topic after a place in the log: what a browser that was away has missed.',
        query: Missed,
        reply: CatchUp,
      },
    },
    graphql: {
      sdl: `
        extend type Query {
          "Elements of plugins that the viewer may see in a workspace."
          shell(workspaceId: ID!): [Contribution!]!
          "Elements of plugins outside workspaces: parts of the settings and of the profile, and pages of a person. The page offers those of whose \`demands\` the viewer holds one each (\`heldPermissions\`)."
          elements: [Contribution!]!
        }
        type Contribution {
          plugin: String! slot: String! tag: String! title: String! icon: String order: Int path: String listed: Boolean! kind: String module: String!
          "By what else than its title the palette finds it; of a command its heading, and the keys that do the same."
          words: String group: String keys: [String!]
          "Lists of ids of permissions: one of each list is needed."
          demands: [[String!]!]!
        }`,
      fields: {
        'Query.shell': inWorkspace({ at: { in: 'query', name: 'workspaceId' } }),
        'Query.elements': { scope: 'installation' },
      },
    },
    setup({ database, clock }, plugin) {
      plugin.work(sweepAnswers, async () => {
        await sweep(database, clock.now());
        await sweepChanges(database, clock.now());
      });
      plugin.routes({
        live: () => asJson({ status: 'live' }),
        async ready(request) {
          const { status, plugins, parts: of, reasons } = await parts().health();
          // What an installation is made of, and what of it is weak, is for who looks after it.
          const details =
            request.access !== undefined && parts().identityOf(request.access)?.operator
              ? { parts: of, plugins, reasons }
              : {};
          return respond(
            {
              status: { up: 'ready', degraded: 'degraded', down: 'not-ready', draining: 'draining' }[status],
              ...details,
            },
            { status: status === 'down' || status === 'draining' ? 503 : 200 },
          );
        },
        openApi: () => asJson(parts().documents.openApi()),
        asyncApi: () => asJson(parts().documents.asyncApi()),
        schema: () =>
          respond(parts().documents.graphql(), {
            headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' },
          }),
        graphql: (request) => answered(parts(), request, readOperation(request.body)),
        graphqlByGet: (request) => answered(parts(), request, readOperationInQuery(request.query)),
        async ticket(request) {
          return parts().ticket(identified(parts(), request.access));
        },
        async events(request) {
          const found = await parts().since(
            identified(parts(), request.access),
            request.query.topic,
            request.query.after,
          );
          if (!found) throw notFound();
          return found;
        },
      });
      plugin.resolve({
        'Query.shell': (_parent: unknown, _args: unknown, access: Access) =>
          elements(parts(), ({ slot, gate }) => slot.within === 'workspace' && passes(gate, access)),
        'Query.elements': () => elements(parts(), ({ slot }) => slot.within !== 'workspace'),
      });
    },
  });
}

/**
 * GraphQL over HTTP: who asks for its own media type gets the status of the outcome, who asks for plain JSON gets 200
 * for what is wrong with the document.
 */
async function answered(
  parts: BuiltinParts,
  request: { access: Access; id: string; headers: Readonly<Record<string, string | string[] | undefined>> },
  operation: ReturnType<typeof readOperation>,
): Promise<Answer> {
  const { status, body, refused } =
    'faults' in operation
      ? badRequest(operation.faults)
      : await parts.graphql().execute(operation, parts.identityOf(request.access), request.id);
  const accept = String(request.headers['accept'] ?? '');
  const standard = accept.includes('application/graphql-response+json');
  const plain = !standard && accept.includes('application/json') && !refused;
  return respond(body, {
    status: plain ? 200 : status,
    headers: {
      'content-type': `${standard ? 'application/graphql-response+json' : 'application/json'}; charset=utf-8`,
    },
  });
}

function identified(parts: BuiltinParts, access: Access): Identity {
  const identity = parts.identityOf(access);
  if (!identity) throw new Problem(401, 'unauthenticated', 'Not signed in', { detail: 'Sign in again.' });
  return identity;
}

function elements(parts: BuiltinParts, isWanted: (element: WebElement) => boolean): readonly object[] {
  return parts.plugins().flatMap((plugin) => {
    if (!plugin.web || !parts.isReady(plugin.id)) return [];
    const module = parts.moduleOf(plugin.id);
    if (module === null) return [];
    return plugin.web.elements.filter(isWanted).map((element) => ({
      plugin: plugin.id,
      slot: element.slot.id,
      tag: element.tag,
      title: element.title,
      icon: element.icon ?? null,
      order: element.order ?? null,
      path: element.path ?? null,
      listed: element.listed ?? true,
      kind: element.kind ?? null,
      words: element.words ?? null,
      group: element.group ?? null,
      keys: element.keys ?? null,
      module,
      demands: demandsOf(element.gate),
    }));
  });
}

const demandsOf = (gate: ContributionGate): readonly (readonly string[])[] =>
  'open' in gate
    ? []
    : [gate.permission ? [gate.permission] : [], gate.anyOf ?? []]
        .filter((some) => some.length > 0)
        .map((some) => some.map(({ id }) => id));
