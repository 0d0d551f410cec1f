import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { SessionReply } from '@dossier/core/platform/people/contract';
import { regionalDefaults } from '@dossier/sdk';
import type { ApplicationRow } from '../../../core/platform/applications/web/types.ts';
import { readManifest } from '../../build.ts';
import { asDocumented } from './as-documented.ts';
import { createAnswers } from './answers.ts';
import type { Question } from './answers.ts';
import { createApplications } from './applications.ts';
import { startBroker } from './broker.ts';
import { acme, beta, person, row, user } from './data.ts';
import type { Mock } from './mock.ts';
import { problem } from './reply.ts';
import type { Reply } from './reply.ts';
import { createWrites } from './writes.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
};

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
};

const prefix = `dossier/1/o/${acme.id}`;

/** Serves the page built in `outDir` at a free port, unless one is given, with made-up data behind it. */
export const startMock = async (outDir: string, port = 0): Promise<Mock> => {
  const manifest = readManifest(outDir);
  if (!manifest) throw new Error(`There is no built page in ${outDir}.`);
  let organization = acme;

  const json = (response: ServerResponse, status: number, body: unknown): void => {
    response
      .writeHead(status, { 'content-type': status >= 400 ? 'application/problem+json' : 'application/json' })
      .end(JSON.stringify(body));
  };

  const invented: string[] = [];
  const documented = await asDocumented((what) => {
    console.error(`The mock invents: ${what}`);
    invented.push(what);
  });

  const file = (response: ServerResponse, path: string): void => {
    const found = path.startsWith('/assets/') ? join(outDir, path) : join(outDir, 'index.html');
    if (!existsSync(found)) return json(response, 404, {});
    response.writeHead(200, {
      'content-type': types[extname(found)] ?? 'application/octet-stream',
      'content-security-policy': manifest.contentSecurityPolicy,
    });
    createReadStream(found).pipe(response);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://mock');
    const { pathname } = url;
    const reply = (made: Reply): void => {
      const { status, body } = documented.rest(request.method ?? 'GET', pathname, made);
      json(response, status, body);
    };
    const api = /^\/(api|graphql|rt|auth|users|user-links)/.test(pathname);
    if (!api) return file(response, pathname);
    const body = request.method === 'GET' ? Buffer.alloc(0) : await bodyOf(request);
    const question: Question | null = pathname === '/graphql' ? JSON.parse(body.toString()) : null;
    mock.requests.push(
      `${request.method} ${pathname}${url.search}${question ? ` ${/query (\w+)/.exec(question.query)?.[1]}` : ''}`,
    );
    if (pathname === '/auth/login')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<title>Sign in</title>${url.searchParams.get('returnTo')?.replaceAll('<', '') ?? ''}`);
    if (!mock.signedIn) return reply(problem(401, 'unauthenticated', 'Not signed in', 'Please sign in.'));
    if (request.method !== 'GET' && request.headers['x-dossier-csrf'] !== '1')
      return reply(problem(403, 'csrf', 'Refused', 'The CSRF header is missing.'));
    if (pathname === '/auth/logout') {
      mock.signedIn = false;
      return reply({ body: { redirectTo: `${mock.url}/` } });
    }
    if (pathname === '/api/v1/session/organization') {
      organization = JSON.parse(body.toString()).slug === 'beta' ? { ...beta, accent: '#0f766e' } : acme;
      return reply({});
    }
    if (pathname === '/api/v1/session') {
      const body = {
        user: person,
        organization: { ...organization, language: 'en', timeZone: regionalDefaults().timeZone },
        organizations: [acme, beta],
        language: null,
        timeZone: null,
        expiresAt: mock.ends?.expiresAt ?? null,
        until: mock.ends?.until ?? null,
        at: new Date().toISOString(),
        theme: null,
        shades: null,
      } satisfies SessionReply;
      return reply({ body });
    }
    if (pathname === '/users' || pathname === `/users/${user.id}`) return reply({ body: person });
    if (pathname === '/rt/ticket')
      return reply({ body: { ticket: 'mock', clientId: `rt-${crypto.randomUUID()}`, prefix, expiresIn: 60 } });
    if (pathname === '/api/v1/events')
      return reply({
        body: mock.broker.since(url.searchParams.get('topic') ?? '', url.searchParams.get('after') ?? '7-0'),
      });
    if (question) {
      if (mock.broken && question.query.includes('query Applications'))
        return json(
          response,
          500,
          problem(500, 'internal', 'The server had a problem', 'Please try again in a moment.').body,
        );
      if (question.query.includes('query Applications') && question.variables.status?.includes('Nope'))
        return json(response, 200, {
          data: null,
          errors: [
            {
              message: '2 things need to be corrected.',
              extensions: {
                code: 'bad-query',
                status: 400,
                errors: [
                  { pointer: '?status', detail: 'A status is one of Draft, Submitted, InReview, Approved, Rejected.' },
                  { pointer: '?createdFrom', detail: 'Give a time with its offset.' },
                ],
              },
            },
          ],
        });
      return json(response, 200, documented.graphql(question, answer(question)));
    }
    const answered = mock.answering?.({
      method: request.method ?? 'GET',
      path: pathname,
      query: url.searchParams,
      body: body.length > 0 ? JSON.parse(body.toString()) : undefined,
    });
    if (answered) return reply(answered);
    const written = write(request, pathname, body);
    if (written) return reply(written);
    if (pathname.endsWith('/content'))
      return void response
        .writeHead(200, { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="a.txt"' })
        .end('Passport of Ada Abara, valid until 2031.');
    return reply({});
  };

  const server = createServer(
    (request, response) =>
      void handle(request, response).catch((error: unknown) => {
        console.error(error);
        json(response, 500, {});
      }),
  );
  const push = (one: ApplicationRow): void => {
    mock.broker.publish(`${prefix}/w/${one.workspaceId}/s/application`, one, `application/${one.id}`);
    mock.broker.publish(
      `${prefix}/w/${one.workspaceId}/s/application/${one.id}`,
      { ids: [one.id] },
      `application/${one.id}`,
    );
    mock.broker.publish(`${prefix}/u/${user.id}/application`, { ids: [one.id] }, `application/${one.id}`);
  };
  const mock: Mock = {
    url: '',
    broker: await startBroker(server),
    rows: Array.from({ length: 180 }, (_, i) => row(i)),
    mine: [],
    awaiting: [],
    requests: [],
    signedIn: true,
    ends: null,
    tabs: [],
    answering: null,
    confirming: 'offered',
    contact: { email: null, telephone: null, hours: null },
    conflict: null,
    invented,
    broken: false,
    pages: [
      { path: 'applications', tag: 'dossier-applications-page', title: 'Applications', icon: 'inbox', order: 1 },
      { path: 'figures', tag: 'acme-figures', title: 'Figures', icon: 'chart', order: 2 },
      { path: 'broken', tag: 'acme-broken', title: 'Broken', icon: 'box', order: 3 },
    ],
    submit(one) {
      mock.rows = [one, ...mock.rows];
      push(one);
    },
    change(id, part) {
      const update = (one: ApplicationRow): ApplicationRow =>
        one.id === id ? { ...one, updatedAt: new Date().toISOString(), ...part, version: one.version + 1 } : one;
      mock.rows = mock.rows.map(update);
      mock.mine = mock.mine.map(update);
      const changed = applications.find(id);
      if (changed) push(changed);
    },
    async close() {
      await mock.broker.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  const applications = createApplications(mock);
  const answer = createAnswers(mock, applications, manifest, () => organization);
  const write = createWrites(mock, applications);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  return Object.assign(mock, {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
  });
};
