import { t } from '@dossier/core/testing/t';
import type { Json } from '../../../testing/index.ts';
import { manageTemplates } from '../../templates/contract.ts';
import { stage, steps } from '../../workflow/test/stage.ts';
import type { StepOutcome } from '../../workflow/contract.ts';
import { readApplications } from '../contract.ts';

const s = await stage();
t.teardown(() => s.stop());
const designer = await s.person('designer', { permissions: [manageTemplates, readApplications] });
t.beforeEach(() => {
  s.script.calls.length = 0;
  s.script.run = {};
});
const failed: StepOutcome = { outcome: 'failed', reasons: [{ code: 'no', text: 'Not good.' }] };
const waiting: StepOutcome = { outcome: 'waiting', reasons: ['Wait.'] };
const states = (application: Json): string =>
  application.steps.map(({ key, state }: { key: string; state: string }) => `${key}:${state}`).join(' ');

/** Publishes the next version with this in it; its number. */
const publish = async (id: string, change: object): Promise<number> => {
  const { name, description, draft } = (await designer.get(`/api/v1/templates/${id}`)).body;
  await designer.put(`/api/v1/templates/${id}`, { name, description, ...draft, ...change });
  const published = await designer.post(`/api/v1/templates/${id}/publish`);
  if (published.status !== 200) throw new Error(published.text);
  return published.body.version;
};
const preview = async (id: string, version: number, ...applicationIds: string[]): Promise<Json> =>
  (await designer.post(`/api/v1/templates/${id}/moves/preview`, { applicationIds, version })).body;
const move = async (id: string, version: number, ...applicationIds: string[]): Promise<Json> =>
  (await designer.post(`/api/v1/templates/${id}/moves`, { applicationIds, version })).body;
const named = (...names: string[]) =>
  steps(...names).map((step) => ({ ...step, key: step.name.toLowerCase().replaceAll(' ', '-') }));

t.test('what passed and is unchanged stays, what is new is run, and what would change is shown before', async (t) => {
  s.script.run.Second = async () => waiting;
  const id = await s.template(named('First', 'Second', 'MANUAL'));
  const made = await s.submit(id);
  const version = await publish(id, { workflow: named('First', 'Deaf', 'Second', 'MANUAL') });
  t.same((await designer.get(`/api/v1/templates/${id}/running`)).body, [{ version: 1, count: 1 }]);
  t.match(await preview(id, version, made.id), [
    {
      applicationId: made.id,
      number: made.number,
      changes: [{ kind: 'added', text: 'The step "Deaf check" is new and is run.' }],
      faults: [],
      from: 'Submitted',
      to: null,
    },
  ]);
  t.equal((await s.now(made.id)).templateVersion, 1, 'shown, not done');
  s.script.calls.length = 0;
  t.same(await move(id, version, made.id), [{ applicationId: made.id, moved: true, problem: null }]);
  const now = await s.now(made.id);
  t.match(now, { templateVersion: version, status: 'Submitted', answers: made.answers });
  t.equal(states(now), 'first-check:passed deaf-check:passed second-check:waiting underwriting:pending');
  t.same(now.steps[0], made.steps[0], 'the step that passed has its times');
  t.same(s.script.calls, ['Deaf']);
  t.same(await move(id, version, made.id), [{ applicationId: made.id, moved: true, problem: null }], 'once is enough');
  t.equal((await s.now(made.id)).version, now.version);
  t.same((await designer.get(`/api/v1/templates/${id}/running`)).body, [{ version, count: 1 }]);
  const graphql = await designer.graphql('query($id: ID!) { templateRunning(templateId: $id) { version count } }', {
    id,
  });
  t.same(graphql.data.templateRunning, [{ version, count: 1 }]);
  t.equal((await designer.get(`/api/v1/templates/${id}/versions/1`)).status, 200, 'the old one stays readable');
});

t.test('who waits at an officer stays there; where that step is gone the checks decide anew', async (t) => {
  s.script.run.First = async () => failed;
  const id = await s.template(named('First', 'MANUAL'));
  const [stays, goes] = [await s.submit(id), await s.submit(id)];
  const second = await publish(id, { workflow: named('First', 'Second', 'MANUAL') });
  await move(id, second, stays.id);
  const there = await s.now(stays.id);
  t.match(there, { status: 'InReview', assignees: [s.officer.id] });
  t.equal(states(there), 'first-check:failed second-check:pending underwriting:running');
  t.equal((await s.officer.post(`/api/v1/applications/${stays.id}/approve`, {})).status, 200);

  const third = await publish(id, {
    workflow: [...named('First'), { key: 'board', name: 'Board', kind: 'MANUAL' }],
  });
  t.match(await preview(id, third, goes.id), [{ from: 'InReview', to: null }]);
  await move(id, third, goes.id);
  t.equal(states(await s.now(goes.id)), 'first-check:failed board:running');
  t.match(await s.now(goes.id), { status: 'InReview', assignees: [s.officer.id] });
});

t.test('answers that do not fit the new version halt it with every fault; they were shown before', async (t) => {
  s.script.run.Second = async () => waiting;
  const id = await s.template(named('First', 'Second', 'MANUAL'));
  const made = await s.submit(id, { amount: 9000 });
  const version = await publish(id, {
    schema: { type: 'object', properties: { amount: { type: 'number', maximum: 5000 } }, required: ['amount'] },
    wizard: [{ key: 'loan', title: 'The loan', fields: ['amount'] }],
  });
  t.match(await preview(id, version, made.id), [{ faults: [{ pointer: '/amount' }] }]);
  await move(id, version, made.id);
  const now = await s.now(made.id);
  t.equal(states(now), 'first-check:failed second-check:pending underwriting:running');
  t.match(now.steps[0].reasons, [{ pointer: '/answers/amount' }]);
});

t.test('decided ones, older versions and what is not theirs are refused, each by itself', async (t) => {
  s.script.run.First = async () => waiting;
  const id = await s.template(named('First', 'MANUAL'));
  const open = await s.submit(id);
  s.script.run = {};
  const decided = await s.submit(id);
  const other = await s.submit(await s.template());
  const version = await publish(id, { workflow: named('First', 'Second', 'MANUAL') });
  const results = await move(id, version, decided.id, other.id, open.id);
  t.match(results, [
    { moved: false, problem: { code: 'already-decided' } },
    { moved: false, problem: { code: 'not-found' } },
    { applicationId: open.id, moved: true },
  ]);
  t.equal((await s.now(decided.id)).templateVersion, 1);
  t.match(await move(id, 1, decided.id), [{ moved: false }]);
  t.equal(
    (await designer.post(`/api/v1/templates/${id}/moves`, { applicationIds: [open.id], version: 9 })).status,
    422,
  );
  t.match(
    await s.admin.post(`/api/v1/templates/${id}/moves`, { applicationIds: [open.id], version }).then((r) => r.body),
    [{ moved: false, problem: { code: 'not-found' } }],
  );
  const foreign = await stage({ platform: s.platform, slug: 'globex', script: s.script });
  const wanted = { applicationIds: [open.id], version };
  t.equal((await foreign.admin.post(`/api/v1/templates/${id}/moves`, wanted)).status, 404);
  t.equal((await foreign.admin.post(`/api/v1/templates/${id}/moves/preview`, wanted)).status, 404);
  t.equal((await foreign.admin.get(`/api/v1/templates/${id}/running`)).status, 404);
});

t.test('moved at the moment of a decision: one of both comes first, and nothing is half', async (t) => {
  s.script.run.First = async () => failed;
  const id = await s.template(named('First', 'MANUAL'));
  const made = await s.submit(id);
  const version = await publish(id, { workflow: named('First', 'Second', 'MANUAL') });
  const [approved, ...moves] = await Promise.all([
    s.officer.post(`/api/v1/applications/${made.id}/approve`, {}),
    move(id, version, made.id),
    move(id, version, made.id),
  ]);
  t.equal(approved.status, 200);
  const now = await s.now(made.id);
  t.equal(now.status, 'Approved');
  const isMoved = moves.some(([one]) => one.moved);
  t.equal(now.templateVersion, isMoved ? version : 1);
  t.equal(now.steps.length, isMoved ? 3 : 2);
});
