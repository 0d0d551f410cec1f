/**
 * A node that its database cannot be reached from says so after three seconds, and not when the database is only busy.
 */
import { sql } from 'kysely';
import pg from 'pg';
import { t } from '@dossier/core/testing/t';
import { testClock, testPlatform } from '../../core/testing/index.ts';
import { eventually } from '../../core/testing/waiting.ts';
import { startLink } from '../servers/link.ts';
import { startPostgres } from '../servers/postgres.ts';

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());

t.test(
  'without its database a node is not ready after three seconds, and is again with it',
  { skip: postgres === null },
  async (t) => {
    const { env } = await postgres!.createDatabase('away');
    const url = env.DATABASE_URL;
    const link = await startLink(Number(new URL(url).port));
    t.teardown(() => link.close());
    const clock = testClock();
    const platform = await testPlatform({ clock, env: { ...env, DATABASE_URL: link.through(url), POOL_SIZE: '4' } });
    t.teardown(async () => {
      link.mend();
      await platform.stop();
    });
    const asked = async (): Promise<readonly unknown[]> => {
      const { status, body } = await platform.get('/health/ready');
      return [status, body.status];
    };
    /** What was refused meanwhile is remembered for ten seconds. */
    const well = (): Promise<unknown> =>
      eventually('all is well', async () => {
        clock.advance(11_000);
        return (await asked())[1] === 'ready';
      });
    await well();

    for (const fault of ['cut', 'hang'] as const) {
      link[fault]();
      t.same(await asked(), [200, 'degraded'], `${fault}: what may be a moment takes no node out of service`);
      clock.advance(2_900);
      t.same(await asked(), [200, 'degraded']);
      clock.advance(200);
      t.same(await asked(), [503, 'not-ready'], `${fault}: for three seconds nothing has reached it`);
      t.equal(
        (await platform.get('/health/live')).status,
        200,
        'a process without its database lives, and need not be started anew',
      );
      link.mend();
      await eventually('it is ready for requests again', async () => (await asked())[0] === 200);
      await well();
      link[fault]();
      t.same(await asked(), [200, 'degraded'], 'the three seconds are counted anew');
      link.mend();
      await well();
    }
  },
);

t.test(
  'the three seconds begin with the first request that found no database, however seldom somebody asks',
  { skip: postgres === null },
  async (t) => {
    const { env } = await postgres!.createDatabase('seldom');
    const link = await startLink(Number(new URL(env.DATABASE_URL).port));
    t.teardown(() => link.close());
    const clock = testClock();
    const platform = await testPlatform({
      clock,
      env: { ...env, DATABASE_URL: link.through(env.DATABASE_URL), POOL_SIZE: '4' },
    });
    t.teardown(async () => {
      link.mend();
      await platform.stop();
    });
    link.cut();
    await t.rejects(
      platform.kernel.database.database.lookUp((tx) => sql`select 1`.execute(tx.sql())),
      { code: 'database-unavailable' },
    );
    clock.advance(3_100);
    t.match(await platform.get('/health/ready'), { status: 503, body: { status: 'not-ready' } }, 'at the first look');
  },
);

t.test(
  'a server that has no connection to give is there: its requests wait their turn, and would find the same elsewhere',
  { skip: postgres === null },
  async (t) => {
    const { env, superUrl } = await postgres!.createDatabase('scarce');
    const clock = testClock();
    const platform = await testPlatform({ clock, env: { ...env, POOL_SIZE: '4' } });
    t.teardown(() => platform.stop());
    const superuser = new pg.Client({ connectionString: superUrl });
    await superuser.connect();
    t.teardown(() => superuser.end());
    await superuser.query('alter database scarce connection limit 0');
    await superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'dossier'`,
    );
    for (const milliseconds of [0, 4_000, 20_000]) {
      clock.advance(milliseconds);
      t.match(
        await platform.get('/health/ready'),
        { status: 200, body: { status: 'degraded' } },
        `after ${milliseconds} ms`,
      );
    }
    await superuser.query('alter database scarce connection limit -1');
  },
);
