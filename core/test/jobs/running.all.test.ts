import { t } from '@dossier/core/testing/t';
import { once } from 'node:events';
import { Type, job, newId } from '@dossier/sdk';
import { openDatabase } from '../../facilities/database/index.ts';
import type { DatabaseOptions } from '../../facilities/database/index.ts';
import { openBoss } from '../../facilities/jobs/boss.ts';
import { createJobs, jobTables } from '../../facilities/jobs/index.ts';
import { testClock } from '../../testing/clock.ts';
import { eventually } from '../../testing/waiting.ts';
import { onBothEngines } from '../database/engines.ts';
import { organizations, rates, recordingLog, shops } from '../database/sample.ts';

const { a } = organizations;
const advance = job('shops/advance', { schema: Type.Object({ id: Type.String() }), concurrency: 3, backoff: 1 });

const minutely = job('shops/minutely', { schema: Type.Object({}) });

/** Resolves once `wanted` calls have come. */
function counter(wanted: number) {
  const all = Promise.withResolvers<void>();
  let count = 0;
  return { all: all.promise, hit: () => void (++count === wanted && all.resolve()), count: () => count };
}

await onBothEngines(t, async (t, engine) => {
  const options: DatabaseOptions = {
    ...(await engine.empty()),
    plugins: [shops, rates],
    kernelTables: [jobTables],
    log: recordingLog().log,
  };
  const db = await openDatabase(options);
  t.teardown(() => db.close());
  await db.migrate();
  const recorded = recordingLog();
  const begin = () => createJobs({ database: db, jobs: [advance], log: recorded.log });

  await t.test('what is enqueued runs at once, also a backlog far beyond what runs at a time', async (t) => {
    // This clock stands still, so that nothing looks at the queue: what goes on only then would never end.
    const jobs = await createJobs({ database: db, jobs: [advance], wait: testClock().wait, log: recorded.log });
    const done = counter(40);
    jobs.work(advance, async () => done.hit());
    await jobs.start();
    await db.database.write(a, async () => {
      for (let i = 0; i < 40; i++) await jobs.enqueue(advance, a, { id: newId() });
    });
    await done.all;
    await jobs.stop();
    t.equal(done.count(), 40, 'each ran once');
  });

  await t.test('a stop tells handlers, waits for them, and settles what they did', async (t) => {
    const jobs = await begin();
    const entered = new EventTarget();
    jobs.work(
      advance,
      (run) =>
        new Promise((done) => {
          run.signal.addEventListener('abort', () => done());
          entered.dispatchEvent(new Event('running'));
        }),
    );
    await jobs.start();
    const running = once(entered, 'running');
    await db.database.write(a, () => jobs.enqueue(advance, a, { id: newId() }));
    await running;
    await jobs.stop();
    const { rows } = await db.asOwner((owner) =>
      owner.run(
        `select count(*)::int as open from pgboss.job_common where name = 'shops/advance' and state <> 'completed'`,
      ),
    );
    t.strictSame(rows, [{ open: 0 }]);
  });

  await t.test('a job that a dead process left running is tried again', async (t) => {
    const jobs = await begin();
    const id = newId();
    await db.database.write(a, () => jobs.enqueue(advance, a, { id }));
    // As a process leaves it that dies in the middle: taken, and silent since then.
    await db.asOwner((owner) =>
      owner.run(
        `update pgboss.job_common set state = 'active', started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute' where data->'payload'->>'id' = $1`,
        [id],
      ),
    );
    const again = Promise.withResolvers<number>();
    jobs.work(advance, async (run) => again.resolve(run.attempt));
    await jobs.start();
    t.equal(await again.promise, 2);
    await jobs.stop();
  });

  if (db.engine === 'pglite')
    await t.test('a job of the only process is not taken for dead while it runs', async (t) => {
      const jobs = await begin();
      const [running, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const attempts: number[] = [];
      jobs.work(advance, async (run) => {
        attempts.push(run.attempt);
        running.resolve();
        await go.promise;
      });
      await jobs.start();
      const id = newId();
      await db.database.write(a, () => jobs.enqueue(advance, a, { id }));
      await running.promise;
      await db.asOwner((owner) =>
        owner.run(
          `update pgboss.job_common set heartbeat_on = now() - interval '50 seconds', started_on = now() - interval '50 seconds' where data->'payload'->>'id' = $1`,
          [id],
        ),
      );
      const { queue } = await openBoss({ database: db, jobs: [advance], clock: undefined, log: recorded.log });
      await queue.supervise('shops/advance');
      const state = async (): Promise<unknown> =>
        (
          await db.asOwner((owner) =>
            owner.run(`select state from pgboss.job_common where data->'payload'->>'id' = $1`, [id]),
          )
        ).rows;
      t.strictSame(await state(), [{ state: 'active' }]);
      go.resolve();
      await jobs.stop();
      await queue.stop({ graceful: false, close: false });
      t.strictSame(await state(), [{ state: 'completed' }]);
      t.strictSame(attempts, [1]);
    });

  await t.test(
    'what a schedule asks for is found by the look at the clock, whatever is wrong with another one',
    async (t) => {
      const clock = testClock();
      const complaints = recordingLog();
      await db.asOwner((owner) =>
        owner.run(
          `insert into "job_schedule" ("id", "reachedAt") values ('shops/minutely', now() - interval '1 hour')`,
        ),
      );
      const jobs = await createJobs({
        database: db,
        jobs: [minutely],
        schedules: [
          { id: 'shops/never', job: minutely, cron: '61 * * * *', timeZone: 'UTC' },
          { id: 'shops/minutely', job: minutely, cron: '* * * * *', timeZone: 'UTC' },
        ],
        wait: clock.wait,
        log: complaints.log,
      });
      let hasRun = false;
      jobs.work(minutely, async () => {
        hasRun = true;
      });
      await jobs.start();
      await eventually('it runs', () => {
        clock.advance(2_000);
        return hasRun;
      });
      await jobs.stop();
      t.strictSame(new Set(complaints.lines.map(({ level }) => level)), new Set(['warn']));
    },
  );

  t.strictSame(
    recorded.lines.filter((line) => line.level !== 'info'),
    [],
    'nothing was complained about',
  );
});
