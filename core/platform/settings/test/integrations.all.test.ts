import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, TestPlatform } from '@dossier/core/testing';
import { manageIntegrations } from '../contract.ts';
import { directory, named, plain, seen } from './directory.ts';

const canary = 'canary&word-4711';

let platform: TestPlatform;
let a: Bank;
let b: Bank;
const list = '/api/v1/integrations';
const url = `${list}/directory`;
const good = { url: 'ldap://acme.example', password: canary };
t.before(async () => {
  platform = await testPlatform({ plugins: [directory, plain, named], embedded: true });
  [a, b] = [await bank(platform, 'acme'), await bank(platform, 'beta')];
});
t.teardown(() => platform.stop());
const dump = async (): Promise<string> =>
  Buffer.from(await (await platform.kernel.database.dump()).arrayBuffer()).toString('latin1');
const pointers = (body: { errors: { pointer: string }[] }): string[] =>
  body.errors.map(({ pointer }) => pointer).sort();

t.test(
  'what nobody has set up says so, with its form, and a plugin that needs something is not handed half of it',
  async (t) => {
    const { status, body } = await a.admin.get(list);
    t.equal(status, 200);
    const mine = body.filter(({ plugin }: { plugin: string }) => ['directory', 'plain-words'].includes(plugin));
    t.match(
      mine.map(({ title, state, test, version, badge }: Record<string, unknown>) => [
        title,
        state,
        test,
        version,
        badge,
      ]),
      [
        ['Directory', 'not-set-up', true, 0, null],
        ['plain-words', 'not-set-up', false, 0, null],
      ],
    );
    t.match(mine[0], {
      description: 'People from your directory.',
      schema: { properties: { password: { writeOnly: true, title: 'Password' }, retries: { 'x-advanced': true } } },
    });
    t.same(
      Object.keys(mine[0].schema.properties),
      ['url', 'password', 'codes', 'search', 'retries'],
      'in the order of the form',
    );
    t.match((await a.admin.get(url)).body, {
      state: 'not-set-up',
      values: { retries: 3, password: { set: false, changedAt: null, by: null } },
    });
    await t.rejects(platform.kernel.settings.read(directory.spec, a.organization), {
      status: 409,
      code: 'not-set-up',
      message: /Directory is not set up/,
    });
    t.match(await platform.kernel.settings.read(plain.spec, a.organization), {});
  },
);

t.test('who may not manage integrations is refused everywhere, and learns nothing', async (t) => {
  for (const [method, at] of [
    ['GET', list],
    ['GET', url],
    ['PUT', url],
    ['DELETE', url],
    ['POST', `${url}/test`],
  ] as const) {
    t.match(
      await a.clerk.request({
        method,
        url: at,
        ...(method === 'PUT' || method === 'POST' ? { payload: { values: good } } : {}),
      }),
      { status: 403, body: { code: 'forbidden' } },
      `${method} ${at}`,
    );
    t.equal(
      (
        await a.key.request({
          method,
          url: at,
          ...(method === 'PUT' || method === 'POST' ? { payload: { values: good } } : {}),
        })
      ).status,
      401,
      `a key: ${method} ${at}`,
    );
  }
  await a.grant('clerk', manageIntegrations, true);
  t.equal((await a.clerk.get(list)).status, 200, 'acts on the next request');
  await a.grant('clerk', manageIntegrations, false);
  for (const unknown of ['tenancy', newId(), 'none'])
    t.match(await a.admin.get(`${list}/${unknown}`), { status: 404, body: { code: 'not-found' } });
});

t.test('all faults are reported at once, where they are, and nothing is stored', async (t) => {
  const answer = await a.admin.put(
    url,
    `{"values":{"url":"http://x","password":"x","retries":9,"search":{"depth":-1,"deep":1},"other":1,"__proto__":{"x":1}}}`,
  );
  t.match(answer, { status: 422, body: { code: 'invalid' } });
  t.same(pointers(answer.body), [
    '/values/__proto__',
    '/values/other',
    '/values/password',
    '/values/retries',
    '/values/search/base',
    '/values/search/deep',
    '/values/search/depth',
    '/values/url',
  ]);
  t.same(pointers((await a.admin.put(url, { values: {}, more: 1 })).body), ['/more']);
  t.same(pointers((await a.admin.put(url, { values: {} })).body), ['/values/password', '/values/url']);
  t.match((await a.admin.get(url)).body, { state: 'not-set-up', version: 0 });
});

t.test('a merge patch changes what it names, keeps a secret that is left out, and null removes', async (t) => {
  const first = await a.admin.put(url, { values: { ...good, codes: [canary], search: { base: 'dc=acme', depth: 2 } } });
  t.match(first, {
    status: 200,
    headers: { etag: '"1"', 'cache-control': 'no-store' },
    body: { state: 'set-up', version: 1, badge: { ok: true, text: 'Connected' }, by: { kind: 'user', id: a.admin.id } },
  });
  const mark = first.body.values.password;
  t.same(Object.keys(mark), ['set', 'changedAt', 'by']);
  t.match(mark, { set: true, changedAt: /Z$/, by: { id: a.admin.id } });
  platform.clock.advance(1_000);
  const second = await a.admin.put(url, { values: { search: { depth: 0 }, retries: 5 } });
  t.match(second.body, {
    version: 2,
    values: { url: 'ldap://acme.example', search: { base: 'dc=acme', depth: 0 }, retries: 5 },
  });
  t.same(second.body.values.password, mark, 'the secret is as it was');
  t.match((await a.admin.put(url, { values: { search: null, codes: null, retries: null } })).body, {
    version: 3,
    values: { search: undefined, codes: { set: false }, retries: 3 },
  });
  t.match(await a.admin.put(url, { values: { password: null } }), {
    status: 422,
    body: { errors: [{ pointer: '/values/password', code: 'required' }] },
  });
  t.match((await a.admin.put(url, { values: {} })).body, { version: 3 }, 'nothing new is no change');
  t.same(await platform.kernel.settings.read(directory.spec, a.organization), { ...good, retries: 3 });
});

t.test('a change that somebody overtook is refused', async (t) => {
  const { version } = (await a.admin.get(url)).body;
  for (const answer of [
    await a.admin.put(url, { values: { retries: 1 }, version: version - 1 }),
    await a.admin.put(url, { values: { retries: 1 } }, { 'if-match': `"${version - 1}"` }),
    await a.admin.put(url, { values: { retries: 1 }, version }, { 'if-match': `"${version - 1}"` }),
    await a.admin.put(url, { values: { retries: 1 }, version: version - 1 }, { 'if-match': `"${version}"` }),
    await a.admin.put(url, { values: { retries: 1 } }, { 'if-match': 'W/"x"' }),
    await a.admin.delete(url, { 'if-match': `"${version + 1}"` }),
  ])
    t.match(answer, { status: 412, body: { code: 'stale' } });
  const both = await Promise.all(
    [1, 2].map((retries) => a.admin.put(url, { values: { retries } }, { 'if-match': `"${version}"` })),
  );
  t.same(both.map(({ status }) => status).sort(), [200, 412], 'of two at once one wins');
});

t.test('a secret stands nowhere in clear, and another organization has settings of its own', async (t) => {
  t.match((await b.admin.get(url)).body, { state: 'not-set-up', values: { url: undefined } });
  t.match((await b.admin.put(url, { values: { ...good, url: 'ldap://beta.example' } })).body, {
    version: 1,
    values: { url: 'ldap://beta.example' },
  });
  t.equal((await a.admin.get(url)).body.values.url, 'ldap://acme.example');
  const replies = await Promise.all([
    a.admin.get(list),
    a.admin.get(url),
    a.admin.put(url, { values: { password: `${canary}2` } }),
    a.admin.put(url, { values: { password: `${canary}3`, url: 'x' } }),
  ]);
  for (const { text } of replies) t.notMatch(text, canary);
  const stored = await dump();
  t.match(stored, 'ldap://acme.example', 'the dump can be read');
  t.notMatch(stored, canary);
  t.notMatch(stored, Buffer.from(canary).toString('base64').slice(0, 20));
});

t.test(
  'a ciphertext that is moved to another organization or field does not open: the integration fails, and is entered anew',
  async (t) => {
    const move = (statement: string): Promise<unknown> =>
      platform.kernel.database.asOwner((owner) => owner.run(statement, [a.organization, b.organization]));
    await move(
      `update setting set value = jsonb_set(value, '{password}', (select value->'password' from setting where "organizationId" = $1 and plugin = 'directory')) where "organizationId" = $2 and plugin = 'directory'`,
    );
    t.match((await b.admin.get(url)).body, { state: 'failing', values: { url: 'ldap://beta.example' } });
    await t.rejects(platform.kernel.settings.read(directory.spec, b.organization), {
      code: 'settings-failing',
      message: /secret password does not open/,
    });
    t.match((await b.admin.put(url, { values: { password: 'again' } })).body, { state: 'set-up' });
    await move(
      `update setting set value = jsonb_set(value, '{codes}', value->'password') where "organizationId" in ($1, $2) and plugin = 'directory'`,
    );
    t.match((await b.admin.get(url)).body, { state: 'failing' });
    t.match((await b.admin.put(url, { values: { codes: null, password: 'again' } })).body, { state: 'set-up' });
    await a.admin.put(url, { values: { codes: null, password: canary } });
  },
);

t.test(
  'a stored secret goes where it was entered for, and nowhere else: neither by a test nor by a change',
  async (t) => {
    const before = (await a.admin.get(url)).body;
    delete seen.values;
    const [test, change] = [
      await a.admin.post(`${url}/test`, { values: { url: 'ldap://thief.example', retries: 9 } }),
      await a.admin.put(url, { values: { url: 'ldap://thief.example' } }),
    ];
    t.match(test, { status: 422, body: { code: 'invalid' } });
    t.same(pointers(test.body), ['/values/password', '/values/retries']);
    t.match(change, {
      status: 422,
      body: {
        errors: [
          {
            pointer: '/values/password',
            code: 'secret-again',
            detail: /password must be entered again, because url changed/,
          },
        ],
      },
    });
    t.equal(seen.values, undefined, 'the check was not even called');
    t.same((await a.admin.get(url)).body, before);
    seen.run = async () => undefined;
    t.equal((await a.admin.post(`${url}/test`, { values: { retries: 1, search: { base: 'o=acme' } } })).status, 200);
    t.match(seen.values, { password: canary, retries: 1 }, 'what is no address may change');
    t.equal(
      (await a.admin.put(url, { values: { url: 'ldap://thief.example', password: null } })).status,
      422,
      'nor does taking it out help where it is needed',
    );
  },
);

t.test('a secret may name what it is sent by', async (t) => {
  const change = (values: object) => a.admin.put(`${list}/named`, { values });
  t.equal((await change({ user: 'ann', site: 'https://acme.example', key: canary })).status, 200);
  t.equal((await change({ site: 'https://beta.example' })).status, 200, 'another address does not matter to it');
  t.match((await change({ user: 'ben' })).body, {
    errors: [{ pointer: '/values/key', code: 'secret-again', detail: /because user changed/ }],
  });
  t.equal((await change({ user: 'ben', key: canary })).status, 200);
});

t.test('a test tries unsaved values, names each step, and saves nothing', async (t) => {
  const before = (await a.admin.get(url)).body;
  seen.run = async ({ step, values }) => {
    await step('Reach the server', async () => `Reached ${String(values['url'])}.`);
    await step('Sign in', async () => {
      throw new Error(`Refused for ${canary} at ldap://u:${encodeURIComponent(canary)}@x`);
    });
    await step('Search', async () => 'never');
  };
  const answer = await a.admin.post(`${url}/test`, { values: { url: 'ldap://new.example', password: canary } });
  t.match(answer, {
    status: 200,
    body: {
      ok: false,
      steps: [
        { title: 'Reach the server', state: 'passed', detail: 'Reached ldap://new.example.' },
        { title: 'Sign in', state: 'failed', detail: 'Refused for (secret) at ldap://u:(secret)@x' },
      ],
    },
  });
  t.equal(answer.body.steps.length, 2);
  t.match(seen.values, { url: 'ldap://new.example', password: canary });
  t.same((await a.admin.get(url)).body, before);
  t.same(pointers((await a.admin.post(`${url}/test`, { values: { url: 'x' } })).body), [
    '/values/password',
    '/values/url',
  ]);
  t.match(await a.admin.post(`${list}/plain-words/test`, {}), { status: 404 });
  seen.run = ({ step }) => step('Sign in', () => new Promise(() => undefined));
  t.match((await a.admin.post(`${url}/test`, {})).body, {
    ok: false,
    steps: [{ title: 'Sign in', state: 'failed', detail: 'There was no answer within 0.2 seconds.' }],
  });
  seen.run = async () => {
    throw new Error('broken');
  };
  t.match((await a.admin.post(`${url}/test`, {})).body, {
    ok: false,
    steps: [{ title: 'Test', state: 'failed', detail: 'broken' }],
  });
});

t.test('what a test throws is shown without the secret, however it was packed', async (t) => {
  const password = 'ä "quoted" word+4711';
  const packed = [
    password,
    JSON.stringify({ password }),
    new URLSearchParams({ password }).toString(),
    encodeURIComponent(password),
    Buffer.from(password).toString('base64'),
    ...['a', 'an', 'ann'].flatMap((user) =>
      (['base64', 'base64url'] as const).map((form) => Buffer.from(`${user}:${password}`).toString(form)),
    ),
  ];
  for (const text of packed) {
    seen.run = ({ step }) =>
      step('Sign in', async () => {
        throw new Error(`Refused: ${text}`);
      });
    const {
      steps: [{ detail }],
    } = (await a.admin.post(`${url}/test`, { values: { url: 'ldap://new.example', password } })).body;
    t.match(detail, /\(secret\)/, text);
    t.notMatch(detail, /quoted|4711|d29yZ|dvcm|3b3Jk/, text);
  }
  seen.run = ({ step }) =>
    step('Sign in', async () => {
      throw new Error('Refused: secret');
    });
  t.match(
    (await a.admin.post(`${url}/test`, { values: { url: 'ldap://new.example', password: 'secret' } })).body,
    { steps: [{ detail: 'Refused: (secret)' }] },
    'once, though it stands in that word too',
  );
});

t.test(
  'a badge that is not well makes the integration failing, and one that throws does not take the page',
  async (t) => {
    seen.badge = async () => {
      throw new Error('lost');
    };
    t.match(
      (await a.admin.get(list)).body.find(({ plugin }: { plugin: string }) => plugin === 'directory'),
      { state: 'failing', badge: { ok: false, text: 'Not answering' } },
    );
    seen.badge = async () => ({ ok: false, text: 'Signed out' });
    t.match((await a.admin.get(url)).body, { state: 'failing', badge: { text: 'Signed out' } });
  },
);

t.test('taken down it is gone with its secrets, once', async (t) => {
  t.match(await a.admin.delete(url), { status: 204, text: '' });
  t.match((await a.admin.get(url)).body, { state: 'not-set-up', version: 0, values: { password: { set: false } } });
  t.equal((await a.admin.delete(url)).status, 404);
  t.match((await b.admin.get(url)).body, { state: 'failing', version: 3 }, 'the other organization keeps its own');
});
