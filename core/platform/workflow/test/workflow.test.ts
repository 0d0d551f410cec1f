import { t } from '@dossier/core/testing/t';
import { Database, TryLater } from '@dossier/sdk';
import type { Json } from '../../../testing/index.ts';
import { readApplications } from '../../applications/contract.ts';
import { decideApplications, Workflow } from '../contract.ts';
import type { StepOutcome } from '../contract.ts';
import { stage, steps } from './stage.ts';

const s = await stage();
t.teardown(() => s.stop());
t.beforeEach(() => {
  s.script.calls.length = 0;
  s.script.run = {};
});

const states = (application: Json): string => application.steps.map((step: { state: string }) => step.state).join(' ');
const failed: StepOutcome = { outcome: 'failed', reasons: [{ code: 'no', text: 'Not good.' }] };
const waiting: StepOutcome = { outcome: 'waiting', reasons: ['Wait.'] };
const workflow = s.platform.service(Workflow);
const recheck = async (id: string, cause = 'documents'): Promise<void> => workflow.recheck(await s.system(), id, cause);
const throws = async (): Promise<StepOutcome> => {
  throw new Error('broken');
};
/** What the log says of an application, and who did it. */
const trail = (id: string) =>
  s.platform
    .service(Database)
    .read({ organization: s.organization, audience: 'staff' }, async (tx) =>
      tx
        .sql<{ event: { subjectId: string; type: string; actorKind: string; actorId: string } }>()
        .selectFrom('event')
        .select(['type', 'actorKind', 'actorId'])
        .where('subjectId', '=', id)
        .orderBy('type')
        .execute(),
    );
/** Moves time past the back-off of every try. */
const untilNothingIsLeft = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await s.at(60_000);
};

t.test('a submission whose checks pass is approved without any human, and the trail says so', async (t) => {
  const made = await s.submit(await s.template(steps('First', 'Second', 'MANUAL')));
  t.equal(made.status, 'Approved');
  t.equal(states(made), 'passed passed skipped');
  t.match(made.decision, { by: { kind: 'system' }, reason: null });
  t.match(made.steps[2], { kind: 'MANUAL', startedAt: null, endedAt: /Z$/ });
  t.ok(made.steps[1].startedAt >= made.steps[0].endedAt);
  t.same(await s.now(made.id), made, 'what was answered is what is stored');
  const told = await trail(made.id);
  t.same(
    told.map(({ type, actorKind }) => `${type} ${actorKind}`),
    [
      'applications/changed@1 system',
      'applications/submitted@1 key',
      ...Array<string>(3).fill('workflow/step-changed@1 system'),
    ],
  );
});

t.test('only the steps that the template has are run', async (t) => {
  t.equal((await s.submit(await s.template(steps('Second', 'MANUAL')))).status, 'Approved');
  t.same(s.script.calls, ['Second']);
});

t.test('bad answers are no bad envelope: the application halts at the officer, with every fault named', async (t) => {
  const templateId = await s.template();
  const made = await s.submit(templateId, { amount: 'abc', purpose: 'BOAT', extra: 1 });
  t.equal(made.status, 'InReview');
  t.equal(states(made), 'failed running');
  t.same(made.steps[0].reasons.map((reason: { pointer: string }) => reason.pointer).sort(), [
    '/answers/amount',
    '/answers/extra',
    '/answers/purpose',
  ]);
  t.same(s.script.calls, [], 'the check was not asked about answers that it could not rely on');
  t.same(made.assignees, [s.officer.id]);
  t.match((await s.submit(templateId, {})).steps[0].reasons, [{ code: 'missing', pointer: '/answers/amount' }]);
});

t.test('unknown answers are kept and noted, and stop nothing', async (t) => {
  const made = await s.submit(await s.template(), { amount: 700, extra: { deep: [1, null] } });
  t.equal(made.status, 'Approved');
  t.match(made.steps[0].reasons, [{ code: 'unknown-answer', pointer: '/answers/extra' }]);
  t.same((await s.now(made.id)).answers, { amount: 700, extra: { deep: [1, null] } });
  const many = await s.submit(await s.template(), {
    amount: 700,
    ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`extra${i}`, i])),
  });
  t.equal(many.steps[0].reasons.length, 51);
  t.match(many.steps[0].reasons.at(-1), { code: 'unknown-answer', pointer: '/answers', text: /10 more/ });
});

t.test('a check that fails halts the application and leaves later steps untouched', async (t) => {
  s.script.run.First = async () => failed;
  const made = await s.submit(await s.template(steps('First', 'Second', 'MANUAL')));
  t.equal(made.status, 'InReview');
  t.equal(states(made), 'failed pending running');
  t.match(made.steps[0].reasons, [{ code: 'no', text: 'Not good.' }]);
  t.match(made.steps[1], { startedAt: null, endedAt: null });
  t.same(s.script.calls, ['First']);
});

t.test('the officer with the fewest open applications is assigned', async (t) => {
  const other = await s.person('second-officer', { permissions: [decideApplications, readApplications] });
  const made = await s.submit(await s.template(), {});
  t.same(made.assignees, [other.id]);
});

t.test('an application that waits is neither halted nor assigned, and goes on when the cause is settled', async (t) => {
  s.script.run.First = async () => waiting;
  const made = await s.submit(await s.template(steps('First', 'Second', 'MANUAL')));
  t.match(made, { status: 'Submitted', assignees: [] });
  t.equal(states(made), 'waiting pending pending');
  await recheck(made.id, 'weather');
  t.equal(s.script.calls.length, 1, 'another cause changes nothing');
  s.script.run = {};
  await recheck(made.id);
  t.match(await s.now(made.id), { status: 'Approved' });
});

t.test('a failed check that passes later goes on by itself; one that fails again keeps its times', async (t) => {
  s.script.run.First = async () => failed;
  const made = await s.submit(await s.template(steps('First', 'MANUAL')));
  await s.at(1000);
  await recheck(made.id);
  const again = await s.now(made.id);
  t.same(again.steps, made.steps);
  s.script.run = {};
  await recheck(made.id);
  const now = await s.now(made.id);
  t.equal(now.status, 'Approved');
  t.equal(states(now), 'passed skipped');
  t.match(
    now.steps[1],
    { startedAt: null, endedAt: now.steps[0].endedAt },
    'the needless step did not begin before the check had ended',
  );
});

t.test(
  'a check that had passed and fails when it is asked again halts the application, whatever comes later',
  async (t) => {
    s.script.run.Second = async () => waiting;
    const made = await s.submit(await s.template(steps('First', 'Second', 'MANUAL')));
    t.equal(states(made), 'passed waiting pending');
    s.script.run.First = async () => failed;
    await recheck(made.id);
    t.match(await s.now(made.id), { status: 'InReview', assignees: [String] });
    t.equal(states(await s.now(made.id)), 'failed pending running');
    s.script.run.Second = async () => ({ outcome: 'passed' });
    await recheck(made.id);
    t.equal(states(await s.now(made.id)), 'failed pending running', 'what would pass behind it approves nothing');
    s.script.run = {};
    await recheck(made.id);
    t.match(await s.now(made.id), { status: 'Approved' });
    t.equal(states(await s.now(made.id)), 'passed passed skipped');
  },
);

t.test(
  'what an officer has claimed stays with them: the result is recorded and the workflow does not go on',
  async (t) => {
    s.script.run.First = async () => failed;
    const made = await s.submit(await s.template(steps('First', 'MANUAL')));
    await s.platform.service(Database).write(s.organization, async (tx) => {
      await tx
        .sql<{ assignee: { applicationId: string; automatic: boolean } }>()
        .updateTable('assignee')
        .set({ automatic: false })
        .where('applicationId', '=', made.id)
        .execute();
    });
    s.script.run = {};
    await recheck(made.id);
    const now = await s.now(made.id);
    t.equal(now.status, 'InReview');
    t.equal(states(now), 'passed running');
  },
);

t.test('a check that recovers in time passes', async (t) => {
  s.script.run.First = throws;
  const made = await s.submit(await s.template());
  s.script.run = {};
  await s.at(60_000);
  t.match(await s.now(made.id), { status: 'Approved' });
});

t.test(
  'a step that fails when it is asked again takes back what waited behind it: none begins before the one in front has ended',
  async (t) => {
    s.script.run.Second = async () => waiting;
    const { id } = await s.submit(await s.template(steps('First', 'Second', 'MANUAL')));
    s.script.run.First = async () => failed;
    await s.at(1_000);
    await recheck(id);
    const halted = await s.now(id);
    t.equal(states(halted), 'failed pending running');
    t.match(halted.steps[1], { startedAt: null, endedAt: null, reasons: [] });
    s.script.run = { Second: async () => waiting };
    await s.at(1_000);
    await recheck(id);
    const again = await s.now(id);
    t.equal(states(again), 'passed waiting pending');
    t.ok(again.steps[1].startedAt >= again.steps[0].endedAt);
  },
);

t.test('a check that calls outside runs as a job, with a key for the service it calls', async (t) => {
  const keys = new Set<string>();
  s.script.run.Outside = async ({ idempotencyKey }) => {
    keys.add(idempotencyKey);
    t.throws(
      () => s.platform.service(Database).afterCommit(() => undefined),
      /K_NO_TRANSACTION/,
      'no transaction is open',
    );
    return keys.size === 1 && s.script.calls.length < 3 ? throws() : { outcome: 'passed' };
  };
  const made = await s.submit(await s.template(steps('First', 'Outside', 'Second', 'MANUAL')));
  t.equal(made.status, 'Submitted');
  t.equal(states(made), 'passed running pending pending');
  await untilNothingIsLeft();
  const now = await s.now(made.id);
  t.equal(now.status, 'Approved');
  t.equal(states(now), 'passed passed passed skipped');
  t.equal(keys.size, 1, 'every try has the same key');
  t.same(
    s.script.calls.filter((name) => name !== 'First'),
    ['Outside', 'Outside', 'Second'],
    'nothing ran twice but the try that failed',
  );
});

t.test('an outside check that never works halts, and never approves', async (t) => {
  s.script.run.Outside = throws;
  const made = await s.submit(await s.template(steps('Outside', 'MANUAL')));
  await untilNothingIsLeft();
  const now = await s.now(made.id);
  t.match(now, {
    status: 'InReview',
    steps: [{ state: 'failed', reasons: [{ code: 'could-not-be-checked' }] }, { state: 'running' }],
  });
  t.equal(s.script.calls.length, 3);
});

t.test('a service that says when to come back is not asked before, and an hour later at most', async (t) => {
  for (const [asked, waits] of [
    [90, 90],
    [86_400, 3_600],
  ] as const) {
    s.script.calls.length = 0;
    s.script.run.Outside = async () => {
      if (s.script.calls.length === 1) throw new TryLater('busy', asked);
      return { outcome: 'passed' };
    };
    const made = await s.submit(await s.template(steps('Outside', 'MANUAL')));
    await s.at(0);
    await s.at((waits - 1) * 1_000);
    t.same([(await s.now(made.id)).status, s.script.calls.length], ['Submitted', 1], `${asked} s`);
    await s.at(1_000);
    t.same([(await s.now(made.id)).status, s.script.calls.length], ['Approved', 2], `${asked} s`);
  }
});

t.test('bad answers never leave the house: an outside check is not asked about them', async (t) => {
  const made = await s.submit(await s.template(steps('Outside', 'MANUAL')), { amount: 'abc' });
  await s.platform.settle();
  t.equal(made.status, 'InReview');
  t.same(s.script.calls, []);
});

t.test('a result that comes after something newer was asked is dropped', async (t) => {
  const answers = [failed, { outcome: 'passed' } as StepOutcome];
  s.script.run.Outside = async ({ case: subject }) => {
    const answer = answers.shift()!;
    if (answer === failed) await recheck(subject.id);
    return answer;
  };
  const made = await s.submit(await s.template(steps('Outside', 'MANUAL')));
  await untilNothingIsLeft();
  t.match(await s.now(made.id), { status: 'Approved' });
  t.equal(answers.length, 0);
});

t.test('a result from before it was noted what may change it is asked as its check would say now', async (t) => {
  s.script.run.Second = async () => waiting;
  const { id } = await s.submit(await s.template(steps('Deaf', 'Second', 'MANUAL')), { amount: 600 }, s.ada.email);
  await s.platform.kernel.database.asOwner((owner) =>
    owner.run(`update workflow_step set rechecks = null where "applicationId" = '${id}'`),
  );
  t.ok(
    (await s.ada.graphql('query($id: ID!) { application(id: $id) { can } }', { id })).data.application.can.includes(
      'confirm',
    ),
    'the client is asked',
  );
  s.script.calls.length = 0;
  await recheck(id);
  t.same(s.script.calls, ['Second'], 'what was paid for is not asked again');
});
