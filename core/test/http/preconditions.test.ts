/** What the plugin API gives a plugin whose routes say what they change. */
import { t } from '@dossier/core/testing/t';
import { Database, definePlugin, inOrganization, notFound, Type } from '@dossier/sdk';
import { testKernel } from '@dossier/core/testing';
import { resourceFault } from '../../facilities/http/resources.ts';

const Thing = Type.Object({ name: Type.String(), seen: Type.Integer() });
const One = Type.Object({ id: Type.String() });
/** What is there, and how the next change is held up. */
let things = new Map<string, string>();
let seen = 0;
let hold: { readonly entered: () => void; readonly until: Promise<void> } | undefined;
const things1 = definePlugin({
  id: 'things',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { database: Database },
  routes: {
    one: {
      method: 'GET',
      url: '/things/:id',
      gate: inOrganization(),
      summary: 'One',
      params: One,
      reply: Thing,
      etag: { of: ['name'] },
    },
    make: {
      method: 'POST',
      resource: '/things/:id',
      url: '/things',
      gate: inOrganization(),
      summary: 'Make',
      body: Type.Object({ name: Type.String() }),
      reply: Thing,
    },
    change: {
      method: 'PUT',
      url: '/things/:id',
      gate: inOrganization(),
      summary: 'Change',
      params: One,
      body: Type.Object({ name: Type.String() }),
      reply: Thing,
    },
    act: {
      method: 'POST',
      resource: '/things/:id',
      url: '/things/:id/act',
      gate: inOrganization(),
      status: 200,
      summary: 'Act',
      params: One,
      reply: Thing,
    },
    remove: { method: 'DELETE', url: '/things/:id', gate: inOrganization(), summary: 'Remove', params: One },
  },
  setup({ database }, plugin) {
    const shown = (name: string) => ({ name, seen: ++seen });
    plugin.routes({
      one: ({ access, params }) =>
        database.read(access, async () => {
          const name = things.get(params.id);
          if (name === undefined) throw notFound();
          return shown(name);
        }),
      make: ({ access, body }) =>
        database.write(access, async () => {
          things.set('made', body.name);
          return shown(body.name);
        }),
      change: async ({ access, params, body }) => {
        const held = hold;
        hold = undefined;
        held?.entered();
        await held?.until;
        return database.write(access, async () => {
          things.set(params.id, body.name);
          return shown(body.name);
        });
      },
      act: ({ access, params }) =>
        database.write(access, async () => {
          things.set(params.id, `${things.get(params.id)}!`);
          return shown(things.get(params.id)!);
        }),
      remove: ({ access, params }) => database.write(access, async () => void things.delete(params.id)),
    });
  },
});

t.test('a plugin has entity tags and preconditions by saying what its routes change', async (t) => {
  await using kernel = await testKernel({ plugins: [things1], workspace: { grants: { ada: [] } } });
  const ada = kernel.as('ada');
  things = new Map([['a', 'first']]);
  const tag = String((await ada.get('/things/a')).headers['etag']);
  t.equal((await ada.get('/things/a')).headers['etag'], tag, 'what is not of the tag does not count');
  t.match(await ada.put('/things/a', { name: 'second' }, { 'if-match': '"other"' }), {
    status: 412,
    body: { code: 'stale' },
  });
  const second = await ada.put('/things/a', { name: 'second' }, { 'if-match': `W/"weak" , "a,b",${tag}` });
  t.equal(second.status, 200);
  t.equal((await ada.get('/things/a')).headers['etag'], second.headers['etag']);
  t.not(second.headers['etag'], tag);
  for (const refused of [tag, `W/${second.headers['etag']}`, '', 'x'])
    t.equal((await ada.post('/things/a/act', undefined, { 'if-match': refused })).status, 412, refused);
  t.equal((await ada.post('/things/a/act', undefined, { 'if-match': '*' })).status, 200);
  t.equal((await ada.post('/things/a/act')).status, 200, 'without the header as ever');
  const made = await ada.post('/things', { name: 'new' });
  t.equal(made.headers['etag'], (await ada.get('/things/made')).headers['etag']);
  t.equal((await ada.delete('/things/made', { 'if-match': tag })).status, 412);
  t.equal((await ada.delete('/things/made', { 'if-match': String(made.headers['etag']) })).status, 204);
});

t.test('of two who have read the same, and come at once, one is refused', async (t) => {
  await using kernel = await testKernel({ plugins: [things1], workspace: { grants: { ada: [] } } });
  const ada = kernel.as('ada');
  things = new Map([['a', 'first']]);
  const tag = String((await ada.get('/things/a')).headers['etag']);
  const [entered, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  hold = { entered: entered.resolve, until: release.promise };
  const late = ada.put('/things/a', { name: 'late' }, { 'if-match': tag });
  await entered.promise;
  // It has been compared once by now, and has not written.
  t.equal((await ada.put('/things/a', { name: 'early' }, { 'if-match': tag })).status, 200);
  release.resolve();
  t.equal((await late).status, 412);
  t.equal(things.get('a'), 'early');
});

t.test('the plan refuses a resource that is not there, or that the address does not name', (t) => {
  const get = { method: 'GET', url: '/things/:id', gate: inOrganization(), summary: 'One' } as const;
  t.equal(resourceFault({ ...get, method: 'PUT', resource: '/things/:id' }, [get]), undefined);
  t.match(
    resourceFault({ ...get, method: 'PUT', resource: '/thing/:id' }, [get]),
    /where no installed plugin has a GET/,
  );
  t.match(
    resourceFault({ ...get, method: 'PUT', url: '/act', resource: '/things/:id' }, [get]),
    /does not say which id/,
  );
  t.equal(resourceFault({ ...get, method: 'POST', url: '/things', resource: '/things/:id' }, [get]), undefined);
  t.end();
});
