import { randomBytes } from 'node:crypto';
import { METHODS } from 'node:http';
import Fastify, { LogController } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound, Problem } from '@dossier/sdk';
import { hostCheck } from './host-check.ts';
import type { HostCheck } from './host-check.ts';
import { prepareBody } from './incoming-body.ts';
import { MOST_BYTES } from './extent.ts';
import { jsonParser } from './json.ts';
import { hiddenIn, methodsOf } from './methods.ts';
import type { Pages } from './pages.ts';
import { asProblem, sendProblem } from './problems.ts';
import { answersWith, ServerAnswer, usualFields } from './server-answer.ts';
import type { UsualFields } from './server-answer.ts';
import { endStandstills } from './standstill.ts';
import { validatorCompiler } from './validation.ts';
import { answerUnexpected, answerUnread, mayUpgrade } from './unread.ts';

/**
 * Milliseconds that a client may take: for its headers (and between two pieces of its body), for its whole request, and
 * between two pieces of the answer; and how often that is looked at. Tests make them short.
 */
export interface ServerLimits {
  readonly headers: number;
  readonly request: number;
  readonly answer: number;
  readonly lookEvery: number;
}
export const usualLimits: ServerLimits = { headers: 5_000, request: 60_000, answer: 70_000, lookEvery: 1_000 };

/**
 * The bare server: time limits, headers, problem details for every failure. Routes are added before it listens. `now`
 * is in milliseconds since 1970; from `leaving` on each answer is the last of its connection. `hosts` are the hosts
 * (with a port that is not the usual one) for which it answers; empty: for all.
 */
export async function createServer(o: {
  log: FastifyBaseLogger;
  now: () => number;
  trustProxy: boolean;
  secure: boolean;
  hosts?: () => readonly string[];
  leaving?: AbortSignal;
  limits?: ServerLimits;
}): Promise<FastifyInstance> {
  const limits = o.limits ?? usualLimits;
  const log = o.log.child({}, { serializers });
  const usual = usualFields(
    o.secure ? { ...usualHeaders, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : usualHeaders,
  );
  o.leaving?.addEventListener('abort', () => {
    usual.last = true;
  });
  const server = Fastify({
    // The proxy in front and no further: the address that it saw stands last. Many proxies add it to what was sent, and
    // what stands before it anybody could have written.
    trustProxy: o.trustProxy && ((_address: string, hop: number) => hop === 0),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    bodyLimit: MOST_BYTES,
    // Prototype names are ordinary data here: schemas refuse them where they are not wanted, and nothing merges bodies
    // into objects.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    // Fastify's defaults wait for ever for a slow body.
    requestTimeout: limits.request,
    // Of all servers that a name with several addresses makes (localhost); the first has no need of it (standstill.ts).
    connectionTimeout: limits.answer,
    keepAliveTimeout: 10_000,
    // Most requests bring no body. That Node makes no stream of it saves some two percent of what such a request costs.
    http: {
      ServerResponse: answersWith(usual),
      optimizeEmptyRequests: true,
      headersTimeout: limits.headers,
      connectionsCheckingInterval: limits.lookEvery,
      maxHeaderSize: 16_384,
      shouldUpgradeCallback: mayUpgrade,
    },
    clientErrorHandler: answerUnread,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    // Of a path that no route can have; no hook has seen the request.
    frameworkErrors: (error, request, reply) => {
      request.log = log;
      void sendProblem(request, reply.headers(usual.fields), error);
    },
  });
  server.server.on('checkExpectation', answerUnexpected);
  endStandstills(server.server, { limit: limits.answer, lookEvery: limits.lookEvery });
  // Fastify hangs listeners on each answer when it is given a log, to write a line of each request, and asks the log of
  // another factory at each request whether it is one. Ours writes of failures only: it is put in here for what plugins
  // say outside of requests, and by the first hook for what is said in one.
  server.log = log;
  // A form of another site can send text/plain without asking first; nothing here reads it.
  server.removeContentTypeParser('text/plain');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    jsonParser(server.getDefaultJsonParser('ignore', 'ignore')),
  );
  server.setValidatorCompiler(validatorCompiler);
  // Methods that no route here has. Fastify would call such a request malformed, or look at the type of its body first
  // (QUERY).
  for (const method of METHODS)
    if (method === 'QUERY' || !server.supportedMethods.includes(method))
      server.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  server.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  server.decorateRequest('access', undefined);
  server.decorateRequest('identity', undefined);
  server.decorateRequest('arrivedAt', 0);
  await server.register(everyAnswer, { log, now: o.now, usual, limits, refusal: hostCheck(o.hosts ?? (() => [])) });
  return server;
}

/**
 * What a line of the log tells of a request and its answer: header fields, and what is asked for behind the path, are
 * secrets of somebody.
 */
const serializers = {
  req: ({ method, url }: FastifyRequest) => ({ method, url: url.split('?')[0] }),
  res: ({ statusCode }: FastifyReply) => ({ statusCode }),
};

/** Unique over all processes without a random number for each request. */
function requestIds(): () => string {
  const process = randomBytes(9).toString('base64url');
  let count = 0;
  return () => `${process}-${(++count).toString(36)}`;
}

/**
 * Of every answer, unless it says otherwise. The policy is that of the API, which is never a document; a page brings
 * the one it was built with.
 */
const usualHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // The pages use none of them, and what a plugin's element might ask for in their name is refused.
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  // Answers of the API belong to one person at one moment; what may be kept says so itself.
  'cache-control': 'no-store',
} as const;

/** Unpacked, a small body may be a very large one. The field says what would be accepted (RFC 9110, 15.5.16). */
const encoded = (): Problem =>
  new Problem(415, 'unsupported-encoding', 'Encoding not supported', {
    detail: 'Bodies are read as they are. Send this one without Content-Encoding.',
    headers: { 'accept-encoding': 'identity' },
  });

/** Hooks of the whole server; without promises, because they are part of every request. */
const everyAnswer = fastifyPlugin<{
  log: FastifyBaseLogger;
  now: () => number;
  usual: UsualFields;
  limits: ServerLimits;
  refusal: HostCheck;
}>(
  async (server, { log, now, usual, limits, refusal }) => {
    // A connection that is kept alive after the last answer would hold up the stop for seconds. Said where every answer
    // gets its usual fields, it costs no hook.
    server.addHook('preClose', async () => {
      usual.last = true;
    });
    server.addHook('onRequest', (request, reply, done) => {
      request.log = reply.log = log;
      request.arrivedAt = now();
      // A test that hands in its request past Node's server brings an answer of its own class.
      if (!(reply.raw instanceof ServerAnswer)) void reply.headers(usual.fields);
      const refused = refusal(request.raw);
      if (refused) return done(refused);
      if (request.method === 'GET') return done();
      const encoding = request.headers['content-encoding'];
      if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return done(encoded());
      prepareBody(request.raw, reply.raw, limits);
      done();
    });
  },
  { name: 'every-answer' },
);

/** To HEAD its headers go alone (RFC 9110, 9.3.2): Node leaves the body out. */
const sendPage = (reply: FastifyReply, { html, policy }: NonNullable<ReturnType<Pages['page']>>): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policy)
    .send(html);

/**
 * Answers for paths that lead nowhere: 405 with `Allow` when another method would, else 404. Called after all routes
 * are known.
 */
export function answerTheRest(
  server: FastifyInstance,
  known: readonly { readonly method: string; readonly url: string }[],
  pages: Pages,
): void {
  const methodsAt = methodsOf(known);
  const notAllowed = (path: string): Problem => {
    const allow = methodsAt(path).join(', ');
    return new Problem(405, 'method-not-allowed', 'Method not allowed', {
      detail: `Here ${allow} works.`,
      headers: { allow },
    });
  };
  for (const { method, url } of hiddenIn(known)) {
    // Before the body is looked at, as where there is no route.
    const onRequest = ({ url: asked }: FastifyRequest, _reply: FastifyReply, done: (error: Error) => void): void =>
      done(notAllowed(asked.split('?')[0]!));
    server.route({ method, url, onRequest, handler: () => undefined });
  }
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!;
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const page = reads ? pages.page(path) : null;
    if (page) return sendPage(reply, page);
    const allowed = methodsAt(path);
    const deadEnd = reads && allowed.length === 0 ? pages.deadEnd(path, request.headers.accept) : null;
    if (deadEnd) return sendPage(reply.code(404), deadEnd);
    if (allowed.length === 0) return sendProblem(request, reply, notFound());
    return sendProblem(request, reply, asProblem(notAllowed(path), request.id));
  });
}
