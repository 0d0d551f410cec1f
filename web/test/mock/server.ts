import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { SessionReply } from '@dossier/core/platform/people/contract';
import type { Application, ApplicationRow } from '../../src/applications/types.ts';
import { readManifest } from '../../build.ts';
import { startBroker } from './broker.ts';
import type { MockBroker } from './broker.ts';
import { acme, beta, client, details, person, row, staff, trail, user } from './data.ts';

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

interface Question {
  readonly query: string;
  readonly variables: {
    readonly id?: string;
    readonly status?: readonly string[] | null;
    readonly search?: string | null;
    readonly sort?: string;
    readonly first?: number;
    readonly after?: string | null;
    readonly workspaceId?: string;
  };
}

/** What the server would say, from memory, with the knobs that tests turn. */
export interface Mock {
  readonly url: string;
  readonly broker: MockBroker;
  /** All rows, newest first. */
  rows: ApplicationRow[];
  mine: ApplicationRow[];
  /** Ids of those that wait for the client's word. */
  awaiting: string[];
  /** Method and address of each request, and behind those to the GraphQL endpoint the name of the query. */
  readonly requests: string[];
  signedIn: boolean;
  /** The pages on offer; a test may switch some off. */
  pages: readonly { path: string; tag: string; title: string; icon: string; order: number }[];
  /** The element by which a client confirms: offered, offered by a module that does not come, or switched off. */
  confirming: 'offered' | 'broken' | 'off';
  /** Answer the next decision with 409, as if another officer had decided or a check had begun again. */
  conflict: 'decided' | 'checking' | null;
  /** Answer list queries with 500. */
  broken: boolean;
  /** A new application, pushed as the server would. */
  submit(row: ApplicationRow): void;
  /** Changes one and pushes it. */
  change(id: string, part: Partial<ApplicationRow>): void;
  close(): Promise<void>;
}

const prefix = `dossier/1/o/${acme.id}`;

/**
 * Somebody of the staff who is assigned to nothing: in their name files come, so that a page that goes by who is
 * assigned shows what it gets wrong.
 */
const colleague = { kind: 'user', id: '01939f00-0000-7000-8000-0000000000c9', name: 'Clara Clerk' };

export const startMock = async (outDir: string, port = 0): Promise<Mock> => {
  const manifest = readManifest(outDir);
  if (!manifest) throw new Error(`There is no built page in ${outDir}.`);
  let organization = acme;
  const edited = new Map<string, Partial<Application>>();

  const allowed = (one: ApplicationRow): readonly string[] =>
    one.status === 'Approved' || one.status === 'Rejected'
      ? []
      : one.workspaceId === client.id
        ? ['upload', ...(one.status === 'InReview' ? ['confirm'] : [])]
        : [
            'upload',
            'review',
            ...(one.status === 'InReview' || one.status === 'Submitted' ? ['approve', 'reject'] : []),
          ];
  const find = (id: string): ApplicationRow | undefined => [...mock.rows, ...mock.mine].find((one) => one.id === id);
  const application = (id: string): Application | null => {
    const one = find(id);
    return one ? { ...details(one, allowed(one)), ...edited.get(id) } : null;
  };

  const answer = ({ query, variables }: Question): unknown => {
    const viewer = { organizations: [acme, beta], workspaces: organization === acme ? [staff, client] : [] };
    if (query.includes('query Viewer')) return { viewer };
    if (query.includes('query HeldPermissions')) return { heldPermissions: [] };
    if (query.includes('query Frame')) {
      const own =
        variables.workspaceId === client.id
          ? [{ path: 'my', tag: 'dossier-my-page', title: 'My applications', icon: 'inbox', order: 1 }]
          : mock.pages;
      const confirm =
        mock.confirming === 'off' || variables.workspaceId !== client.id
          ? []
          : [
              {
                plugin: 'workflow-handlers',
                slot: 'applications/client-action@1',
                tag: 'dossier-confirm-application',
                title: 'Confirm the application',
                icon: null,
                order: null,
                path: null,
                module:
                  mock.confirming === 'broken' ? '/assets/nothing.js' : manifest.plugins['workflow-handlers']?.url,
              },
            ];
      return {
        viewer,
        shell: [
          ...confirm,
          ...own.map((page) => ({
            plugin: page.path === 'figures' ? 'figures' : page.path === 'broken' ? 'broken' : 'applications',
            slot: 'shell/page@1',
            module: page.path === 'figures' ? manifest.plugins['figures']?.url : '/assets/nothing.js',
            ...page,
          })),
        ],
      };
    }
    if (query.includes('query MyApplications')) {
      const own = mock.mine.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
      const from = own.findIndex((one) => one.id === variables.after) + 1;
      return {
        myApplications: own.slice(from, from + (variables.first ?? 100)).map((one) => ({ ...one, place: one.id })),
        awaitingMe: mock.awaiting,
      };
    }
    if (query.includes('query Papers'))
      return Object.fromEntries(Object.entries(variables).map(([name, id]) => [name, application(String(id))]));
    if (query.includes('query Audit')) return { audit: trail(find(variables.id ?? '') ?? row(0)) };
    if (query.includes('query Applications')) {
      const { status, search, sort, first = 50, after } = variables;
      const wanted = search?.toLowerCase() ?? '';
      const found = mock.rows
        .filter((one) => (!status || status.includes(one.status)) && one.applicantName.toLowerCase().includes(wanted))
        .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1) * (sort === 'createdAt' ? -1 : 1));
      const from = after ? Number(after) : 0;
      return {
        applications: {
          rows: found.slice(from, from + first),
          next: from + first < found.length ? String(from + first) : null,
          total: found.length,
        },
      };
    }
    return { application: application(variables.id ?? '') };
  };

  const json = (response: ServerResponse, status: number, body: unknown): void => {
    response
      .writeHead(status, { 'content-type': status >= 400 ? 'application/problem+json' : 'application/json' })
      .end(JSON.stringify(body));
  };

  const file = (response: ServerResponse, path: string): void => {
    const found = path.startsWith('/assets/') ? join(outDir, path) : join(outDir, 'index.html');
    if (!existsSync(found))
      return json(response, 404, {
        status: 404,
        code: 'not-found',
        title: 'Not found',
        detail: 'There is nothing here.',
      });
    response.writeHead(200, {
      'content-type': types[extname(found)] ?? 'application/octet-stream',
      'content-security-policy': manifest.contentSecurityPolicy,
    });
    createReadStream(found).pipe(response);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://mock');
    const { pathname } = url;
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
    if (!mock.signedIn)
      return json(response, 401, {
        status: 401,
        code: 'unauthenticated',
        title: 'Not signed in',
        detail: 'Please sign in.',
      });
    if (request.method !== 'GET' && request.headers['x-dossier-csrf'] !== '1')
      return json(response, 403, {
        status: 403,
        code: 'csrf',
        title: 'Refused',
        detail: 'The CSRF header is missing.',
      });
    if (pathname === '/auth/logout') {
      mock.signedIn = false;
      return json(response, 200, { redirectTo: `${mock.url}/` });
    }
    if (pathname === '/api/v1/session/organization') {
      organization = JSON.parse(body.toString()).slug === 'beta' ? { ...beta, accent: '#0f766e' } : acme;
      return json(response, 200, {});
    }
    if (pathname === '/api/v1/session')
      return json(response, 200, {
        user: person,
        organization,
        organizations: [acme, beta],
        expiresAt: null,
        shades: null,
      } satisfies SessionReply);
    if (pathname === '/users') return json(response, 200, person);
    if (/^\/(users\/[^/]+\/user-teams|user-links)$/.test(pathname)) return json(response, 200, []);
    if (pathname === `/users/${user.id}`) return json(response, 200, person);
    if (pathname === '/api/v1/my/invitations') return json(response, 200, []);
    if (pathname === '/rt/ticket')
      return json(response, 200, { ticket: 'mock', clientId: `rt-${crypto.randomUUID()}`, expiresIn: 60 });
    if (pathname === '/api/v1/events')
      return json(
        response,
        200,
        mock.broker.since(url.searchParams.get('topic') ?? '', url.searchParams.get('after') ?? '7-0'),
      );
    if (question) {
      if (mock.broken && question.query.includes('query Applications'))
        return json(response, 500, {
          status: 500,
          code: 'internal',
          title: 'The server had a problem',
          detail: 'Please try again in a moment.',
        });
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
      return json(response, 200, { data: answer(question) });
    }
    const decision = /^\/api\/v1\/applications\/([^/]+)\/(approve|reject|confirm)$/.exec(pathname);
    if (decision?.[1]) {
      if (mock.conflict === 'checking')
        return json(response, 409, {
          status: 409,
          code: 'not-at-manual-step',
          title: 'Conflict',
          detail: 'The application is still being checked by the system.',
        });
      if (/Approved|Rejected/.test(mock.rows.find((one) => one.id === decision[1])?.status ?? ''))
        return json(response, 409, {
          status: 409,
          code: 'already-decided',
          title: 'Conflict',
          detail: 'This application is decided already.',
        });
      if (mock.conflict === 'decided') {
        mock.rows = mock.rows.map((one) =>
          one.id === decision[1] ? { ...one, status: 'Rejected', version: one.version + 1 } : one,
        );
        return json(response, 409, {
          status: 409,
          code: 'already-decided',
          title: 'Conflict',
          detail: 'Rita Reviewer rejected this application a moment ago.',
        });
      }
      mock.change(decision[1], {
        status: decision[2] === 'reject' ? 'Rejected' : decision[2] === 'approve' ? 'Approved' : 'Submitted',
        decidedAt: decision[2] === 'confirm' ? null : new Date().toISOString(),
      });
      return json(response, 200, {});
    }
    const documents = /^\/api\/v1\/applications\/([^/]+)\/documents$/.exec(pathname);
    if (documents?.[1]) {
      const fileName = /filename="([^"]+)"/.exec(body.toString('latin1'))?.[1] ?? 'file';
      const requirementKey = /name="requirementKey"\r\n\r\n([^\r]+)/.exec(body.toString('latin1'))?.[1] ?? null;
      const asked = /name="audience"\r\n\r\n([^\r]+)/.exec(body.toString('latin1'))?.[1] ?? 'staff';
      if (fileName.endsWith('.exe'))
        return json(response, 415, {
          status: 415,
          code: 'file-type',
          title: 'Not this kind of file',
          detail: 'Programs are not accepted. Send a PDF, an image or a text.',
        });
      const now = application(documents[1]);
      // As the server: a repetition of what is kept already is answered as the first time was.
      const id = String(request.headers['idempotency-key'] ?? crypto.randomUUID());
      if (!now?.documents.some((one) => one.id === id))
        edited.set(documents[1], {
          documents: [
            ...(now?.documents ?? []),
            {
              id,
              fileName,
              contentType: 'text/plain',
              size: body.length,
              reviewStatus: 'pending',
              requirementKey,
              audience: requirementKey === null ? asked : 'client',
              mayChangeAudience: requirementKey === null,
              reason: null,
              reviewedAt: null,
              createdAt: new Date().toISOString(),
              uploadedBy: colleague,
            },
          ],
        });
      return json(response, 201, {});
    }
    const review = /^\/api\/v1\/documents\/([^/]+)$/.exec(pathname);
    if (review && request.method === 'PUT') {
      const { reviewStatus, reason, seen, audience } = JSON.parse(body.toString());
      for (const one of [...mock.rows, ...mock.mine]) {
        const now = application(one.id);
        const found = now?.documents.find((document) => document.id === review[1]);
        if (!now || !found) continue;
        if (audience) {
          edited.set(one.id, {
            documents: now.documents.map((document) => (document === found ? { ...document, audience } : document)),
          });
          continue;
        }
        if (seen.reviewStatus !== found.reviewStatus || seen.reviewedAt !== found.reviewedAt)
          return json(response, 409, {
            status: 409,
            code: 'reviewed-meanwhile',
            title: 'Conflict',
            detail: `"${found.fileName}" was reviewed since you looked: it is ${found.reviewStatus} now.`,
          });
        edited.set(one.id, {
          documents: now.documents.map((document) =>
            document === found ? { ...document, reviewStatus, reason, reviewedAt: new Date().toISOString() } : document,
          ),
        });
      }
      return json(response, 200, {});
    }
    if (pathname.endsWith('/content'))
      return void response
        .writeHead(200, { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="a.txt"' })
        .end('Passport of Ada Abara, valid until 2031.');
    return json(response, 404, {
      status: 404,
      code: 'not-found',
      title: 'Not found',
      detail: 'There is nothing here.',
    });
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
    confirming: 'offered',
    conflict: null,
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
      const changed = find(id);
      if (changed) push(changed);
    },
    async close() {
      await mock.broker.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  return Object.assign(mock, {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
  });
};
