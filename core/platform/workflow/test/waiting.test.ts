/** Due times, waiting for the client, flags, answers given again, and taking back: what modules stand on. */
import { t } from '@dossier/core/testing/t';
import { Database } from '@dossier/sdk';
import type { WorkspaceAccess } from '@dossier/sdk';
import { Answers, CaseFlags } from '../../applications/contract.ts';
import { CaseClock, CaseStore, Workflow } from '../contract.ts';
import { stage, steps } from './stage.ts';

const s = await stage();
t.teardown(() => s.stop());
const { platform, officer } = s;
const template = await s.template(steps('First', 'MANUAL'));
const submit = async (): Promise<string> => {
  platform.clock.advance(60_000);
  return (await s.submit(template, {})).id;
};
const system = await s.system();
const inOne = <T>(run: () => Promise<T>): Promise<T> => platform.service(Database).write(system, run);
const inOther = <T>(there: WorkspaceAccess, run: () => Promise<T>): Promise<T> =>
  platform.service(Database).write(there, run);
const list = async (query: string): Promise<readonly { id: string }[]> =>
  (await officer.get(`/api/v1/applications?workspaceId=${s.staff}&${query}`)).body;
const one = async (id: string) => (await officer.get(`/api/v1/applications/${id}`)).body;

t.test('what is due is overdue after its time, and never while the client is waited for', async (t) => {
  const [late, calm] = [await submit(), await submit()];
  const dueAt = new Date(platform.clock.time() + 60_000).toISOString();
  const store = platform.service(CaseStore);
  await inOne(() => store.setTimes(system, late, { dueAt, waitingSince: null, waitingUntil: null }));
  t.strictSame(await list('view=overdue'), []);
  platform.clock.advance(120_000);
  t.match(await list('view=overdue'), [{ id: late, dueAt }]);
  t.match(
    (await list('sort=dueAt')).map(({ id }) => id),
    [late, calm],
    'what nothing says a time of comes last',
  );
  const clock = platform.service(CaseClock);
  const until = new Date(platform.clock.time() + 864e5).toISOString();
  await inOne(() => clock.stop(system, late, until));
  t.strictSame(await list('view=overdue'), []);
  t.match(await list('view=waiting'), [{ id: late, waitingUntil: until }]);
  t.match((await officer.get(`/api/v1/workspaces/${s.staff}/application-counts`)).body, {
    waiting: 1,
    overdue: 0,
  });
  platform.clock.advance(8 * 864e5);
  await inOne(() => clock.start(system, late));
  const after = await one(late);
  t.match(after, { waitingSince: null, waitingUntil: null });
  t.ok(Date.parse(after.dueAt) > Date.parse(dueAt), 'by the working time that went by');
  t.strictSame(await list('view=waiting'), []);
});

t.test('flags are for staff, and narrow the list', async (t) => {
  const id = await submit();
  const flags = platform.service(CaseFlags);
  await inOne(async () => {
    await flags.set(system, id, 'escalated');
    await flags.set(system, id, 'escalated');
    await flags.set(system, id, 'corrected');
  });
  t.match(await one(id), { flags: ['corrected', 'escalated'] });
  t.match(await list('flag=escalated&flag=corrected'), [{ id, flags: ['corrected', 'escalated'] }]);
  t.match((await s.key.get(`/api/v1/applications/${id}`)).body, { flags: [] });
  await inOne(() => flags.clear(system, id, 'escalated'));
  t.strictSame(await list('flag=escalated'), []);
  t.match(await officer.get('/api/v1/applications?flag=odd'), {
    status: 400,
    body: { errors: [{ pointer: '?flag', code: 'unknown-flag' }] },
  });
});

t.test('answers that are given again are a revision, and the checks run again', async (t) => {
  const id = await submit();
  const answers = platform.service(Answers);
  const before = await one(id);
  await inOne(async () => {
    t.match(await answers.hold(system, id), { id, status: before.status, viewer: 'staff' });
    t.strictSame(await answers.revise(system, id, { amount: 7 }), { revision: 2 });
  });
  const after = await one(id);
  t.match(after, { answers: { amount: 7 } });
  t.ok(after.version > before.version);
  t.match(await answers.revisions(system, id), [{ revision: 1 }, { revision: 2, by: { kind: 'system' } }]);
  const stranger = await (await stage({ platform, slug: 'beta' })).system();
  t.equal(await inOther(stranger, () => answers.hold(stranger, id)), null);
  t.strictSame(await answers.revisions(stranger, id), []);
});

t.test('what is taken back is Withdrawn for ever', async (t) => {
  const id = await submit();
  const workflow = platform.service(Workflow);
  await inOne(() => workflow.withdraw(system, id, { reason: 'Found another bank.' }));
  t.match(await one(id), { status: 'Withdrawn', decision: { reason: 'Found another bank.' }, decidedAt: /Z$/ });
  t.match(await list('view=decided&status=Withdrawn'), [{ id }]);
  t.match(await officer.post(`/api/v1/applications/${id}/approve`), {
    status: 409,
    body: { code: 'already-decided' },
  });
  await t.rejects(
    inOne(() => workflow.withdraw(system, id, { reason: null })),
    { code: 'already-decided' },
  );
  await t.rejects(
    inOne(() => platform.service(Answers).revise(system, id, {})),
    { code: 'already-decided' },
  );
});
