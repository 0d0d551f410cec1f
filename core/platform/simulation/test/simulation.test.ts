import { t } from '@dossier/core/testing/t';
import { Database } from '@dossier/sdk';
import type { StepGiven } from '../../templates/contract.ts';
import { stage, steps } from '../../workflow/test/stage.ts';
import { mayTry, trials } from './trials.ts';

const given = await trials();
const { s, designer, edit, start, see, tried, owner } = given;
t.teardown(() => s.stop());
t.beforeEach(() => {
  s.script.calls.length = 0;
  s.script.run = {};
});

const counted = async (): Promise<unknown> =>
  (
    await s.platform.kernel.database.asOwner((owner) =>
      owner.run(`select (select count(*)::int from "event" where "type" not like 'simulation/%') as events,
        (select count(*)::int from application) as applications, (select count(*)::int from answer_revision) as answers,
        (select sum(visit)::int from workflow_step) as visits, (select count(*)::int from workflow_outside_answer) as asked`),
    )
  ).rows;

t.test('the same, the different with why, and what nobody can say; nothing is written or asked outside', async (t) => {
  const id = await s.template(steps('First', 'Outside', 'MANUAL'));
  s.script.run.Outside = async () => ({ outcome: 'passed', evidence: { score: 7 } });
  const few = await s.submit(id, { amount: 600, purpose: 'CAR' });
  const many = await s.submit(id, { amount: 9000, purpose: 'CAR' });
  const bad = await s.submit(id, { amount: 1 });
  await s.platform.settle();
  t.match(await s.now(few.id), { status: 'Approved' });
  t.same(
    (await owner(`select outcome, evidence from workflow_outside_answer where "applicationId" = '${few.id}'`)).rows,
    [{ outcome: 'passed', evidence: { score: 7 } }],
    'what was answered outside is kept with the step',
  );
  t.match(await s.now(bad.id), { status: 'InReview' });
  await edit(id, {
    schema: {
      type: 'object',
      properties: { amount: { type: 'number', minimum: 500, maximum: 5000 }, purpose: { type: 'string' } },
      required: ['amount'],
    },
  });
  const before = await counted();
  s.script.calls.length = 0;
  const seen = await tried(id);
  t.same(await counted(), before, 'no rows, no events');
  t.notOk(s.script.calls.includes('Outside'), 'nobody outside was asked');
  t.match(seen, { state: 'done', total: 3, tried: 3, same: 2, different: 1, notTried: [] });
  t.same(seen.groups, [{ from: 'Approved automatically', to: 'Halted at Underwriting', count: 1 }]);
  t.match(seen.cases, [{ applicationId: many.id, number: many.number, applicantName: 'Grace Hopper' }]);
  t.match(seen.cases[0].reasons.join(), /5,000/);

  const workflow: StepGiven[] = [...steps('First', 'Outside2'), { name: 'Board', kind: 'MANUAL' }];
  await edit(id, { workflow });
  const unknown = await tried(id);
  t.match(unknown, {
    tried: 3,
    same: 0,
    groups: [{ from: 'Halted at Underwriting', to: 'Halted at Board', count: 1 }],
    notTried: [{ reason: 'What "Outside2 check" was answered outside has not been kept.', count: 1 }],
  });
});

t.test('an officer’s decision is not guessed: what counts is where the system left it', async (t) => {
  s.script.run.First = async () => ({ outcome: 'failed', reasons: [{ code: 'no', text: 'Not good.' }] });
  const id = await s.template(steps('First', 'MANUAL'));
  const made = await s.submit(id);
  await s.officer.post(`/api/v1/applications/${made.id}/approve`, {});
  t.match(await tried(id), { same: 1, different: 0 });
  s.script.run = {};
  t.match(await tried(id), {
    different: 1,
    groups: [{ from: 'Halted at Underwriting', to: 'Approved automatically', count: 1 }],
  });
});

t.test('what a check writes inside is undone, and one that says nothing is not tried', async (t) => {
  const id = await s.template(steps('First', 'MANUAL'));
  const made = await s.submit(id);
  s.script.run.First = async ({ access }) => {
    await s.platform
      .service(Database)
      .write(access, (tx) =>
        tx
          .sql<{ application: { id: string; templateName: string } }>()
          .updateTable('application')
          .set({ templateName: 'Written' })
          .where('id', '=', made.id)
          .execute(),
      );
    return { outcome: 'passed' };
  };
  t.match(await tried(id), { same: 1, notTried: [] });
  t.same(await s.now(made.id), made, 'it is as it was');
  s.script.run.First = async () => {
    throw new Error('broken');
  };
  const seen = await tried(id);
  t.match(seen, { same: 0, notTried: [{ reason: '"First check" did not say what it would come to.', count: 1 }] });
});

t.test(
  'one trial at a time: the same is answered again, another draft is refused, a cancelled one stays so',
  async (t) => {
    const id = await s.template();
    await s.submit(id);
    await given.breakAfter(0);
    const [one, two] = await Promise.all([start(id), start(id)]);
    t.same([one.status, two.status], [202, 202]);
    t.equal(one.body.id, two.body.id);
    await edit(id, { workflow: steps('Second', 'MANUAL') });
    const other = await start(id);
    t.match([other.status, other.body.code], [409, 'simulation-running']);
    const cancelled = await designer.post(`/api/v1/simulations/${one.body.id}/cancel`);
    t.match(cancelled.body, { state: 'cancelled' }, cancelled.text);
    await given.mend();
    await s.at(60_000);
    t.match(await see(one.body.id), { state: 'cancelled', tried: 0 });
    t.equal((await start(id)).status, 202);
    await s.platform.settle();
  },
);

t.test('a process that dies in the middle: the job goes on where it was, and what lost its job fails', async (t) => {
  const id = await s.template();
  for (let i = 0; i < 3; i++) await s.submit(id);
  await given.breakAfter(0);
  const { body } = await start(id);
  await s.platform.settle();
  t.match(await see(body.id), { state: 'running', tried: 0 });
  await given.mend();
  await s.at(60_000);
  t.match(await see(body.id), { state: 'done', tried: 3, same: 3 });

  await given.breakAfter(0);
  const lost = await start(id);
  await s.platform.settle();
  await owner(`delete from pgboss.job_common where name = 'simulation/run'`);
  await given.mend();
  await s.at(16 * 60_000);
  await s.at(6 * 60_000);
  t.match(await see(lost.body.id), { state: 'failed', reason: /Start it again/ });
  await s.at(8 * 86_400_000);
  await s.at(6 * 60_000);
  t.equal((await designer.get(`/api/v1/simulations/${lost.body.id}`)).status, 404, 'results are kept for a week');
});

t.test('a trial is for the person who started it, and for who reads the applications of the workspace', async (t) => {
  const id = await s.template();
  const { body } = await start(id);
  await s.platform.settle();
  const other = await s.person('other-designer', { permissions: mayTry });
  t.equal((await other.get(`/api/v1/simulations/${body.id}`)).status, 404);
  t.equal((await other.post(`/api/v1/simulations/${body.id}/cancel`)).status, 404);
  t.equal((await s.admin.post(`/api/v1/templates/${id}/simulations`, { workspaceId: s.staff })).status, 403);
  t.equal((await designer.post(`/api/v1/templates/${id}/simulations`, { workspaceId: s.mixed })).status, 404);
  const foreign = await stage({ platform: s.platform, slug: 'globex', script: s.script });
  const stranger = await foreign.person('designer', { permissions: mayTry });
  t.equal((await stranger.get(`/api/v1/simulations/${body.id}`)).status, 404);
  t.equal((await stranger.post(`/api/v1/templates/${id}/simulations`, { workspaceId: foreign.staff })).status, 404);
  for (const most of ['1', 0, 10_001, 1.5]) t.equal((await start(id, { most })).status, 422, String(most));
  const graphql = await designer.graphql('query($id: ID!) { simulation(id: $id) { state total } }', { id: body.id });
  t.same(graphql.data.simulation, { state: 'done', total: 0 });
});
