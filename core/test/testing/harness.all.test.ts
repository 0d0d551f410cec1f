import { t } from '@dossier/core/testing/t';
import { defineEntity, p } from '@mikro-orm/core';
import {
  Database,
  definePlugin,
  event,
  feature,
  inOrganization,
  inWorkspace,
  job,
  newId,
  ofSubject,
  permission,
  perOrganization,
  tenantTable,
  Type,
} from '@dossier/sdk';
import type { OrganizationAccess, TableOf } from '@dossier/sdk';
import { testKernel } from '@dossier/core/testing';

const letters = feature('letters', { title: 'Letters' });
const write = permission('letters.write', { title: 'Write letters', feature: letters });
const written = event('letters/written@1', {
  title: 'A letter was written',
  schema: Type.Object({ text: Type.String() }),
});
const send = job('letters/send@1', { schema: Type.Object({ id: Type.String() }), retries: 1, backoff: 60 });
const Outbox = perOrganization<{ readonly from: string }>('letters/outbox@1');

/** Writes letters: with events and jobs, without a table. */
const letterPlugin = (o: { send?: (attempt: number, last: boolean) => void; heard?: (text: string) => void } = {}) =>
  definePlugin({
    id: 'letters',
    version: '1.0.0',
    kernel: '^1.0.0',
    needs: { database: Database },
    provides: [Outbox],
    features: [letters],
    permissions: [write],
    events: [written],
    jobs: [send],
    settings: Type.Object({ from: Type.String({ default: 'nobody' }) }),
    routes: {
      write: {
        method: 'POST',
        url: '/api/v1/workspaces/:workspaceId/letters',
        gate: inWorkspace({ permission: write, actors: ['user', 'key'] }),
        summary: 'Write',
        body: Type.Object({ text: Type.String() }, { additionalProperties: false }),
      },
      read: {
        method: 'GET',
        url: '/api/v1/letters/:id',
        gate: ofSubject('letter', { permission: write }),
        summary: 'Read',
      },
    },
    setup({ database }, plugin) {
      plugin.provide(Outbox, async (organization) => plugin.settings(organization));
      plugin.routes({
        write: ({ access, body }) =>
          database.write(access, async () => {
            const id = newId();
            plugin.emit(written, access, { subject: { type: 'letter', id } }, { text: body.text });
            await plugin.enqueue(send, access, { id }, { once: 'post' });
            if (body.text === 'regret') throw new Error('Never mind.');
            return { id };
          }),
        read: ({ params, access }) => ({ params, actor: access.actor.name }),
      });
      plugin.on(written, 'reader', { feature: letters }, ({ payload }) => o.heard?.(payload.text));
      plugin.work(send, async ({ attempt, last }) => o.send?.(attempt, last));
    },
  });

t.test('a plugin without tables runs without a database: gates, REST, events and jobs', async (t) => {
  const heard: string[] = [];
  const attempts: string[] = [];
  await using kernel = await testKernel({
    plugins: [
      letterPlugin({
        heard: (text) => heard.push(text),
        send(attempt, last) {
          attempts.push(`${attempt} ${last}`);
          if (attempt === 1) throw new Error('The post is closed.');
        },
      }),
    ],
    workspace: {
      on: [letters],
      grants: { officer: [write], clerk: [] },
      keys: { partner: [write] },
      subjects: ['letter'],
    },
  });
  const url = `/api/v1/workspaces/${kernel.workspace}/letters`;
  t.equal((await kernel.post(url, { text: 'x' })).status, 401);
  t.equal((await kernel.as('clerk').post(url, { text: 'x' })).status, 403);
  t.equal((await kernel.as('officer').post(`/api/v1/workspaces/${newId()}/letters`, { text: 'x' })).status, 404);
  t.equal((await kernel.as('partner').post(url, { text: 'x' })).status, 201);
  t.equal((await kernel.as('officer').post(url, { text: 'y' })).status, 201);
  t.equal((await kernel.as('officer').post(url, { text: 'regret' })).status, 500);
  t.match((await kernel.as('officer').get(`/api/v1/letters/${newId()}`)).body, { actor: 'officer' });
  t.match(
    kernel.events,
    [
      { type: 'core/denied@1', actor: { name: 'clerk' } },
      { type: written.id, payload: { text: 'x' }, actor: { kind: 'key', name: 'partner' } },
      { payload: { text: 'y' } },
    ],
    'what rolled back is not there',
  );
  t.equal(kernel.events.length, 3);
  t.equal(kernel.jobs.length, 1, 'the second one of the key waits in the first');
  t.same(heard, [], 'nothing happens before the test says so');
  await kernel.settle();
  t.same(heard, ['x', 'y']);
  t.match(kernel.jobs, [{ state: 'waiting', attempts: 1, error: { message: 'The post is closed.' } }]);
  kernel.clock.advance(59_000);
  await kernel.settle();
  t.same(attempts, ['1 false']);
  kernel.clock.advance(1_000);
  await kernel.settle();
  t.same(attempts, ['1 false', '2 true']);
  t.match(kernel.jobs, [{ state: 'done', attempts: 2 }]);
});

t.test('a switch and a grant act on the next request', async (t) => {
  await using kernel = await testKernel({
    plugins: [letterPlugin()],
    workspace: { on: [letters], grants: { officer: [write] } },
  });
  const status = async (): Promise<string> => {
    const { status, body } = await kernel
      .as('officer')
      .post(`/api/v1/workspaces/${kernel.workspace}/letters`, { text: 'x' });
    return `${status} ${body.code ?? ''}`;
  };
  t.equal(await status(), '201 ');
  kernel.switch(letters, 'off');
  t.equal(await status(), '404 feature-off');
  kernel.switch(letters, 'on');
  kernel.grant('officer', write, false);
  t.equal(await status(), '403 forbidden');
  kernel.grant('officer', write, true);
  t.equal(await status(), '201 ');
  t.throws(() => kernel.as('nobody'), /Nobody called nobody/);
});

t.test('events of others can be emitted, and a job can be run by itself', async (t) => {
  const arrived = event('post/arrived@1', { title: 'Post arrived', schema: Type.Object({ n: Type.Integer() }) });
  const heard: number[] = [];
  const plugin = definePlugin({
    id: 'hears',
    version: '1.0.0',
    kernel: '^1.0.0',
    jobs: [send],
    setup(_needs, plugin) {
      plugin.on(arrived, 'post', { open: 'to members' }, ({ payload }) => void heard.push(payload.n));
      plugin.work(send, async ({ payload }) => {
        if (payload.id === 'bad') throw new Error('No such letter.');
      });
    },
  });
  await using kernel = await testKernel({ plugins: [plugin] });
  await kernel.emit(arrived, { subject: { type: 'post', id: '1' } }, { n: 7 });
  await kernel.settle();
  t.same(heard, [7]);
  await t.rejects(kernel.emit(arrived, { subject: { type: 'post', id: '1' } }, { n: 'x' } as never), /K_EVENT_PAYLOAD/);
  await kernel.run(send, { id: 'good' });
  await t.rejects(kernel.run(send, { id: 'bad' }), /No such letter/);
});

t.test('settings of the organization reach its services, and a change builds them anew', async (t) => {
  await using kernel = await testKernel({ plugins: [letterPlugin()], settings: { letters: { from: 'Ada' } } });
  const from = async (): Promise<string> => (await kernel.host.organizationService(Outbox, kernel.organization)).from;
  t.equal(await from(), 'Ada');
  await kernel.settings('letters', { from: 'Bob' });
  t.equal(await from(), 'Bob');
  await kernel.settings('letters', {});
  t.equal(await from(), 'nobody', 'the default');
  await t.rejects(kernel.settings('letters', { from: 7 }), /not complete/);
});

t.test('a query without a table says what to do', async (t) => {
  await using kernel = await testKernel({ plugins: [] });
  const database = kernel.service(Database);
  await t.rejects(
    database.read(kernel.organization, async (tx) => tx.sql()),
    { code: 'K_NO_TABLES' },
  );
  await t.rejects(
    database.read(kernel.organization, () => database.write(kernel.organization, async () => 1)),
    { code: 'K_WRITE_INSIDE_READ' },
  );
  await t.rejects(
    database.write(kernel.organization, () => database.read(newId(), async () => 1)),
    { code: 'K_OTHER_ORGANIZATION' },
  );
});

const Note = defineEntity({
  name: 'Note',
  tableName: 'note',
  properties: { organizationId: p.uuid().primary(), id: p.uuid().primary(), text: p.text() },
});
interface Notes {
  note: TableOf<typeof Note>;
}
const notes = definePlugin({
  id: 'notes',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { database: Database },
  tables: [tenantTable(Note)],
  migrations: [
    {
      id: '0001',
      up: async (run) =>
        void (await run(
          'create table note ("organizationId" uuid not null, id uuid not null, text text not null, primary key ("organizationId", id))',
        )),
    },
  ],
  routes: {
    add: {
      method: 'POST',
      url: '/notes',
      gate: inOrganization(),
      summary: 'Add',
      idempotent: true,
      body: Type.Object({ text: Type.String() }),
    },
    list: { method: 'GET', url: '/notes', gate: inOrganization(), summary: 'List' },
  },
  setup({ database }, plugin) {
    const all = (access: OrganizationAccess) =>
      database.read(access, (tx) => tx.sql<Notes>().selectFrom('note').select('text').execute());
    plugin.routes({
      add: ({ access, body }) =>
        database.write(access, async (tx) => {
          await tx
            .sql<Notes>()
            .insertInto('note')
            .values({ organizationId: access.organization, id: newId(), text: body.text })
            .execute();
          return { text: body.text };
        }),
      list: ({ access }) => all(access),
    });
  },
});

t.test('a plugin with tables gets a real database, each kernel its own', async (t) => {
  const kernels = await Promise.all(
    [1, 2].map(() => testKernel({ plugins: [notes], workspace: { grants: { ada: [] } } })),
  );
  const [one, other] = kernels as [(typeof kernels)[0], (typeof kernels)[0]];
  t.teardown(() => Promise.all(kernels.map((kernel) => kernel.stop())));
  const key = { 'idempotency-key': 'k-1' };
  t.equal((await one.as('ada').post('/notes', { text: 'x' }, key)).status, 201);
  t.match((await one.as('ada').post('/notes', { text: 'x' }, key)).headers, { 'idempotency-replayed': 'true' });
  t.same((await one.as('ada').get('/notes')).body, [{ text: 'x' }]);
  t.same((await other.as('ada').get('/notes')).body, []);
});
