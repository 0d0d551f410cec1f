/** What a route checks beyond its schema, told together with what the schema finds. */
import { t } from '@dossier/core/testing/t';
import { definePlugin, inWorkspace, Type } from '@dossier/sdk';
import { testKernel } from '@dossier/core/testing';
import { probe, probing } from './probe.ts';

const gate = inWorkspace({ permission: probe, at: { in: 'body', name: 'at' } });
/** What the check was given, and whether the handler ran. */
let given: unknown[] = [];
let handled = 0;
const checking = definePlugin({
  id: 'checking',
  version: '1.0.0',
  kernel: '^1.0.0',
  features: [probing],
  permissions: [probe],
  routes: {
    write: {
      method: 'POST',
      url: '/checked',
      gate,
      summary: 'Write',
      body: Type.Object(
        {
          at: Type.String(),
          name: Type.Optional(Type.String()),
          'a/b~c': Type.Optional(Type.Number()),
          list: Type.Optional(Type.Array(Type.Object({ n: Type.Number(), m: Type.Optional(Type.Number()) }))),
        },
        { additionalProperties: false },
      ),
    },
  },
  setup(_needs, plugin) {
    plugin.routes(
      { write: () => ({ handled: ++handled }) },
      {
        async write({ body }) {
          given.push(body);
          if (body.name === 'break') throw new Error('secret');
          return body.name === 'taken' ? [{ pointer: '/name', code: 'taken', detail: 'The name is taken.' }] : [];
        },
      },
    );
  },
});

t.test('a check is asked of what fits the schema, behind the gate, and only when something does not', async (t) => {
  await using kernel = await testKernel({
    plugins: [checking],
    workspace: { on: [probing], grants: { ada: [probe], eve: [] } },
  });
  const at = kernel.workspace;
  const post = async (body: unknown, who = 'ada') => {
    given = [];
    handled = 0;
    const answer = await kernel.as(who).post('/checked', body);
    return [
      answer.status,
      ...(answer.body.errors ?? []).map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`),
    ];
  };
  t.same(await post({ at, name: 'taken' }), [201], 'its handler refuses by itself');
  t.same([given, handled], [[], 1]);
  t.same(await post({ at, name: 'taken', other: 1, 'a/b~c': 'x', list: [{ n: 1, m: 'x' }, 'y', { m: 2 }, { n: 3 }] }), [
    422,
    '/other additionalProperties',
    '/a~1b~0c type',
    '/list/0/m type',
    '/list/1 type',
    '/list/2/n required',
    '/name taken',
  ]);
  t.strictSame(
    [given, handled],
    [
      [
        {
          at,
          name: 'taken',
          other: undefined,
          'a/b~c': undefined,
          list: [{ n: 1, m: undefined }, undefined, { m: 2 }, { n: 3 }],
        },
      ],
      0,
    ],
    'what does not fit is undefined, what was not sent is missing',
  );
  t.same(await post({ at, name: 'free', other: 1 }), [422, '/other additionalProperties']);
  t.same(
    await post(`{"at":"${at}","list":[${Array.from({ length: 120 }, () => '{"n":1,"x":"\\u0000"}').join()}]}`).then(
      ([status]) => status,
    ),
    422,
  );
  t.same(given, [], 'what was not reported was not taken out');
  for (const nowhere of [{}, { at: 7 }, [], null]) t.equal((await post(nowhere))[0], 422);
  t.same(given, [], 'without a place');
  t.same(await post({ at: 'elsewhere', other: 1 }), [404]);
  t.same(await post({ at, other: 1 }, 'eve'), [403]);
  t.same(given, [], 'where comes before what');
  t.same(await post({ at, name: 'break', other: 1 }), [500]);
});
