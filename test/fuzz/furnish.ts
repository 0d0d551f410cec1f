import type { BaseIds } from '../../core/test/enumeration/base.ts';
import { grounds } from '../../core/test/enumeration/grounds.ts';
import { idOf, operationsIn } from '../../core/test/enumeration/operations.ts';
import type { Operation } from '../../core/test/enumeration/operations.ts';
import { sample } from '../../core/test/enumeration/sample.ts';
import { shares } from '../../core/test/enumeration/shares.ts';
import { kindOf, namingPathsOf, sparedValue } from '../../core/test/enumeration/slots.ts';
import type { Json } from '../../core/testing/index.ts';
import type { installedPlan } from '../../core/testing/plan.ts';
import { eventually } from '../../core/testing/waiting.ts';
import type { Demo } from '../servers/dossier.ts';
import { tokenOf } from '../servers/dossier.ts';

/** Identifiers of what is there, by kind. */
export type Ids = Readonly<Record<string, readonly string[]>>;
export type Plan = Awaited<ReturnType<typeof installedPlan>>;

/** One of everything that an operation can name, and what each is to be asked with. */
export interface Furnished {
  readonly ids: Ids;
  /** Bodies by operationId, of operations that take one. */
  readonly bodies: ReadonlyMap<string, unknown>;
  /** Kinds by operationId, and in each by `path.id`, `query.topic`, `body.userId`. */
  readonly named: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

const json = { 'content-type': 'application/json' };

/**
 * Gives the administrator of a demonstration every right, makes one of everything that an operation can name, and tells
 * what there is.
 * @throws Error with the answer, when the product refuses any of it
 */
export async function furnish(demo: Demo, plan: Plan): Promise<Furnished> {
  const send = async (method: string, path: string, body?: unknown, as = 'admin') => {
    const form = body instanceof FormData;
    const answer = await fetch(`${demo.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${tokenOf(demo, as)}`, ...(body === undefined || form ? {} : json) },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = /\bjson\b/.test(String(answer.headers.get('content-type')));
    return { status: answer.status, body: isJson && text !== '' ? JSON.parse(text) : text };
  };
  const base = await baseOf(demo, async (method, path, body, as) => {
    const answer = await send(method, path, body, as);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${String(answer.body)}`);
    return answer.body;
  });
  const of = (role: string): string => demo.users.find((one) => one.role === role)?.id ?? 'nobody';
  const { at, furnish } = grounds({
    organization: demo.organization.id,
    type: base.type,
    staffWorkspace: demo.staffWorkspaceId,
    admin: of('admin'),
    officer: of('officer'),
    record: { ...demo.samples.clean },
    ids: Object.fromEntries(Object.entries(base.ids).map(([kind, [first = 'none']]) => [kind, first])),
    plugins: new Set(plan.order),
    send,
  });
  const made = await furnish('organization', 'workspace', 'person');
  const run = `/api/v1/report-runs/${await at.id('report-runs')}`;
  await eventually('the report is drawn', async () => (await at.ask('GET', run)).state === 'done');

  const ids: Record<string, readonly string[]> = { ...base.ids };
  for (const [kind, id] of Object.entries(made)) ids[kind] = [id];
  const bodies = new Map<string, unknown>();
  const named = new Map<string, Readonly<Record<string, string>>>();
  for (const operation of operationsIn(plan)) {
    const share = shares.get(operation.plugin);
    const { body } = operation.route;
    const given = (share?.of ?? at.type) === at.type ? share?.bodies?.[operation.name] : undefined;
    const made = typeof given === 'function' ? await given(at) : given;
    if (body) bodies.set(idOf(operation), made ?? (body as Json).examples?.[0] ?? sample(body));
    named.set(idOf(operation), namesOf(operation, ids, base.spared));
  }
  return { ids, bodies, named };
}

/** Kinds of what an operation names; a parameter that names nothing of an organization has its own, put into `ids`. */
function namesOf(operation: Operation, ids: Record<string, readonly string[]>, spared: Ids): Record<string, string> {
  const { query, body } = operation.route as { query?: Json; body?: Json };
  const isText = (place: string, name: string): boolean =>
    place === 'params' || (place === 'query' ? query : body)?.properties?.[name]?.type === 'string';
  return Object.fromEntries(
    namingPathsOf(operation).flatMap((path) => {
      const [place = '', name = '', ...deeper] = path.split('/');
      if (deeper.length > 0 || !isText(place, name)) return [];
      const kind = kindOf(operation, path) ?? (place === 'params' ? `any ${name}` : null);
      if (kind === null) return [];
      ids[kind] ??= spared[name] ?? [kind === `any ${name}` ? sparedValue(operation, name) : 'none'];
      return [[`${place === 'params' ? 'path' : place}.${name}`, kind]];
    }),
  );
}

type Ask = (method: string, path: string, body?: unknown, as?: string) => Promise<Json>;

interface Base {
  readonly type: string;
  readonly ids: Readonly<Record<keyof BaseIds, readonly string[]>>;
  /** Values by the name of a parameter that names nothing of an organization. */
  readonly spared: Ids;
}

/** Everything that there is without the shares. */
async function baseOf(demo: Demo, call: Ask): Promise<Base> {
  const get = (path: string): Promise<Json> => call('GET', path);
  const all = async (path: string): Promise<string[]> =>
    (await get(path)).map(({ id }: { id: string }) => id).slice(0, 5);
  const made = async (path: string, body: unknown): Promise<string> => (await call('POST', path, body)).id;

  const people: Json = await get('/api/v1/people');
  const { id: admin, email } = demo.users.find(({ role }) => role === 'admin')!;
  const { teamId, teamRoleId } = people.find((one: Json) => one.email === email).memberships[0];
  const workspaces = await all('/api/v1/organization/workspaces');
  for (const path of ['/api/v1/organization/access', ...workspaces.map((id) => `/api/v1/workspaces/${id}/access`)]) {
    const workspace = /workspaces\/([^/]+)/.exec(path)?.[1];
    if (workspace) await call('PUT', `/api/v1/teams/${teamId}/workspaces/${workspace}`);
    const { permissions } = await get(path);
    await call('PUT', path, {
      grants: permissions.map(({ id }: Json) => ({ teamRoleId, permission: id, granted: true })),
    });
  }

  // Nobody's, so that it may be changed and removed.
  const team = await made('/api/v1/teams', { name: 'Fuzzed' });
  await call('PUT', `/api/v1/teams/${team}/workspaces/${demo.staffWorkspaceId}`);
  const role = await made(`/teams/${team}/roles`, { name: 'Reader', description: '', permissions: ['viewReports'] });
  const other = people.find(({ id }: Json) => id !== admin).id;
  const membership = await made('/user-teams', { userId: other, teamId: team, status: 'active', teamRoleId: role });
  // It halts at the officer, so that it stays open.
  const { workspaceId: _, ...halting } = demo.samples.doubtful;
  const application = await made(`/api/v1/workspaces/${demo.staffWorkspaceId}/applications`, halting);
  const { type } = await get('/api/v1/organization');
  const logo = shares.get('tenancy')?.bodies?.['setLogo'];
  const kept = String((await call('PUT', '/api/v1/organization/logo', logo)).logo);
  const reference = await (await fetch(`${demo.baseUrl}/docs`)).text();
  return {
    type,
    ids: {
      organizations: [demo.organization.id],
      workspaces: [demo.staffWorkspaceId, demo.clientWorkspaceId],
      teams: [team, teamId],
      roles: [role, teamRoleId],
      'user-teams': [membership],
      users: [other, admin],
      templates: await all('/api/v1/templates'),
      'asking-templates': [demo.samples.doubtful.templateId],
      applications: [application, ...(await all('/api/v1/applications'))],
      tokens: (await call('GET', '/api/v1/tokens', undefined, 'officer')).map(({ id }: Json) => id),
      sessions: ['none'],
      'api-keys': await all('/api/v1/api-keys'),
      subjects: [(await get(`/users/${admin}`)).authProviderUserId],
      slugs: [demo.organization.slug],
      emails: [email],
      topics: [`dossier/1/o/${demo.organization.id}/u/${admin}/inbox`],
    },
    spared: {
      plugin: [(await get('/api/v1/integrations'))[0].plugin],
      hash: [kept.split('/').at(-1)!],
      name: [...reference.matchAll(/\/docs\/assets\/([\w.-]+)/g)].map(([, asset]) => asset!),
    },
  };
}
