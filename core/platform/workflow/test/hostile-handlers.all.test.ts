/**
 * Checks that throw, are silent, talk nonsense or write what they should not: each is undone alone, and none approves.
 */
import { t } from '@dossier/core/testing/t';
import { Database } from '@dossier/sdk';
import { eventually } from '../../../testing/index.ts';
import type { Json } from '../../../testing/index.ts';
import type { StepOutcome } from '../contract.ts';
import { triesOf } from '../run-handler.ts';
import { stage, steps } from './stage.ts';

// Where submissions come one after another, those that follow find what the first has learnt.
const s = await stage({ embedded: true });
t.teardown(() => s.stop());
t.beforeEach(() => {
  s.script.calls.length = 0;
  s.script.run = {};
});

const states = (application: Json): string => application.steps.map((step: { state: string }) => step.state).join(' ');
const throws = async (): Promise<StepOutcome> => {
  throw new Error('broken');
};
/** Does something for which checks are asked, each of which gets all of its time. */
const outOfTime = async <T>(work: () => Promise<T>): Promise<T> => {
  let asked = s.script.calls.length;
  let isOver = false;
  const done = work().finally(() => {
    isOver = true;
  });
  await eventually('all is through that was asked', () => {
    if (s.script.calls.length > asked) s.platform.clock.advance(2_000);
    asked = s.script.calls.length;
    return isOver;
  });
  return done;
};
/** Moves time past the back-off of every try. */
const untilNothingIsLeft = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await outOfTime(() => s.at(60_000));
};

t.test(
  'a check that throws inside is undone alone, tried again, and halts the application when no try is left',
  async (t) => {
    s.script.run.First = async ({ case: subject }) => {
      await s.platform.service(Database).write(subject.organization, async (tx) => {
        await tx
          .sql<{ confirmation: object }>()
          .insertInto('confirmation')
          .values({ nonsense: 1 } as never)
          .execute();
      });
      return { outcome: 'passed' };
    };
    const made = await s.submit(await s.template(steps('First', 'Second', 'MANUAL')));
    t.equal(made.status, 'Submitted');
    t.equal(states(made), 'running pending pending');
    t.equal((await s.submit(await s.template(steps('Second', 'MANUAL')))).status, 'Approved', 'others go on');
    s.script.run.First = throws;
    await untilNothingIsLeft();
    const now = await s.now(made.id);
    t.equal(now.status, 'InReview');
    t.equal(states(now), 'failed pending running');
    t.match(now.steps[0].reasons, [{ code: 'could-not-be-checked', text: /could not be checked/ }]);
    t.equal(s.script.calls.filter((name) => name === 'First').length, 3, 'one try and two more');
  },
);

t.test('a check that never answers is timed out, gets an abort signal, and can write no more', async (t) => {
  let late: Promise<unknown> = Promise.resolve();
  let told = false;
  s.script.run.First = ({ signal, case: subject }) => {
    const waited = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => {
        told = true;
        setImmediate(resolve);
      }),
    );
    const run = waited.then(async (): Promise<StepOutcome> => {
      await s.platform.service(Database).write(subject.organization, async (tx) => {
        await tx.sql<{ template: { name: string } }>().updateTable('template').set({ name: 'hacked' }).execute();
      });
      return { outcome: 'passed' };
    });
    late = run.then(
      () => 'written',
      (error: { code: string }) => error.code,
    );
    return run;
  };
  const templateId = await s.template();
  const made = await outOfTime(() => s.submit(templateId));
  t.equal(made.status, 'Submitted');
  t.equal(await late, 'K_TRANSACTION_ENDED');
  t.ok(told);
  t.equal(states(await s.now(made.id)), 'running pending');
  s.script.run = {};
  await s.at(60_000);
});

t.test(
  'of many submissions at once only one waits for a check that does not answer; none is approved, and another check is asked',
  async (t) => {
    await s.at(60_000);
    const [template, other] = [await s.template(), await s.template(steps('Second', 'MANUAL'))];
    s.script.calls.length = 0;
    s.script.run.First = () => new Promise(() => undefined);
    const made = await outOfTime(() => Promise.all(Array.from({ length: 8 }, () => s.submit(template))));
    t.same(s.script.calls, ['First']);
    t.same(new Set(made.map(states)), new Set(['running pending']));
    t.equal((await s.submit(other)).status, 'Approved');
    await untilNothingIsLeft();
    t.same(
      new Set((await Promise.all(made.map(({ id }) => s.now(id)))).map(({ status }) => status)),
      new Set(['InReview']),
    );
    s.script.run = {};
    await s.at(60_000);
    t.equal((await s.submit(template)).status, 'Approved', 'when it answers again it is asked again');
  },
);

t.test('nonsense is no answer, and never a pass', async (t) => {
  const templateId = await s.template();
  for (const nonsense of [null, 'passed', { outcome: 'PASSED' }, { outcome: true }, []]) {
    s.script.run.First = async () => nonsense as never;
    t.equal(
      (await s.submit(templateId)).status,
      nonsense === null ? 'Approved' : 'Submitted',
      JSON.stringify(nonsense),
    );
  }
  s.script.run.First = async () => ({ outcome: 'failed', reasons: [7, null, { text: 9 }] }) as never;
  t.match((await s.submit(templateId)).steps[0], { state: 'failed', reasons: [{ code: 'failed' }] });
});

t.test('a reason is kept whatever characters it has', async (t) => {
  s.script.run.First = async () => ({
    outcome: 'failed',
    reasons: [`${'a'.repeat(999)}😀`, 'x\0y', { code: '\ud800', text: 'half \udc00', pointer: '/\0' }],
  });
  t.match((await s.submit(await s.template())).steps[0].reasons, [
    { text: 'a'.repeat(999) },
    { text: 'x\ufffdy' },
    { code: '\ufffd', text: 'half \ufffd', pointer: '/\ufffd' },
  ]);
});

t.test('the codes of the engine are its own: a check that uses one has said why it fails, and no more', async (t) => {
  const codes = ['no-handler', 'could-not-be-checked', 'unknown-answer', 'decision', 'mine'];
  s.script.run.First = async () => ({
    outcome: 'failed',
    reasons: codes.map((code) => ({ code, text: `Because of ${code}.` })),
  });
  const {
    steps: [step],
  } = await s.submit(await s.template());
  t.same(
    step.reasons,
    codes.map((code) => ({ code: code === 'mine' ? code : 'reason', text: `Because of ${code}.` })),
  );
});

t.test('a check that gives reasons without end is heard to the fiftieth', async (t) => {
  s.script.run.First = async () => ({
    outcome: 'failed',
    reasons: Array.from({ length: 2000 }, (_, i) => `Reason ${i}`),
  });
  t.same(
    (await s.submit(await s.template())).steps[0].reasons.map(({ text }: { text: string }) => text),
    Array.from({ length: 50 }, (_, i) => `Reason ${i}`),
  );
});

t.test('a check says itself how often it is tried again, within bounds', async (t) => {
  const tries = (retries?: number): number =>
    triesOf({ title: 'One', outside: true, run: throws, ...(retries === undefined ? {} : { retries }) });
  t.same([undefined, 0, 5, 8, 9, 1e9, -1].map(tries), [4, 1, 6, 9, 9, 9, 1]);
});

t.test('what a check writes later, and cannot be written, is undone with the check', async (t) => {
  s.script.run.First = async ({ case: subject }) => {
    await s.platform.service(Database).write(subject.organization, (tx) =>
      tx.later(
        tx
          .sql<{ confirmation: object }>()
          .insertInto('confirmation')
          .values({ applicationId: 'nonsense' } as never)
          .compile(),
      ),
    );
    return { outcome: 'passed' };
  };
  const made = await s.submit(await s.template());
  t.equal(states(made), 'running pending');
});
