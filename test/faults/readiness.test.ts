/** A node that its database cannot be reached from says so after three seconds, and not when the database is only busy. */
import t from 'tap';
import { testClock, testPlatform } from '../../core/testing/index.ts';
import { startLink } from '../servers/link.ts';
import { startPostgres } from '../servers/postgres.ts';
import { until } from './support.ts';

t.setTimeout(120_000);
const postgres = await startPostgres();
t.teardown(() => postgres?.stop());

t.test('without its database a node is not ready after three seconds, and is again with it', { skip: postgres === null }, async (t) => {
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
  const well = (): Promise<unknown> => until('all is well', 60, async () => {
    clock.advance(11_000);
    return (await asked())[1] === 'ready';
  });
  t.same(await asked(), [200, 'ready']);

  for (const fault of ['cut', 'hang'] as const) {
    link[fault]();
    t.same(await asked(), [200, 'degraded'], `${fault}: what may be a moment takes no node out of service`);
    clock.advance(2_900);
    t.same(await asked(), [200, 'degraded']);
    clock.advance(200);
    t.same(await asked(), [503, 'not-ready'], `${fault}: for three seconds nothing has reached it`);
    t.equal((await platform.get('/health/live')).status, 200, 'a process without its database lives, and need not be started anew');
    link.mend();
    await until('it is ready for requests again', 60, async () => (await asked())[0] === 200);
    await well();
    link[fault]();
    t.same(await asked(), [200, 'degraded'], 'the three seconds are counted anew');
    link.mend();
    await well();
  }
});
