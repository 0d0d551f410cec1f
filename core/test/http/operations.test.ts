import t from 'tap';
import { createHash } from 'node:crypto';
import { installed } from '@dossier/config';
import { newId } from '@dossier/sdk';
import type { RouteSpec } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, TestAnswer, TestPlatform } from '@dossier/core/testing';
import { People } from '../../platform/people/contract.ts';
import { fill, furnish, isOpen, isWrite, operationsOf, randomIds, sample } from './enumeration.ts';
import type { Ids, Operation } from './enumeration.ts';

/** Everything here is enumerated from the plan: a new route is tested by being declared. */
let platform: TestPlatform;
let a: Bank;
let b: Bank;
let idsOfA: Ids;
let idsOfB: Ids;
const operatorToken = 'operator-token-for-these-tests';
/** Bodies that must be true beyond their schema, by path. */
const bodies = new Map<string, unknown>();
const bodyOf = ({ url, body }: RouteSpec): unknown => (body ? (bodies.get(url) ?? sample(body)) : undefined);
t.before(async () => {
  platform = await testPlatform({ env: { OPERATOR_TOKEN: operatorToken }, plugins: installed.filter((name) => !name.startsWith('@dossier/core/')) });
  [a, b] = [await bank(platform, 'acme'), await bank(platform, 'beta')];
  for (const { admin, organization } of [a, b]) await platform.service(People).openSession({ user: admin.id, organization, issuer: 'https://test.example' });
  [idsOfA, idsOfB] = [await furnish(a), await furnish(b)];
  const { name, draft } = (await a.admin.get(`/api/v1/templates/${idsOfA['templates']}`)).body;
  for (const url of ['/api/v1/templates', '/api/v1/templates/:id']) bodies.set(url, { name: `${name} again`, ...draft });
  bodies.set('/api/v1/user-profile-schemas/:id', { title: 'Form', schema: { type: 'object', properties: {} } });
});
t.teardown(() => platform.stop());

const send = (client: { request: Bank['admin']['request'] }, { route, url }: Operation, ids: Ids, o: { body?: unknown; headers?: Record<string, string> } = {}): Promise<TestAnswer> => {
  const body = 'body' in o ? o.body : bodyOf(route);
  const query = route.query && 'required' in route.query && Array.isArray(route.query.required) ? `?${route.query.required.map((name) => `${String(name)}=x`).join('&')}` : '';
  return client.request({ method: route.method, url: fill(url, ids) + query, headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...o.headers }, ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }) });
};
const nameOf = ({ route, url }: Operation): string => `${route.method} ${url}`;
const accepts = ({ route: { gate } }: Operation, kind: 'user' | 'key'): boolean => 'open' in gate || (gate.actors ?? ['user']).includes(kind);
/** What a client can see, without what differs from answer to answer. */
const seen = ({ status, text, headers }: TestAnswer): string => JSON.stringify([status, text, Object.entries(headers).filter(([name]) => !['date', 'x-ratelimit-remaining', 'x-ratelimit-reset'].includes(name)).sort()]);

/** One digest over all rows of an organization. */
async function stateOf(organization: string): Promise<string> {
  const tables = platform.kernel.plan.inventory.tables.flatMap(({ name, table: { rows } }) => ('tenant' in rows ? [{ name, column: rows.tenant }] : []));
  const hash = createHash('sha256');
  await platform.kernel.database.asOwner(async (owner) => {
    for (const { name, column } of [...tables, { name: 'event', column: 'organizationId' }]) hash.update(JSON.stringify((await owner.run(`select to_jsonb(t)::text as row from "${name}" t where "${column}" = $1 order by 1`, [organization])).rows));
  });
  return hash.digest('hex');
}

t.test('without credentials everything but what says that it is open answers 401', async (t) => {
  for (const operation of operationsOf(platform)) {
    const answer = await send(platform, operation, idsOfA);
    if (isOpen(operation.route)) t.not(answer.status, 401, nameOf(operation));
    else {
      t.match(answer, { status: 401, body: { code: 'unauthenticated' }, headers: { 'www-authenticate': /^Bearer/ } }, nameOf(operation));
      t.equal((await send(platform, operation, idsOfA, { body: '{"broken' })).status, 401, `${nameOf(operation)} before the body is read`);
    }
  }
});

t.test('a credential of the wrong kind, or one that does not hold, answers 401', async (t) => {
  for (const operation of operationsOf(platform).filter(({ route }) => !isOpen(route))) {
    if (!accepts(operation, 'key')) t.match(await send(a.key, operation, idsOfA), { status: 401, body: { code: 'wrong-credential' } }, `key: ${nameOf(operation)}`);
    if (!accepts(operation, 'user')) t.match(await send(a.admin, operation, idsOfA), { status: 401, body: { code: 'wrong-credential' } }, `person: ${nameOf(operation)}`);
    for (const headers of [{ 'x-api-key': 'nonsense' }, { authorization: 'Bearer dossier_pat_nonsense' }, { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }] as Record<string, string>[]) {
      t.equal((await send(platform, operation, idsOfA, { headers })).status, 401, `${JSON.stringify(headers)}: ${nameOf(operation)}`);
    }
  }
});

t.test('an id of another organization looks like one that does not exist, and nothing there changes', async (t) => {
  const before = await stateOf(b.organization);
  for (const operation of operationsOf(platform).filter(({ url, route }) => url.includes(':') && !isOpen(route))) {
    for (const [who, client] of [['admin', a.admin], ['key', a.key]] as const) {
      if (!accepts(operation, who === 'key' ? 'key' : 'user')) continue;
      const foreign = await send(client, operation, idsOfB);
      t.equal(foreign.status, 404, `${who}: ${nameOf(operation)} ${foreign.text}`);
      t.equal(seen(foreign), seen(await send(client, operation, randomIds(idsOfB))), `${who}: ${nameOf(operation)}`);
    }
  }
  for (const field of ['workspaceId', 'templateId'] as const) {
    const record = a.record(idsOfA['templates']!);
    const foreign = await a.key.post('/api/v1/applications', { ...record, [field]: idsOfB[`${field.slice(0, -2)}s`] });
    t.equal(foreign.status, 404, field);
    t.equal(seen(foreign), seen(await a.key.post('/api/v1/applications', { ...record, [field]: newId() })), field);
  }
  t.equal(await stateOf(b.organization), before);
});

/** Somebody who may do it. */
function fitting(operation: Operation): { request: Bank['admin']['request'] } {
  const { gate, url } = operation.route;
  if ('scope' in gate && gate.scope === 'installation' && gate.permission) return platform.as({ authorization: `Bearer ${operatorToken}` });
  if (url === '/api/v1/applications/:id/confirm') return a.client;
  return accepts(operation, 'user') ? a.admin : a.key;
}

// But for the role of a team, of which a client sends back what it read.
t.test('a field that the schema does not know is refused by every write', async (t) => {
  const extras = ['orgId', 'organizationId', 'id', 'createdBy', 'isAdmin', 'credits', '__proto__', 'constructor'];
  for (const operation of operationsOf(platform).filter(({ route, url }) => isWrite(route) && !isOpen(route) && url !== '/graphql' && !(route.method === 'PUT' && url.endsWith('/roles/:roleId')))) {
    const { route } = operation;
    const known = route.body && 'properties' in route.body ? Object.keys(route.body.properties as object) : [];
    const good = JSON.stringify(bodyOf(route) ?? {}).slice(1, -1);
    for (const extra of extras.filter((name) => !known.includes(name))) {
      // Written by hand: JSON.stringify would leave __proto__ out.
      const body = `{"${extra}":{"isAdmin":true}${good === '' ? '' : `,${good}`}}`;
      const answer = await send(fitting(operation), operation, idsOfA, { body });
      t.match(answer, { status: 422, body: { code: 'invalid' } }, `${nameOf(operation)} ${extra}: ${answer.text}`);
      t.ok(answer.body.errors?.some((fault: { pointer: string; code: string }) => fault.pointer === `/${extra}` && fault.code === 'additionalProperties'), `${nameOf(operation)} ${extra}`);
    }
  }
  for (const extra of extras) t.match(await a.admin.post('/graphql', `{"query":"{version}","${extra}":{}}`), { status: 400, body: { errors: [{ extensions: { code: 'graphql-bad-request' } }] } }, `/graphql ${extra}`);
  t.equal(Reflect.get({}, 'isAdmin'), undefined);
});

t.test('a write with a session comes from our own pages or not at all', async (t) => {
  // A new session for each operation, of somebody whom no other test needs: some of them end it, and his tokens.
  const signedIn = async () => platform.as({ cookie: `dossier=${(await platform.service(People).openSession({ user: a.officer.id, organization: a.organization, issuer: 'https://test.example' })).secret}` });
  t.equal((await (await signedIn()).get('/api/v1/session')).status, 200);
  const origin = platform.kernel.publicUrl();
  const ours = { 'x-dossier-csrf': '1', origin, 'sec-fetch-site': 'same-origin' };
  for (const operation of operationsOf(platform).filter(({ route }) => isWrite(route) && !isOpen(route) && accepts({ route, url: '', plugin: '' }, 'user'))) {
    const browser = await signedIn();
    for (const [name, headers] of Object.entries({
      'no header': {}, 'another site': { ...ours, 'sec-fetch-site': 'cross-site' }, 'a neighbouring host': { ...ours, 'sec-fetch-site': 'same-site' },
      'another origin': { ...ours, origin: 'https://evil.example' }, 'an unknown origin': { ...ours, origin: 'null' },
    })) {
      t.match(await send(browser, operation, randomIds(idsOfA), { headers }), { status: 403, body: { code: 'csrf' } }, `${name}: ${nameOf(operation)}`);
    }
    t.not((await send(browser, operation, randomIds(idsOfA), { headers: ours })).body.code, 'csrf', nameOf(operation));
  }
});

t.test('no write reads what a form of another site can send without asking first', async (t) => {
  for (const operation of operationsOf(platform).filter(({ route }) => isWrite(route) && !isOpen(route) && route.body)) {
    const client = fitting(operation);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', ...(operation.route.multipart ? [] : ['multipart/form-data; boundary=x'])]) {
      t.match(await send(client, operation, idsOfA, { headers: { 'content-type': type } }), { status: 415 }, `${type}: ${nameOf(operation)}`);
    }
  }
  t.match(await a.admin.get('/graphql?query=mutation{x}'), { status: 405, headers: { allow: 'POST' } }, 'no GET, so no mutation by GET');
});
