import { t } from '@dossier/core/testing/t';
import type { StepOutcome } from '../contract.ts';
import { stage, steps } from './stage.ts';

const s = await stage();
t.teardown(() => s.stop());

/** As if the queue had given up, or somebody had emptied it. Tells how many it had. */
const loseJobs = async (): Promise<number> =>
  (
    await s.platform.kernel.database.asOwner((owner) =>
      owner.run(`delete from pgboss.job_common where name = 'workflow/advance' and state = 'created' returning id`),
    )
  ).rows.length;

/** Submits an application whose first try fails; the job of the second is lost. */
const lost = async (): Promise<string> => {
  const { id } = await s.submit(await s.template(steps('Outside', 'MANUAL')));
  await s.platform.settle();
  return id;
};
const minutes = (count: number): number => count * 60_000;

t.beforeEach(() => {
  s.script.calls.length = 0;
  s.script.run = {
    Outside: async ({ attempt }) => {
      if (attempt === 1) throw new Error('broken');
      return { outcome: 'passed' };
    },
  };
});

t.test('a check whose job is lost is taken up again, without an officer being bothered', async (t) => {
  const id = await lost();
  t.equal(await loseJobs(), 1);
  await s.at(minutes(6));
  t.match(
    await s.now(id),
    { status: 'Submitted', steps: [{ state: 'running' }] },
    'a few minutes are no reason to doubt a job',
  );
  await s.at(minutes(15));
  await s.at(minutes(1));
  t.match(await s.now(id), { status: 'Approved' });
  t.same(s.script.calls, ['Outside', 'Outside']);
});

t.test('a check whose job is lost again and again halts: none runs for ever', async (t) => {
  const id = await lost();
  for (let tries = 1; tries < 3; tries++) {
    t.equal(await loseJobs(), 1);
    await s.at(minutes(21));
  }
  t.match(await s.now(id), {
    status: 'InReview',
    steps: [{ state: 'failed', reasons: [{ code: 'could-not-be-checked' }] }, { state: 'running' }],
  });
  t.same(s.script.calls, ['Outside'], 'what was lost was not run');
});

/** From here on the answer of the check cannot be stored: as if the process had died before it was. */
const dieBeforeTheEnd = async (): Promise<unknown> =>
  s.platform.kernel.database.asOwner((owner) =>
    owner.run('alter table workflow_step add constraint dead check (false) not valid'),
  );
const riseAgain = async (): Promise<unknown> =>
  s.platform.kernel.database.asOwner((owner) => owner.run('alter table workflow_step drop constraint if exists dead'));

t.test('a process that dies during a check takes no try from it; one that dies each time ends it', async (t) => {
  const attempts: number[] = [];
  const deaths = { left: 5 };
  s.script.run = {
    Outside: async ({ attempt }) => {
      attempts.push(attempt);
      if (deaths.left-- > 0) await dieBeforeTheEnd();
      return { outcome: 'passed' };
    },
  };
  const submit = async (): Promise<string> => {
    const { id } = await s.submit(await s.template(steps('Outside', 'MANUAL')));
    await s.platform.settle();
    return id;
  };
  const next = async (): Promise<void> => {
    await riseAgain();
    await s.at(minutes(70));
  };

  const spared = await submit();
  for (let death = 0; death < 5; death++) await next();
  t.match(await s.now(spared), { status: 'Approved' });
  t.same(attempts, [1, 1, 1, 1, 1, 1]);

  attempts.length = 0;
  deaths.left = Infinity;
  const deadly = await submit();
  for (let death = 0; death < 8; death++) await next();
  t.match(await s.now(deadly), {
    status: 'InReview',
    steps: [{ state: 'failed', reasons: [{ code: 'could-not-be-checked' }] }, { state: 'running' }],
  });
  t.same(attempts, [1, 1, 1, 1, 1, 1, 2, 3]);
});

t.test('what a process says that was taken for dead counts no more, once another has begun anew', async (t) => {
  const { database } = s.platform.kernel;
  const answers: StepOutcome[] = [{ outcome: 'passed' }, { outcome: 'failed', reasons: ['The second one decides.'] }];
  s.script.run = {
    Outside: async () => {
      const own = answers.shift()!;
      // The queue has given the job to another process, which has made a note of its beginning, before the first one is
      // heard.
      if (own.outcome === 'passed') {
        await database.asOwner((owner) =>
          owner.run(
            `update pgboss.job_common set state = 'retry', retry_count = retry_count + 1, start_after = pgboss.job_now() where name = 'workflow/advance' and state = 'active'`,
          ),
        );
        await database.asOwner((owner) =>
          owner.run(
            `update workflow_step set "dueAt" = "dueAt" + interval '1 second' where state = 'running' and kind = 'SYSTEM'`,
          ),
        );
      }
      return own;
    },
  };
  const { id } = await s.submit(await s.template(steps('Outside', 'MANUAL')));
  await s.platform.settle();
  t.same(answers, []);
  t.match(await s.now(id), {
    status: 'InReview',
    steps: [{ state: 'failed', reasons: [{ text: 'The second one decides.' }] }, { state: 'running' }],
  });
});
