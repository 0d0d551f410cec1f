import multipart from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Answer, plainAddress, Type } from '@dossier/sdk';
import type { ErasedSpec, MountHandler, RouteCheck, RouteHandler, RouteSpec, TSchema } from '@dossier/sdk';
import type { Undo } from '../../kernel/facility.ts';
import { bodyCheck } from './validation.ts';
import { withChecked } from './route-check.ts';
import { limitOf } from './size-bound.ts';
import { cutOff } from './cut-off.ts';
import { pluginNotReady } from '../../kernel/not-ready.ts';
import { at, gateHooks } from './gates.ts';
import type { Identify } from './gates.ts';
import { inOneShape } from '../../kernel/access/authorizer.ts';
import type { Authorizer } from '../../kernel/access/authorizer.ts';
import type { IdempotentRunner } from './idempotency.ts';
import { routes as routeKind } from './kinds.ts';
import type { RateLimits } from './rate-limit.ts';
import { asProblem, sendProblem } from './problems.ts';
import { changing, tagOf, tagged } from './preconditions.ts';
import { PluginRequest, ReadRequest } from './request.ts';
import { resourcesOf } from './resources.ts';
import type { Resource } from './resources.ts';
import { withSpan } from '../../kernel/spans.ts';

/**
 * Every route of every installed plugin, registered once. Fastify takes no route after it is ready, so each goes
 * through a cell: a plugin that is set up (again) puts its handler in, one that stops takes it out, and without a
 * handler the answer is 503.
 */
export interface RouteTable {
  /**
   * Adds all routes; `refused` gets a plugin with a route that cannot be added: the path may be one that no server
   * takes.
   */
  register(server: FastifyInstance, refused: (plugin: string, error: unknown) => void): void;
  bind(
    plugin: ErasedSpec,
    handlers: Readonly<Record<string, RouteHandler<RouteSpec>>>,
    checks: Readonly<Record<string, RouteCheck<RouteSpec>>>,
  ): Undo;
  mount(plugin: ErasedSpec, name: string, handler: MountHandler): Undo;
}

interface Cell<H> {
  handler: H | null;
}
interface RouteCell extends Cell<RouteHandler<RouteSpec>> {
  check: RouteCheck<RouteSpec> | undefined;
}

/** The body of a write that takes none: a field that would be ignored is refused as in any other write. */
const nothing = Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: false });

/**
 * A parameter that would be ignored is refused too: a filter with a slip in its name would answer with everything.
 * A caller who was sent here by others (a page, a probe, an identity provider) brings what they added.
 */
function queryOf({ query, gate }: RouteSpec): TSchema | undefined {
  if ('open' in gate) return query;
  if (query === undefined) return Type.Object({}, { additionalProperties: false });
  return 'properties' in query && !('additionalProperties' in query)
    ? { ...query, additionalProperties: false }
    : query;
}

export function createRouteTable(
  plugins: readonly ErasedSpec[],
  o: {
    identify: Identify;
    limits: Pick<RateLimits, 'actor' | 'onRoute'>;
    authorizer: Authorizer;
    isReady: (plugin: string) => boolean;
    idempotent: IdempotentRunner;
    /** Plugins that cannot run: their routes are answered 503, as far as nobody else has them. */
    closed?: readonly ErasedSpec[];
  },
): RouteTable {
  const routes = new Map<string, RouteCell>();
  const mounts = new Map<string, Cell<MountHandler>>();
  for (const plugin of plugins) {
    for (const name of Object.keys(plugin.routes ?? {}))
      routes.set(`${plugin.id}.${name}`, { handler: null, check: undefined });
    for (const name of Object.keys(plugin.mounts ?? {})) mounts.set(`${plugin.id}.${name}`, { handler: null });
  }

  const resources = resourcesOf(
    plugins.flatMap((plugin) => routeKind.of(plugin).map((route) => ({ plugin: plugin.id, ...route }))),
  );

  /** Runs a handler that changes a resource, under the precondition that its request names. */
  const guarded = (
    request: FastifyRequest,
    reply: FastifyReply,
    { key, read, of }: Resource,
    run: () => unknown,
  ): Promise<unknown> => {
    let access: unknown;
    const current = async (): Promise<string | undefined> => {
      // Once, and before a transaction is open: who asks is looked up across organizations.
      access ??= await o.authorizer.authorize(inOneShape(read.gate), request.identity, (locator) =>
        at(request, locator),
      );
      const { handler } = routes.get(key)!;
      if (!handler) throw pluginNotReady();
      return tagOf(await handler(new ReadRequest(request, reply, read, access)), of);
    };
    const name = `if-match/${key}/${request.access?.organization ?? ''}/${Object.values(request.params as object).join('/')}`;
    return changing({ name, ifMatch: request.headers['if-match'], current }, run);
  };

  const add = (server: FastifyInstance, plugin: ErasedSpec, name: string, spec: RouteSpec): void => {
    const cell = routes.get(`${plugin.id}.${name}`)!;
    const { hooks, enter } = gateHooks(spec.gate, {
      identify: o.identify,
      limit: spec.perMinute === undefined ? o.limits.actor : o.limits.onRoute(`${plugin.id}.${name}`, spec.perMinute),
      authorizer: o.authorizer,
      ready: () => cell.handler !== null && o.isReady(plugin.id),
      readsBody: spec.method !== 'GET',
    });
    const success = spec.status ?? (spec.method === 'POST' ? 201 : spec.method === 'DELETE' && !spec.reply ? 204 : 200);
    const span = `${spec.method} ${spec.url}`;
    // A multipart body is read by the handler; Fastify would refuse it against the schema of its JSON form.
    const checkJson = spec.multipart && spec.body ? bodyCheck(spec.body) : undefined;
    const body = spec.body ?? (spec.method === 'GET' ? undefined : nothing);
    const query = queryOf(spec);
    const resource = resources(spec);
    const feature = 'feature' in spec.gate ? spec.gate.feature?.id : undefined;
    const run = (request: FastifyRequest, reply: FastifyReply): void => {
      if (!cell.handler) throw pluginNotReady(plugin.id);
      if (checkJson && !request.isMultipart()) checkJson(request.body);
      const handler = cell.handler;
      const handled = (): unknown => handler(new PluginRequest(request, reply, spec));
      const shown = (): unknown =>
        resource?.shown ? after(handled(), (result) => tagged(result, resource.of)) : handled();
      const call = (): unknown => (resource?.guarded ? guarded(request, reply, resource, shown) : shown());
      const result = withSpan(span, { plugin: plugin.id, workspace: request.access?.workspace, feature }, () =>
        spec.idempotent === true ? o.idempotent(request, span, success, async () => answerOf(await call())) : call(),
      );
      if (result instanceof Promise)
        result.then((value) => send(reply, value, success)).catch((error: unknown) => fail(reply, error));
      else send(reply, result, success);
    };
    const refuse = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
      const { check } = cell;
      if (!check || !error.validation || error.validationContext !== 'body')
        return void sendProblem(request, reply, error);
      withChecked(asProblem(error, request.id), request, { gate: spec.gate, enter, check }).then(
        (all) => sendProblem(request, reply, all),
        (other: unknown) => sendProblem(request, reply, other),
      );
    };
    for (const url of [spec.url, ...(spec.aliases ?? [])]) {
      server.route({
        method: spec.method,
        url,
        config: { plugin: plugin.id, route: span },
        ...hooks,
        handler: run,
        errorHandler: refuse,
        bodyLimit: spec.bodyLimit ?? limitOf(body),
        schema: {
          ...(spec.params ? { params: spec.params } : {}),
          ...(query ? { querystring: query } : {}),
          ...(body && !spec.multipart ? { body } : {}),
        },
      });
    }
  };

  return {
    register(server, refused) {
      const all = plugins.flatMap((plugin) =>
        Object.entries(plugin.routes ?? {}).map(([name, spec]) => ({ plugin, name, spec })),
      );
      const attempt = (plugin: string, adding: () => void): void => {
        try {
          adding();
        } catch (error) {
          refused(plugin, error);
        }
      };
      for (const { plugin, name, spec } of all)
        if (!spec.multipart) attempt(plugin.id, () => add(server, plugin, name, spec));
      // Forms are read where files are uploaded, and nowhere else: any page may send one without asking first. And the
      // reader's hooks cost every request of its scope.
      void server.register(async (uploads) => {
        await uploads.register(multipart, { throwFileSizeLimit: false });
        uploads.addHook('onSend', (request, reply, payload, done) => {
          cutOff(request, reply);
          done(null, payload);
        });
        for (const { plugin, name, spec } of all)
          if (spec.multipart) attempt(plugin.id, () => add(uploads, plugin, name, spec));
      });
      for (const plugin of plugins) {
        for (const [name, spec] of Object.entries(plugin.mounts ?? {}))
          addMount(server, spec.path, mounts.get(`${plugin.id}.${name}`)!, () => o.isReady(plugin.id));
      }
      // Last of all, and each for itself: what others have, or no server would take, is not there.
      void server.register(async (closed) => {
        for (const { id, routes: declared } of o.closed ?? [])
          for (const { method, url, aliases = [] } of Object.values(declared ?? {}))
            for (const one of [url, ...aliases])
              attempt(id, () =>
                closed.route({
                  method,
                  url: one,
                  handler: () => {
                    throw pluginNotReady(id);
                  },
                }),
              );
      });
    },
    bind(plugin, handlers, checks) {
      for (const [name, handler] of Object.entries(handlers))
        Object.assign(routes.get(`${plugin.id}.${name}`)!, { handler, check: checks[name] });
      return () => {
        for (const [name, handler] of Object.entries(handlers)) {
          const cell = routes.get(`${plugin.id}.${name}`)!;
          if (cell.handler === handler) cell.handler = null;
        }
      };
    },
    mount(plugin, name, handler) {
      const cell = mounts.get(`${plugin.id}.${name}`)!;
      cell.handler = handler;
      return () => {
        if (cell.handler === handler) cell.handler = null;
      };
    },
  };
}

/**
 * Hands a whole path to a foreign handler, with its body unread and the prefix taken off, as an Express-style mount
 * would.
 */
function addMount(server: FastifyInstance, path: string, cell: Cell<MountHandler>, ready: () => boolean): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (!cell.handler || !ready()) throw pluginNotReady();
      reply.hijack();
      // An error that nobody hears of ends the process.
      reply.raw.on('error', (error) =>
        request.log.error({ err: error, reqId: request.id }, 'an answer could not be written to its end'),
      );
      const raw: typeof request.raw & { originalUrl?: string } = request.raw;
      raw.originalUrl = raw.url;
      raw.url = raw.url?.slice(path.length) || '/';
      cell.handler(raw, reply.raw, { ip: plainAddress(request.ip) });
    };
    scope.all(path, handler);
    scope.all(`${path}/*`, handler);
  });
}

/** Without a promise where there was none. */
const after = (result: unknown, then: (result: unknown) => unknown): unknown =>
  result instanceof Promise ? result.then(then) : then(result);

const answerOf = (result: unknown): Answer => (result instanceof Answer ? result : new Answer(result, {}));

function send(reply: FastifyReply, result: unknown, success: number): void {
  if (!(result instanceof Answer)) return sendBody(reply, success, result);
  for (const [name, value] of Object.entries(result.headers))
    void reply.header(name, typeof value === 'string' ? value : [...value]);
  sendBody(reply, result.status ?? success, result.body);
}

function sendBody(reply: FastifyReply, status: number, body: unknown): void {
  if (status === 204 || body === undefined) void reply.code(status === 200 || status === 201 ? 204 : status).send();
  else void reply.code(status).send(body);
}

/** To the error handler; whatever was thrown, it must not become the body. */
const fail = (reply: FastifyReply, error: unknown): void =>
  void reply.send(
    error instanceof Error ? error : new Error('A handler threw something that is no error.', { cause: error }),
  );
