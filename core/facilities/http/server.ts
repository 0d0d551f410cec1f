import { randomBytes } from 'node:crypto';
import { METHODS } from 'node:http';
import Fastify, { LogController } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound, Problem } from '@dossier/sdk';
import { hostCheck } from './host-check.ts';
import type { HostCheck } from './host-check.ts';
import { prepareBody } from './incoming-body.ts';
import { MOST_BYTES } from './size-bound.ts';
import { jsonParser } from './json.ts';
import { hiddenIn, methodsOf } from './methods.ts';
import type { Pages } from './pages.ts';
import { asProblem, sendProblem } from './problems.ts';
import { clientErrors, mayUpgrade } from './client-errors.ts';
import type { ClientErrors } from './client-errors.ts';
import { usualFields } from './usual-fields.ts';
import type { Fields } from './usual-fields.ts';
import { validatorCompiler } from './validation.ts';

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
  const usual = usualFields(o.secure);
  const unread = clientErrors(usual);
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
    // Node's `server.timeout`, of all servers that a name with several addresses makes (localhost): a connection on
    // which nothing moves is ended, as that of a client that takes nothing of its answer.
    connectionTimeout: limits.answer,
    keepAliveTimeout: 10_000,
    // Most requests bring no body. That Node makes no stream of it saves some two percent of what such a request costs.
    http: {
      optimizeEmptyRequests: true,
      headersTimeout: limits.headers,
      connectionsCheckingInterval: limits.lookEvery,
      maxHeaderSize: 16_384,
      // The host check refuses a request without it; Node would do it without the fields of every answer.
      requireHostHeader: false,
      shouldUpgradeCallback: mayUpgrade,
    },
    clientErrorHandler: unread.answer,
    // The hook below refuses, with the fields and the problem that every answer has.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    // Of a path that no route can have; no hook has seen the request.
    frameworkErrors: (error, request, reply) => {
      request.log = log;
      void sendProblem(request, reply.headers(usual), error);
    },
  });
  server.server.on('checkExpectation', unread.answerUnexpected);
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
  await server.register(everyAnswer, {
    log,
    now: o.now,
    usual,
    unread,
    limits,
    leaving: o.leaving,
    refusal: hostCheck(o.hosts ?? (() => [])),
  });
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

/** Unpacked, a small body may be a very large one. The field says what would be accepted (RFC 9110, 15.5.16). */
const encoded = (): Problem =>
  new Problem(415, 'unsupported-encoding', 'Encoding not supported', {
    detail: 'Bodies are read as they are. Send this one without Content-Encoding.',
    headers: { 'accept-encoding': 'identity' },
  });

/** A connection that is kept open reaches a server that has begun to close. */
const stopping = (): Problem =>
  new Problem(503, 'stopping', 'Stopping', {
    detail: 'This node ends with what it has begun. Send the request again: another one, or the next start, takes it.',
  });

/** Hooks of the whole server; without promises, because they are part of every request. */
const everyAnswer = fastifyPlugin<{
  log: FastifyBaseLogger;
  now: () => number;
  usual: Fields;
  unread: ClientErrors;
  limits: ServerLimits;
  leaving: AbortSignal | undefined;
  refusal: HostCheck;
}>(
  async (server, { log, now, usual, unread, limits, leaving, refusal }) => {
    let closes = false;
    server.addHook('preClose', async () => {
      closes = true;
    });
    const isLast = (): boolean => closes || leaving?.aborted === true;
    server.addHook('onRequest', (request, reply, done) => {
      request.log = reply.log = log;
      request.arrivedAt = now();
      void reply.headers(usual);
      if (closes) return done(stopping());
      // Of an answer, too, that somebody else writes.
      if (isLast()) reply.raw.setHeader('connection', 'close');
      const refused = refusal(request.raw);
      if (refused) return done(refused);
      if (request.method === 'GET') return done();
      const encoding = request.headers['content-encoding'];
      if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return done(encoded());
      prepareBody(request.raw, reply.raw, limits, unread.answer);
      done();
    });
    // A connection that is kept alive after the last answer would hold up the stop for seconds.
    server.addHook('onSend', (_request, reply, payload, done) => {
      if (isLast()) void reply.header('connection', 'close');
      done(null, payload);
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
export function answerUnknownPaths(
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
