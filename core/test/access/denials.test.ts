import { t } from '@dossier/core/testing/t';
import {
  definePlugin,
  feature,
  forbidden,
  inAnyWorkspace,
  inOrganization,
  inWorkspace,
  newId,
  permission,
  Type,
} from '@dossier/sdk';
import { testKernel } from '@dossier/core/testing';

const rules = permission('rules.edit', { title: 'Edit rules', scope: 'organization' });
const notes = feature('notes', { title: 'Notes', initially: 'on' });
const readNotes = permission('notes.read', { title: 'Read notes', feature: notes, keyScope: 'notes:read' });
const id = Type.Object({ workspaceId: Type.String() });

const plugin = definePlugin({
  id: 'rules',
  version: '1.0.0',
  kernel: '*',
  permissions: [rules, readNotes],
  features: [notes],
  routes: {
    read: { method: 'GET', url: '/rules', gate: inOrganization({ permission: rules }), summary: 'Read rules' },
    write: {
      method: 'POST',
      url: '/rules',
      aliases: ['/api/rules'],
      gate: inOrganization({ permission: rules, actors: ['user', 'key'] }),
      summary: 'Write rules',
      body: Type.Object({ secret: Type.String() }, { additionalProperties: false }),
    },
    notes: {
      method: 'GET',
      url: '/workspaces/:workspaceId/notes',
      gate: inWorkspace({ permission: readNotes }),
      summary: 'Read notes',
      params: id,
    },
    own: { method: 'GET', url: '/notes', gate: inAnyWorkspace({ permission: readNotes }), summary: 'Read own notes' },
    note: {
      method: 'PUT',
      url: '/workspaces/:workspaceId/notes',
      gate: inWorkspace({ feature: notes }),
      summary: 'Write a note',
      params: id,
    },
  },
  graphql: {
    sdl: 'extend type Query { rules: String notes(workspaceId: ID!): String ownNotes: String }',
    fields: {
      'Query.ownNotes': inAnyWorkspace({ permission: readNotes }),
      'Query.rules': inOrganization({ permission: rules }),
      'Query.notes': inWorkspace({ permission: readNotes, at: { in: 'query', name: 'workspaceId' } }),
    },
  },
  setup(_needs, context) {
    context.routes({
      read: () => [],
      write: () => ({}),
      notes: () => [],
      own: () => [],
      note() {
        throw forbidden('Only who wrote a note changes it.');
      },
    });
    context.resolve({ 'Query.rules': () => 'none', 'Query.notes': () => 'none', 'Query.ownNotes': () => 'none' });
  },
});
const start = () =>
  testKernel({
    plugins: [plugin],
    workspace: { on: [notes], grants: { ann: [], ada: [rules, readNotes] }, keys: { partner: [] } },
  });

t.test(
  'an attempt to change what one may not is in the log: who, what and where, and nothing of what was sent',
  async (t) => {
    await using kernel = await start();
    t.equal((await kernel.as('ann').post('/rules', { secret: 'mellon' })).status, 403);
    t.equal((await kernel.as('partner').post('/api/rules', { secret: 'mellon' })).status, 403);
    t.match(kernel.events, [
      {
        type: 'core/denied@1',
        organization: kernel.organization,
        workspace: null,
        actor: { kind: 'user', name: 'ann' },
        subject: { type: 'operation', id: 'rules.write' },
        payload: { operation: 'rules.write', code: 'forbidden' },
      },
      { type: 'core/denied@1', actor: { kind: 'key', name: 'partner' }, payload: { operation: 'rules.write' } },
    ]);
    t.equal(kernel.events.length, 2);
    t.notOk(JSON.stringify(kernel.events).includes('mellon'));
  },
);

t.test('also where a service refuses, or the feature is off, with the place that was meant', async (t) => {
  await using kernel = await start();
  const url = `/workspaces/${kernel.workspace}/notes`;
  t.equal((await kernel.as('ada').put(url)).status, 403);
  kernel.switch(notes, 'off');
  t.match(await kernel.as('ann').put(url), { status: 404, body: { code: 'feature-off' } });
  const where = { workspace: kernel.workspace, subject: { type: 'workspace', id: kernel.workspace } };
  t.match(kernel.events, [
    { ...where, payload: { code: 'forbidden' } },
    { ...where, payload: { code: 'feature-off' } },
  ]);
});

t.test('of reading, only what administrators read is noted, by REST and by GraphQL', async (t) => {
  await using kernel = await start();
  const ann = kernel.as('ann');
  t.equal((await ann.get(`/workspaces/${kernel.workspace}/notes`)).status, 403);
  t.match(await ann.graphql('query($id: ID!) { notes(workspaceId: $id) }', { id: kernel.workspace }), {
    errors: [{ extensions: { code: 'forbidden' } }],
  });
  t.equal((await ann.get('/notes')).status, 403);
  t.match(await ann.graphql('{ ownNotes }'), { errors: [{ extensions: { code: 'forbidden' } }] });
  t.match(
    [await kernel.as('ada').get('/notes'), await kernel.as('ada').graphql('{ ownNotes }')],
    [{ status: 200 }, { data: { ownNotes: 'none' } }],
  );
  t.same(kernel.events, []);
  t.equal((await ann.get('/rules')).status, 403);
  t.match(await ann.graphql('{ rules }'), { errors: [{ extensions: { code: 'forbidden' } }] });
  t.match(kernel.events, [{ payload: { operation: 'rules.read' } }, { payload: { operation: 'Query.rules' } }]);
});

t.test('trying often writes one row a minute for each operation', async (t) => {
  await using kernel = await start();
  const attempt = () => kernel.as('ann').post('/rules', { secret: 'x' });
  await Promise.all(Array.from({ length: 20 }, attempt));
  t.equal(kernel.events.length, 1);
  await kernel.as('ann').get('/rules');
  t.equal(kernel.events.length, 2, 'another operation');
  kernel.clock.advance(60_000);
  await attempt();
  t.equal(kernel.events.length, 3, 'another minute');
});

t.test('strangers, mistakes and successes write nothing', async (t) => {
  await using kernel = await start();
  t.equal((await kernel.post('/rules', { secret: 'x' })).status, 401);
  t.equal((await kernel.as('ada').post('/rules', {})).status, 422);
  t.equal((await kernel.as('ada').post('/rules', { secret: 'x' })).status, 201);
  t.equal((await kernel.as('ann').put(`/workspaces/${newId()}/notes`)).status, 404, 'what does not exist for them');
  t.same(kernel.events, []);
});
