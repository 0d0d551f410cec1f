import { t } from '@dossier/core/testing/t';
import { eventually } from '../../../testing/index.ts';
import type { Json } from '../../../testing/index.ts';
import { AccessAdministration } from '../../access/contract.ts';
import { Workflow } from '../contract.ts';
import type { StepOutcome } from '../contract.ts';
import { stage, steps, switchable } from './stage.ts';

const s = await stage();
t.teardown(() => s.stop());
t.beforeEach(() => {
  s.script.run = {};
});

const states = (application: Json): string => application.steps.map((step: { state: string }) => step.state).join(' ');
const waiting: StepOutcome = { outcome: 'waiting', reasons: ['Wait.'] };
const recheck = async (id: string, cause: string): Promise<void> =>
  s.platform.service(Workflow).recheck(await s.system(), id, cause);

t.test('a switched-off check halts the application with the reason', async (t) => {
  const templateId = await s.template(steps('Switchable', 'MANUAL'));
  t.equal((await s.submit(templateId)).status, 'Approved');
  const grants = s.platform.service(AccessAdministration);
  await grants.setFeature(await s.system(), { workspace: s.staff, feature: switchable, on: false });
  const made = await s.submit(templateId);
  t.equal(made.status, 'InReview');
  t.match(made.steps[0].reasons, [{ code: 'no-handler', text: /switched off/ }]);
  await grants.setFeature(await s.system(), { workspace: s.staff, feature: switchable, on: true });
});

/**
 * Switches the check and lets time pass, in which every node learns of it, until the application has come to these
 * states.
 */
const switchTo = async (on: boolean, { id, states: expected }: { id: string; states: string }): Promise<void> => {
  await s.platform
    .service(AccessAdministration)
    .setFeature(await s.system(), { workspace: s.staff, feature: switchable, on });
  const come = async (): Promise<string> => {
    await s.at(5_000);
    return states(await s.now(id));
  };
  await eventually('it comes to these states', come, expected);
};

t.test(
  'what waits for a check that is switched off halts at the officer, and goes on by itself once it is on again',
  async (t) => {
    s.script.run.Switchable = async () => waiting;
    const templateId = await s.template(steps('First', 'Switchable', 'MANUAL'));
    const [made, other] = [await s.submit(templateId), await s.submit(await s.template(steps('First', 'MANUAL')))];
    t.equal(states(made), 'passed waiting pending');
    await switchTo(false, { id: made.id, states: 'passed failed running' });
    t.match(await s.now(made.id), {
      status: 'InReview',
      assignees: [s.officer.id],
      steps: [{}, { state: 'failed', reasons: [{ code: 'no-handler', text: /switched off/ }] }, { state: 'running' }],
    });
    t.equal((await s.now(other.id)).status, 'Approved');
    const decided = await s.submit(templateId);
    t.equal((await s.officer.post(`/api/v1/applications/${decided.id}/reject`, { reason: 'Too late.' })).status, 200);
    await switchTo(true, { id: made.id, states: 'passed waiting pending' });
    t.equal(states(await s.now(decided.id)), 'passed failed failed', 'what was decided meanwhile stays decided');
    s.script.run = {};
    await recheck(made.id, 'confirmation');
    t.equal((await s.now(made.id)).status, 'Approved');
  },
);

t.test('a cause that comes while the check is away is not lost: it is asked again when it is back', async (t) => {
  s.script.run.Switchable = async () => waiting;
  const { id } = await s.submit(await s.template(steps('Switchable', 'MANUAL')));
  await s.platform
    .service(AccessAdministration)
    .setFeature(await s.system(), { workspace: s.staff, feature: switchable, on: false });
  // Before anything looked: what the client did counts, and the officer decides.
  await recheck(id, 'confirmation');
  t.match(await s.now(id), {
    status: 'InReview',
    steps: [{ state: 'failed', reasons: [{ code: 'no-handler' }] }, { state: 'running' }],
  });
  s.script.run = {};
  await switchTo(true, { id, states: 'passed skipped' });
  t.equal((await s.now(id)).status, 'Approved');
});

t.test(
  'a check that calls itself missing is there all the same, and is not asked again when another one comes or goes',
  async (t) => {
    const asked: string[] = [];
    s.script.run = {
      First: async ({ case: subject }) => {
        asked.push(subject.id);
        return { outcome: 'failed', reasons: [{ code: 'no-handler', text: 'It is not installed.' }] };
      },
      Switchable: async () => waiting,
    };
    const { id } = await s.submit(await s.template(steps('First', 'MANUAL')));
    const { id: waits } = await s.submit(await s.template(steps('Switchable', 'MANUAL')));
    await switchTo(false, { id: waits, states: 'failed running' });
    await switchTo(true, { id: waits, states: 'waiting pending' });
    t.same(asked, [id]);
  },
);

t.test(
  'a check that passed is not undone by being switched off, until something happens that it would be asked about',
  async (t) => {
    s.script.run.Second = async () => waiting;
    const { id } = await s.submit(await s.template(steps('Switchable', 'Second', 'MANUAL')));
    s.script.run.Switchable = async () => waiting;
    const { id: waits } = await s.submit(await s.template(steps('Switchable', 'MANUAL')));
    await switchTo(false, { id: waits, states: 'failed running' });
    t.equal(states(await s.now(id)), 'passed waiting pending');
    await recheck(id, 'a cause that nobody declared');
    t.equal(states(await s.now(id)), 'passed waiting pending');
    await recheck(id, 'documents');
    t.equal(states(await s.now(id)), 'failed pending running');
    await switchTo(true, { id: waits, states: 'waiting pending' });
  },
);
