/**
 * PostgreSQL lives and yet refuses: no connection is free, a statement takes too long, an operator holds a lock, two
 * deadlock.
 */
import { sql } from 'kysely';
import pg from 'pg';
import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { Database, definePlugin, inOrganization, Type } from '@dossier/sdk';
import { bank, testPlatform } from '../../core/testing/index.ts';
import type { TestAnswer } from '../../core/testing/index.ts';
import { eventually } from '../../core/testing/waiting.ts';
import { startPostgres } from '../servers/postgres.ts';

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());

/** Routes that make the database refuse: what a request holds on to, and what takes too long. */
const strain = definePlugin({
  id: 'strain',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { database: Database },
  routes: {
    slow: {
      method: 'POST',
      url: '/strain/slow',
      gate: inOrganization(),
      status: 200,
      summary: 'A statement beyond its time limit',
    },
    hold: { method: 'POST', url: '/strain/hold', gate: inOrganization(), status: 200, summary: 'Holds a connection' },
    read: {
      method: 'POST',
      url: '/strain/read',
      gate: inOrganization(),
      status: 200,
      summary: 'Reads, and holds a connection',
    },
    cross: {
      method: 'POST',
      url: '/strain/cross/:order',
      params: Type.Object({ order: Type.Union([Type.Literal('up'), Type.Literal('down')]) }),
      gate: inOrganization(),
      status: 200,
      summary: 'Takes two locks, in this order',
    },
    collide: {
      method: 'POST',
      url: '/strain/collide',
      gate: inOrganization(),
      status: 200,
      summary: 'Fails to serialize, however often',
    },
  },
  setup({ database }, plugin) {
    plugin.routes({
      slow: ({ access }) =>
        database.write(access, async (tx) => {
          await sql`set local statement_timeout = 100`.execute(tx.sql());
          await sql`select pg_sleep(30)`.execute(tx.sql());
          return {};
        }),
      hold: ({ access }) =>
        database.write(access, async (tx) => {
          await sql`select 1`.execute(tx.sql());
          holding += 1;
          await release.promise;
          holding -= 1;
          return {};
        }),
      read: ({ access }) =>
        database.read(access, async (tx) => {
          reading += 1;
          mostReading = Math.max(mostReading, reading);
          await sql`select 1`.execute(tx.sql());
          await release.promise;
          reading -= 1;
          return {};
        }),
      cross: ({ access, params }) =>
        database.write(access, async (tx) => {
          const [one, other] = params.order === 'up' ? [1, 2] : [2, 1];
          await sql`select pg_advisory_xact_lock(${one}::int)`.execute(tx.sql());
          crossings += 1;
          // Both have their first lock before either asks for its second; a retry finds both free.
          if (crossings === 2) bothHold.resolve();
          await bothHold.promise;
          await sql`select pg_advisory_xact_lock(${other}::int)`.execute(tx.sql());
          return {};
        }),
      collide: ({ access }) =>
        database.write(access, async (tx) => {
          tries += 1;
          await sql`do $$ begin raise exception 'collision' using errcode = '40001'; end $$`.execute(tx.sql());
          return {};
        }),
    });
  },
});
const operatorToken = 'operator-token-for-these-tests';
let tries = 0;
/** Until when connections are held. */
let release = Promise.withResolvers<void>();
let holding = 0;
let reading = 0;
let mostReading = 0;
let crossings = 0;
const bothHold = Promise.withResolvers<void>();

t.test(
  'a database that refuses is reported as such, nothing is half done, and all is well afterwards',
  { skip: postgres === null },
  async (t) => {
    const { env, superUrl } = await postgres!.createDatabase('exhaustion');
    const platform = await testPlatform({
      plugins: ['@dossier/workflow-handlers', '@dossier/bureau-simulator', strain],
      env: { ...env, POOL_SIZE: '4', OPERATOR_TOKEN: operatorToken },
      // A turn ends for those who wait on purpose, and on a busy machine for nobody else.
      databaseLimits: { turn: 10_000, idle: 110_000 },
    });
    t.teardown(() => platform.stop());
    const acme = await bank(platform);
    const template = await acme.template(['DocumentCompletenessCheckHandler']);
    const submit = (): Promise<TestAnswer> => acme.key.post('/api/v1/applications', acme.record(template));
    const ready = (): Promise<TestAnswer> =>
      platform.get('/health/ready', { authorization: `Bearer ${operatorToken}` });
    const count = async (): Promise<number> => (await acme.key.get('/api/v1/applications?limit=100')).body.length;
    const operator = new pg.Client({ connectionString: superUrl });
    await operator.connect();
    t.teardown(() => operator.end());
    const refused = (t: Test, answer: TestAnswer, code: string): boolean =>
      t.match(answer, {
        status: 503,
        body: { code },
        headers: { 'retry-after': /^\d+$/, 'content-type': /problem\+json/ },
      });
    const recovers = async (t: Test, before: number): Promise<void> => {
      t.match(
        await ready(),
        { status: 200, body: { status: 'degraded', parts: { database: 'degraded' } } },
        'health says so, and the node stays in service',
      );
      platform.clock.advance(11_000);
      await eventually('the health recovers', async () => (await ready()).body.status === 'ready');
      t.equal(await count(), before, 'nothing was half done');
      t.match(await submit(), { status: 201, body: { status: 'Approved' } }, 'and work goes on');
    };
    t.match(await submit(), { status: 201 });
    // What was refused at the start of a busy machine is remembered for ten seconds.
    await eventually('all is well', async () => {
      platform.clock.advance(11_000);
      const { body } = await ready();
      return body.status === 'ready' && body.parts.database === 'up' && body.parts.push === 'up';
    });

    await t.test('a statement beyond its time limit', async (t) => {
      const before = await count();
      refused(t, await acme.admin.post('/strain/slow'), 'busy');
      await recovers(t, before);
    });

    await t.test('a table that an operator has locked', async (t) => {
      const before = await count();
      await operator.query('begin');
      await operator.query('lock table application in access exclusive mode');
      // It does not wait for the operator, who goes on only after the answer.
      refused(t, await submit(), 'busy');
      t.equal((await platform.get('/health/live')).status, 200);
      await operator.query('rollback');
      await recovers(t, before);
    });

    await t.test('no connection that is free', async (t) => {
      const before = await count();
      release = Promise.withResolvers();
      const holders = Array.from({ length: 4 }, () => acme.admin.post('/strain/hold'));
      await eventually('all connections are lent out', () => holding, 4);
      refused(t, await submit(), 'database-unavailable');
      release.resolve();
      t.same(
        (await Promise.all(holders)).map(({ status }) => status),
        [200, 200, 200, 200],
        'those that had one were served',
      );
      await recovers(t, before);
    });

    await t.test('many who read', async (t) => {
      const before = await count();
      release = Promise.withResolvers();
      const readers = Array.from({ length: 6 }, () => acme.admin.post('/strain/read'));
      await eventually('as many read as may', () => reading, 2);
      t.match(await submit(), { status: 201, body: { status: 'Approved' } }, 'leave a connection to who writes');
      release.resolve();
      t.same(
        (await Promise.all(readers)).map(({ status }) => status),
        [200, 200, 200, 200, 200, 200],
        'and have their turn one after the other',
      );
      t.equal(mostReading, 2, 'half of the connections read at a time');
      t.equal(await count(), before + 1);
    });

    await t.test('readers who take too long for others', async (t) => {
      const before = await count();
      release = Promise.withResolvers();
      const slow = Array.from({ length: 2 }, () => acme.admin.post('/strain/read'));
      await eventually('both read', () => reading, 2);
      refused(t, await acme.admin.post('/strain/read'), 'database-unavailable');
      release.resolve();
      t.same(
        (await Promise.all(slow)).map(({ status }) => status),
        [200, 200],
      );
      await recovers(t, before);
    });

    await t.test(
      'of two that deadlock the one that PostgreSQL ends is run again, and nobody hears of it',
      async (t) => {
        const answers = await Promise.all(['up', 'down'].map((order) => acme.admin.post(`/strain/cross/${order}`)));
        t.same(
          answers.map(({ status }) => status),
          [200, 200],
        );
        t.equal(crossings, 3, 'one was run twice');
      },
    );

    await t.test('transactions that never serialize are tried four times in all, and leave nothing', async (t) => {
      const before = await count();
      refused(t, await acme.admin.post('/strain/collide'), 'busy');
      t.equal(tries, 4);
      await recovers(t, before);
    });
  },
);
