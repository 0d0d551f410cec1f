import { t } from '@dossier/core/testing/t';
import type { Test } from 'tap';
import { sql } from 'kysely';
import { Type, job, newId } from '@dossier/sdk';
import type { Job, Schedule } from '@dossier/sdk';
import { createJobs, jobTables } from '../../facilities/jobs/index.ts';
import type { BareRun } from '../../facilities/jobs/index.ts';
import { onBothEngines } from '../database/engines.ts';
import { organizations, recordingLog } from '../database/sample.ts';
import { testClock } from '../../testing/clock.ts';

const { a, b } = organizations;
const Payload = Type.Object({ id: Type.String({ format: 'uuid' }) });
const advance = job('shops/advance', { schema: Payload, retries: 2, backoff: 10 });
const other = job('shops/other@1', { schema: Payload });
const nightly = job('shops/nightly', { schema: Type.Object({}) });

await onBothEngines(t, async (t, engine) => {
  const db = await engine.open(t, { kernelTables: [jobTables] });
  const start = Date.parse('2026-11-20T12:00:00Z');
  const clock = testClock(new Date(start));
  const goTo = (moment: string): void => clock.advance(Date.parse(moment) - clock.time());
  const later = (seconds: number): void => clock.advance(seconds * 1000);

  const begin = async (t: Test, o: { schedules?: Schedule[] } = {}) => {
    const recorded = recordingLog();
    const jobs = await createJobs({
      database: db,
      jobs: [advance, other, nightly],
      clock,
      log: recorded.log,
      ...o,
    });
    t.teardown(async () => {
      await jobs.stop();
      await db.asOwner((owner) => owner.run('delete from pgboss.job_common'));
    });
    const runs: BareRun[] = [];
    const record = (kind: Job<unknown>, fails: (run: BareRun) => boolean = () => false) =>
      jobs.work(kind, async (run) => {
        runs.push(run);
        if (fails(run)) throw new Error(`attempt ${run.attempt} failed`);
      });
    return { jobs, runs, record, lines: recorded.lines };
  };

  await t.test('a job is enqueued with the change that causes it, or not at all', async (t) => {
    const { jobs, runs, record } = await begin(t);
    record(advance);
    const id = newId();
    await db.database.write(a, () => jobs.enqueue(advance, a, { id }));
    await t.rejects(
      db.database.write(a, async () => {
        await jobs.enqueue(advance, a, { id: newId() });
        throw new Error('rolled back');
      }),
    );
    await db.database.write(a, () =>
      db.database
        .attempt(async () => {
          await jobs.enqueue(advance, a, { id: newId() });
          throw new Error('undone');
        })
        .catch(() => undefined),
    );
    await jobs.drain();
    t.match(runs, [{ payload: { id }, organization: a, attempt: 1, last: false }]);
    t.equal(runs.length, 1);
    await t.rejects(jobs.enqueue(advance, a, { id }), { code: 'K_NO_TRANSACTION' });
  });

  await t.test('a drain waits for an attempt that runs already and for what it causes, and counts both', async (t) => {
    const { jobs, runs, record } = await begin(t);
    record(other);
    const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    jobs.work(advance, async () => {
      begun.resolve();
      await go.promise;
      await db.database.write(a, () => jobs.enqueue(other, a, { id: newId() }));
    });
    await jobs.start();
    await db.database.write(a, () => jobs.enqueue(advance, a, { id: newId() }));
    await begun.promise;
    const drained = jobs.drain();
    go.resolve();
    t.equal(await drained, 2);
    t.equal(runs.length, 1);
    t.equal(await jobs.drain(), 0);
  });

  await t.test('a payload holds identifiers that fit the schema, and its kind is declared', async (t) => {
    const { jobs } = await begin(t);
    await db.database.write(a, async () => {
      await t.rejects(jobs.enqueue(advance, a, { id: 7 }), { code: 'K_JOB_PAYLOAD' });
      await t.rejects(jobs.enqueue(nightly, a, { text: 'x'.repeat(5_000) }), { code: 'K_JOB_PAYLOAD' });
      await t.rejects(jobs.enqueue(job('nobody/knows', { schema: Payload }), a, { id: newId() }), {
        code: 'K_JOB_UNKNOWN',
      });
    });
  });

  await t.test(
    'a job that throws is tried again after a growing pause, and goes to the dead letters when its tries are used up',
    async (t) => {
      const { jobs, runs, record, lines } = await begin(t);
      record(advance, () => true);
      await db.database.write(b, () => jobs.enqueue(advance, b, { id: newId() }));
      await jobs.drain();
      t.equal(runs.length, 1);
      later(4);
      await jobs.drain();
      t.equal(runs.length, 1, 'not before its pause is over');
      later(17);
      await jobs.drain();
      t.equal(runs.length, 2);
      later(45);
      await jobs.drain();
      t.strictSame(
        runs.map((run) => [run.attempt, run.last]),
        [
          [1, false],
          [2, false],
          [3, true],
        ],
      );
      later(3600);
      await jobs.drain();
      t.equal(runs.length, 3, 'no more tries');
      t.match(await jobs.deadLetters(), [
        { job: advance.id, organization: b, payload: runs[0]?.payload, attempts: 3, reason: 'attempt 3 failed' },
      ]);
      t.ok(
        lines.some((line) => line.level === 'error'),
        'the last failure is an error in the log',
      );
    },
  );

  await t.test('a dead letter can be sent again and then starts anew', async (t) => {
    const { jobs, runs, record } = await begin(t);
    let broken = true;
    record(advance, () => broken);
    await db.database.write(b, () => jobs.enqueue(advance, b, { id: newId() }));
    for (let i = 0; i < 3; i++) {
      await jobs.drain();
      later(100);
    }
    t.equal((await jobs.deadLetters()).length, 1);
    broken = false;
    t.equal(await jobs.redrive(advance), 1);
    await jobs.drain();
    t.strictSame(
      runs.map((run) => run.attempt),
      [1, 2, 3, 1],
    );
    t.strictSame(await jobs.deadLetters(), []);
  });

  await t.test(
    'of jobs with the same key only one waits, per organization; once it ran, another may wait',
    async (t) => {
      const { jobs, runs, record } = await begin(t);
      record(advance);
      const send = (organization: string, once: string) =>
        db.database.write(organization, () => jobs.enqueue(advance, organization, { id: newId() }, { once }));
      await send(a, 'k');
      await send(a, 'k');
      await send(a, 'l');
      await send(b, 'k');
      await jobs.drain();
      t.strictSame(runs.map((run) => run.organization).sort(), [a, a, b].sort());
      await send(a, 'k');
      await jobs.drain();
      t.equal(runs.length, 4);
    },
  );

  await t.test('a delayed job waits for its time', async (t) => {
    const { jobs, runs, record } = await begin(t);
    record(advance);
    await db.database.write(a, () => jobs.enqueue(advance, a, { id: newId() }, { after: 60 }));
    await jobs.drain();
    t.equal(runs.length, 0);
    later(61);
    await jobs.drain();
    t.equal(runs.length, 1);
  });

  await t.test('a handler enqueues for another in its own transaction, and a backlog of many drains', async (t) => {
    const { jobs, runs, record } = await begin(t);
    record(other);
    let most = 0;
    let running = 0;
    jobs.work(advance, async (run) => {
      most = Math.max(most, ++running);
      await db.database.write(run.organization ?? a, () => jobs.enqueue(other, run.organization, run.payload));
      running--;
    });
    await db.database.write(a, async () => {
      for (let i = 0; i < 20; i++) await jobs.enqueue(advance, a, { id: newId() });
    });
    await jobs.drain();
    t.equal(runs.length, 20);
    t.ok(most > 1 && most <= advance.concurrency, `${most} ran at a time`);
  });

  await t.test('a schedule fires at its time in its time zone; what was missed runs once', async (t) => {
    const schedule: Schedule = { id: 'shops/nightly', job: nightly, cron: '30 2 * * *', timeZone: 'Europe/Berlin' };
    const { jobs, runs, record } = await begin(t, { schedules: [schedule] });
    record(nightly);
    await jobs.drain();
    t.equal(runs.length, 0, 'nothing of the past runs when it is first seen');
    goTo('2026-11-21T01:29:00Z');
    await jobs.drain();
    t.equal(runs.length, 0, '02:29 in Berlin');
    goTo('2026-11-21T01:31:00Z');
    await jobs.drain();
    await jobs.drain();
    t.equal(runs.length, 1, '02:31 in Berlin');
    t.match(runs[0], { organization: null, payload: {} });
    later(5 * 86_400);
    await jobs.drain();
    t.equal(runs.length, 2, 'five missed nights run once');
    later(86_400);
    await jobs.drain();
    t.equal(runs.length, 3);
  });

  await t.test('a schedule counts from the start of a node, though nobody has looked at it yet', async (t) => {
    const schedule: Schedule = { id: 'shops/hourly', job: nightly, cron: '0 * * * *', timeZone: 'UTC' };
    const { jobs, runs, record } = await begin(t, { schedules: [schedule] });
    record(nightly);
    await jobs.start();
    later(3600);
    await jobs.drain();
    t.equal(runs.length, 1);
  });

  await t.test('two nodes with the same schedule run it once', async (t) => {
    const schedule: Schedule = { id: 'shops/shared', job: nightly, cron: '0 * * * *', timeZone: 'UTC' };
    const one = await begin(t, { schedules: [schedule] });
    one.record(nightly);
    await one.jobs.drain();
    const reached = () =>
      db.database.lookUp(
        async (tx) =>
          (
            await sql<{ at: string }>`select "reachedAt" as at from "job_schedule" where "id" = 'shops/shared'`.execute(
              tx.sql(),
            )
          ).rows[0]?.at,
      );
    const before = await reached();
    // The other node went past the hour first: what it left in the table is all that this one needs to know.
    later(3600);
    await db.database.systemTransaction('app_jobs', (tx) =>
      sql`update "job_schedule" set "reachedAt" = ${clock.now().toISOString()} where "id" = 'shops/shared'`.execute(
        tx.sql(),
      ),
    );
    await one.jobs.drain();
    t.equal(one.runs.length, 0);
    t.not(await reached(), before);
  });

  await t.test('a handler beyond its limit gets an abort signal, and its job is tried again', async (t) => {
    const hasty = job('shops/other@1', { schema: Payload, limit: 0.05 });
    const { jobs } = await begin(t);
    let reason: unknown;
    jobs.work(
      hasty,
      (run) =>
        new Promise((_done, fail) =>
          run.signal.addEventListener('abort', () => {
            reason = run.signal.reason;
            setImmediate(() => fail(new Error('too late')));
          }),
        ),
    );
    await db.database.write(a, () => jobs.enqueue(other, a, { id: newId() }));
    await jobs.drain();
    t.match(reason, { message: /longer than 0.05 seconds/ });
    const { rows } = await db.asOwner((owner) =>
      owner.run(
        `select state::text, output->>'message' as message from pgboss.job_common where name = 'shops/other.v1'`,
      ),
    );
    t.match(rows, [{ state: 'retry', message: /longer than/ }]);
  });

  await t.test('the application may add jobs but not read what others hold', async (t) => {
    const { jobs } = await begin(t);
    await db.database.write(b, () => jobs.enqueue(advance, b, { id: newId() }));
    await t.rejects(
      db.database.read(a, (tx) => sql`select data from pgboss.job_common`.execute(tx.sql())),
      { code: '42501' },
    );
    await t.rejects(
      db.database.write(a, (tx) => sql`delete from pgboss.job_common`.execute(tx.sql())),
      { code: '42501' },
    );
  });

  await t.test('draining inside a transaction is refused instead of waiting for ever', async (t) => {
    const { jobs } = await begin(t);
    await db.database.write(a, async () => {
      await t.rejects(jobs.drain(), { code: 'K_DRAIN_IN_TRANSACTION' });
      await t.rejects(jobs.deadLetters(), { code: 'K_QUERY_OUTSIDE_TRANSACTION' });
    });
  });
});
