import { t } from '@dossier/core/testing/t';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { everything, sample } from '@dossier/core/testing';
import type { Json, TestAnswer } from '@dossier/core/testing';
import { createApplications } from '../../platform/applications/contract.ts';
import { People } from '../../platform/people/contract.ts';
import { isOpen, isWrite, nameOf, operationsOf, randomIds } from '../enumeration/operations.ts';
import type { Operation } from '../enumeration/operations.ts';
import { shares } from '../enumeration/shares.ts';
import { fill, slotsOf } from '../enumeration/slots.ts';
import { accepts, everyOperation, takesNothing, turn } from './every-operation.ts';
import { mistyped } from './mistyped.ts';

/**
 * Everything here is enumerated from the plan: a new route is tested by being declared. Ids of other organizations are
 * tried in core/test/isolation.
 */
const { platform, a, idsOfA, bodyOf, send, fitting, changed, tagOf } = await everyOperation(t);

t.test('without credentials everything but what says that it is open answers 401', async (t) => {
  for (const operation of operationsOf(platform)) {
    const answer = await send(platform, operation, idsOfA);
    if (isOpen(operation.route)) t.not(answer.status, 401, nameOf(operation));
    else {
      t.match(
        answer,
        { status: 401, body: { code: 'unauthenticated' }, headers: { 'www-authenticate': /^Bearer/ } },
        nameOf(operation),
      );
      t.equal(
        (await send(platform, operation, idsOfA, { body: '{"broken' })).status,
        401,
        `${nameOf(operation)} before the body is read`,
      );
    }
  }
});

t.test('a credential that does not hold answers 401, and one of the wrong kind as its gate says', async (t) => {
  for (const operation of sample(operationsOf(platform).filter(({ route }) => !isOpen(route)))) {
    if (!accepts(operation, 'key'))
      t.match(
        await send(a.key, operation, idsOfA),
        'keys' in operation.route.gate
          ? { status: 403, body: { code: 'forbidden' } }
          : { status: 401, body: { code: 'wrong-credential' } },
        `key: ${nameOf(operation)}`,
      );
    if (!accepts(operation, 'user'))
      t.match(
        await send(a.admin, operation, idsOfA),
        { status: 401, body: { code: 'wrong-credential' } },
        `person: ${nameOf(operation)}`,
      );
    const nonsense: readonly Record<string, string>[] = [
      { 'x-api-key': 'nonsense' },
      { authorization: 'Bearer dossier_pat_nonsense' },
      { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
    ];
    t.strictSame(
      await Promise.all(nonsense.map(async (headers) => (await send(platform, operation, idsOfA, { headers })).status)),
      [401, 401, 401],
      nameOf(operation),
    );
  }
});

// But for the role of a team, of which a client sends back what it read.
t.test('a field that the schema does not know is refused by every write', async (t) => {
  const extras = ['orgId', 'organizationId', 'id', 'createdBy', 'isAdmin', 'credits', '__proto__', 'constructor'];
  const strict = operationsOf(platform).filter(
    ({ route, url }) =>
      isWrite(route) &&
      !isOpen(route) &&
      url !== '/graphql' &&
      !(route.method === 'PUT' && url.endsWith('/roles/:roleId')),
  );
  for (const operation of sample(strict)) {
    const { route } = operation;
    const known = route.body && 'properties' in route.body ? Object.keys(route.body.properties as object) : [];
    const good = JSON.stringify(bodyOf(operation) ?? {}).slice(1, -1);
    const strange = extras.filter((name) => !known.includes(name));
    // All at once, because all faults are reported at once. Written by hand: JSON.stringify would leave __proto__ out.
    const answer = await send(fitting(operation), operation, idsOfA, {
      body: `{${[...strange.map((extra) => `"${extra}":{"isAdmin":true}`), ...(good === '' ? [] : [good])].join()}}`,
    });
    t.match(answer, { status: 422, body: { code: 'invalid' } }, `${nameOf(operation)}: ${answer.text}`);
    t.strictSame(
      answer.body.errors
        ?.flatMap(({ pointer, code }: { pointer: string; code: string }) =>
          code === 'additionalProperties' ? [pointer] : [],
        )
        .sort(),
      strange.map((extra) => `/${extra}`).sort(),
      nameOf(operation),
    );
  }
  for (const extra of extras)
    t.match(
      await a.admin.post('/graphql', `{"query":"{version}","${extra}":{}}`),
      { status: 400, body: { errors: [{ extensions: { code: 'graphql-bad-request' } }] } },
      `/graphql ${extra}`,
    );
  t.equal(Reflect.get({}, 'isAdmin'), undefined);
});

t.test(
  'what takes an Idempotency-Key does with it what it does without, and the second time gives the same answer',
  async (t) => {
    // A draft is sent when nothing is wrong with it, so that this one is sent by itself below.
    const sending = '/api/v1/drafts/:id/submit';
    const all = operationsOf(platform).filter(({ route }) => route.idempotent === true && route.url !== sending);
    t.ok(all.length >= 7);
    for (const operation of all) {
      const { route } = operation;
      const sent = {
        headers: { 'idempotency-key': nameOf(operation) },
        ...(route.body ? { body: bodyOf(operation) } : {}),
      };
      const [first, second] = [
        await send(fitting(operation), operation, idsOfA, sent),
        await send(fitting(operation), operation, idsOfA, sent),
      ];
      const { status = 201 } = route;
      t.match(first, { status }, `${nameOf(operation)}: ${first.text}`);
      t.match(second, { status, text: first.text, headers: { 'idempotency-replayed': 'true' } }, nameOf(operation));
    }
    const { templateId, applicants, answers } = a.record(idsOfA['templates']!) as Json;
    const { body: draft } = await a.admin.post(`/api/v1/workspaces/${a.staffWorkspace}/drafts`, { templateId });
    const filled = { answers, applicants, typed: {}, step: null, done: [] };
    t.equal((await a.admin.put(`/api/v1/drafts/${draft.id}`, filled)).status, 200);
    const submit = (): Promise<TestAnswer> =>
      a.admin.post(sending.replace(':id', draft.id), undefined, { 'idempotency-key': 'sent' });
    const [once, again] = [await submit(), await submit()];
    t.match(once, { status: 201 }, once.text);
    t.match(again, { status: 201, text: once.text, headers: { 'idempotency-replayed': 'true' } });
    // A client applies in another way: it is looked up who they are.
    await a.grant('client', createApplications, true);
    const { workspaceId: _, ...own } = a.record(idsOfA['templates']!, { primary: a.client.email });
    const offer = `/api/v1/templates/${idsOfA['templates']}/offers/${a.clientWorkspace}`;
    t.equal((await a.admin.put(offer, { workspaceId: a.staffWorkspace })).status, 200);
    const apply = (): Promise<TestAnswer> =>
      a.client.post(`/api/v1/workspaces/${a.clientWorkspace}/applications`, own, { 'idempotency-key': 'own' });
    const [first, second] = [await apply(), await apply()];
    t.match(first, { status: 201 }, first.text);
    t.match(second, { status: 201, text: first.text });
    await a.grant('client', createApplications, false);
  },
);

t.test('a name that stands twice is refused by every write, with its place', async (t) => {
  for (const operation of sample(operationsOf(platform).filter(({ route }) => isWrite(route) && !isOpen(route)))) {
    t.match(
      await send(fitting(operation), operation, idsOfA, { body: '{"twice":1,"in":[{"it":1,"it":1}],"twice":{}}' }),
      { status: 400, body: { code: 'bad-json', errors: [{ pointer: '/in/0/it' }, { pointer: '/twice' }] } },
      nameOf(operation),
    );
  }
});

/** Paths that name something by an identifier of ours. Those of forms somebody chose, and sessions end quietly. */
const isInPath = (operation: Operation): boolean => {
  const kinds = slotsOf(operation).flatMap(({ path, kind }) => (path.startsWith('params/') ? [kind] : []));
  return kinds.length > 0 && !kinds.some((kind) => ['user-profile-schemas', 'sessions'].includes(kind));
};

t.test(
  'a mistyped identifier is a fault of the form: in a body and a query reported at its place with the others, in a path 404',
  async (t) => {
    const told = ({ body }: TestAnswer): readonly string[] => (body.errors ?? []).map(({ pointer }: Json) => pointer);
    let [bodies, queries, paths] = [0, 0, 0];
    const closed = operationsOf(platform).filter(({ route, url }) => !isOpen(route) && url !== '/graphql');
    for (const operation of sample(closed)) {
      const { route, url } = operation;
      const [inBody, inQuery] = [mistyped(t, route.body, ''), mistyped(t, route.query, '')];
      if (inBody.pointers.length > 0) {
        bodies++;
        const answer = await send(fitting(operation), operation, idsOfA, { body: { ...inBody.value, neverAField: 1 } });
        t.equal(answer.status, 422, `${nameOf(operation)} ${answer.text}`);
        t.strictSame(
          [...inBody.pointers, '/neverAField'].filter((pointer) => !told(answer).includes(pointer)),
          [],
          nameOf(operation),
        );
      }
      if (inQuery.pointers.length > 0) {
        queries++;
        const parameters = new URLSearchParams(
          Object.entries(inQuery.value).map(([name, value]) => [name, String(value)]),
        );
        const answer = await fitting(operation).request({
          method: route.method,
          url: `${fill(operation, idsOfA)}?${parameters}`,
        });
        t.equal(answer.status, 400, `${nameOf(operation)} ${answer.text}`);
        t.strictSame(
          inQuery.pointers
            .map((pointer) => pointer.replace('/', '?'))
            .filter((pointer) => !told(answer).includes(pointer)),
          [],
          nameOf(operation),
        );
      }
      if (isInPath(operation)) {
        paths++;
        const mistypedPath = url.replace(/:[A-Za-z]+/g, 'mistyped');
        const answer = await fitting(operation).request({
          method: route.method,
          url: mistypedPath,
          ...(isWrite(route) ? { payload: '{"neverAField":1}', headers: { 'content-type': 'application/json' } } : {}),
        });
        t.equal(answer.status, 404, `${nameOf(operation)} ${answer.text}`);
      }
    }
    t.ok(
      everything ? bodies >= 10 && queries >= 10 && paths >= 50 : bodies > 0 && queries > 0 && paths >= 12,
      `enough of them were tried: ${bodies} bodies, ${queries} queries, ${paths} paths`,
    );
  },
);

/** Routes that are refused for another reason first, here; tests of their own compare them. */
const isRefusedBefore = ({ plugin, name }: Operation): boolean =>
  shares.get(plugin)?.refusedBefore?.includes(name) === true;

t.test('every route that changes what a GET shows with its ETag refuses who has read another version', async (t) => {
  const versioned: { readonly operation: Operation; readonly read: Operation }[] = [];
  for (const operation of operationsOf(platform).filter(
    ({ route, url }) => isWrite(route) && !isOpen(route) && url === route.url,
  )) {
    const resource = changed(operation);
    if (resource?.exists && !isRefusedBefore(operation)) versioned.push({ operation, read: resource.read });
  }
  t.ok(versioned.length > 25, `${versioned.length} can be compared`);
  for (const { operation, read } of sample(versioned)) {
    const tag = await tagOf(read);
    t.match(tag, /^"[\x21\x23-\x7e]+"$/, `GET ${read.url} has a strong ETag`);
    t.equal(await tagOf(read), tag, 'the same while nothing changes');
    for (const other of ['"never"', `W/${tag}`, tag.slice(1, -1), '"never", "nor,this"', '']) {
      t.match(
        await send(fitting(operation), operation, idsOfA, { headers: { 'if-match': other } }),
        { status: 412, body: { code: 'stale' } },
        `${nameOf(operation)} If-Match: ${other}`,
      );
    }
    t.equal(await tagOf(read), tag, `${nameOf(operation)}: what was refused has changed nothing`);
  }
});

t.test('a write with a session comes from our own pages or not at all', async (t) => {
  // Of somebody whom no other test needs: some operations end their session and tokens, and they sign in again.
  const signIn = async () =>
    platform.as({
      cookie: `dossier=${(await platform.service(People).openSession({ user: a.officer.id, organization: a.organization, issuer: 'https://test.example' })).secret}`,
    });
  let browser = await signIn();
  const origin = platform.kernel.publicUrl();
  const ours = { 'x-dossier-csrf': '1', origin, 'sec-fetch-site': 'same-origin' };
  const foreign = {
    'no header': {},
    'another site': { ...ours, 'sec-fetch-site': 'cross-site' },
    'a neighbouring host': { ...ours, 'sec-fetch-site': 'same-site' },
    'another origin': { ...ours, origin: 'https://evil.example' },
    'an unknown origin': { ...ours, origin: 'null' },
  };
  const bySession = operationsOf(platform).filter(
    ({ route }) => isWrite(route) && !isOpen(route) && accepts({ route }, 'user'),
  );
  for (const operation of sample(bySession)) {
    if ((await browser.get('/api/v1/session')).status === 401) browser = await signIn();
    const codes = await Promise.all(
      Object.entries(foreign).map(async ([name, headers]) => {
        const { status, body } = await send(browser, operation, randomIds(idsOfA), { headers });
        return [name, status, body.code];
      }),
    );
    t.strictSame(
      codes,
      Object.keys(foreign).map((name) => [name, 403, 'csrf']),
      nameOf(operation),
    );
    t.not((await send(browser, operation, randomIds(idsOfA), { headers: ours })).body.code, 'csrf', nameOf(operation));
  }
});

/** How often this address may call it still, as the answer says. */
const leftOfRoute = ({ headers }: TestAnswer): number =>
  Number(/^"route";r=(\d+);t=\d+$/.exec(String(headers['ratelimit']))?.[1]);

t.test('a route with a limit of its own counts an address, not its port, and of IPv6 a home', async (t) => {
  const limited = operationsOf(platform).filter(({ route }) => route.perMinute !== undefined);
  for (const operation of limited) {
    const { method } = operation.route;
    for (const addresses of [
      ['192.0.2.1:4711', '192.0.2.1:4712', '192.0.2.1'],
      ['[2001:db8::1]:4711', '2001:db8::2', '2001:db8::ffff:3'],
    ]) {
      const left: number[] = [];
      for (const remoteAddress of addresses)
        left.push(
          leftOfRoute(await fitting(operation).request({ method, url: fill(operation, idsOfA), remoteAddress })),
        );
      t.strictSame(
        left,
        [1, 2, 3].map((nth) => operation.route.perMinute! - nth),
        `${nameOf(operation)} ${addresses.join(' ')}`,
      );
    }
  }
  t.ok(limited.length >= 4);
});

t.test('no write reads what a form of another site can send without asking first', async (t) => {
  const taking = operationsOf(platform).filter(({ route }) => isWrite(route) && !isOpen(route) && route.body);
  for (const operation of sample(taking)) {
    const client = fitting(operation);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      ...(operation.route.multipart ? [] : ['multipart/form-data; boundary=x']),
    ]) {
      t.match(
        await send(client, operation, idsOfA, { headers: { 'content-type': type } }),
        { status: 415 },
        `${type}: ${nameOf(operation)}`,
      );
    }
  }
  t.match(
    await a.admin.get('/graphql?query=mutation{x}'),
    { status: 405, headers: { allow: 'POST' } },
    'no GET, so no mutation by GET',
  );
});

/** The ETag of a change, or of what was made, is the one that its GET gives then. */
async function isOfWhatIsThere(
  operation: Operation,
  { read, exists }: { readonly read: Operation; readonly exists: boolean },
  { headers, status }: TestAnswer,
): Promise<void> {
  // A run goes on by itself meanwhile.
  if (read.url.includes('/report-runs/')) return void t.match(headers['etag'], /^"/, nameOf(operation));
  const location = headers['location'];
  const now =
    exists && status !== 201
      ? await tagOf(read)
      : (await fitting(read).request({ method: 'GET', url: String(location) })).headers['etag'];
  t.equal(headers['etag'], now, `${nameOf(operation)}: the ETag of its answer`);
}

// At the end: it does everything that can be done.
t.test('what is answered is what the document says: a status, a media type, and a body that fits', async (t) => {
  const { body: document } = await platform.get('/openapi.json');
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  for (const operation of operationsOf(platform).toSorted((one, other) => turn(one) - turn(other))) {
    const { responses } =
      document.paths[operation.url.replace(/:([A-Za-z]+)/g, '{$1}')][operation.route.method.toLowerCase()];
    // Many clients say of nothing, too, that it is JSON.
    const nothing =
      isWrite(operation.route) && !operation.route.multipart && takesNothing(operation.route) ? { body: '' } : {};
    const resource = isWrite(operation.route) ? changed(operation) : undefined;
    const ifMatch = resource?.exists
      ? { headers: { 'if-match': `"never", ${await tagOf(resource.read)} ,W/"x"` } }
      : {};
    const answer = await send(fitting(operation), operation, idsOfA, { ...nothing, ...ifMatch });
    const { status, headers, body, text } = answer;
    const type = String(headers['content-type'] ?? '').split(';')[0]!;
    const name = `${nameOf(operation)}: ${status} ${type} ${text.slice(0, 200)}`;
    t.ok(status < 500 && (status >= 400 || status in responses), name);
    if ('body' in nothing) t.not(body.code, 'bad-json', name);
    t.not(status, 412, name);
    if (resource && status < 300 && status !== 204) await isOfWhatIsThere(operation, resource, answer);
    const { content = {} }: Json = responses[status] ?? document.components.responses.Problem;
    t.strictSame(
      text === '' ? [] : [type],
      Object.keys(content).filter((one) => one === type),
      name,
    );
    if (!/\bjson$/.test(type)) continue;
    const fits = ajv.compile({ ...content[type].schema, components: document.components });
    t.ok(fits(body), `${name} ${ajv.errorsText(fits.errors)}`);
  }
});
