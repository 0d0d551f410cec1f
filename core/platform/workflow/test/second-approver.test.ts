/** Two approve where the template says so, and of many officers at once one decides. */
import { t } from '@dossier/core/testing/t';
import { Database } from '@dossier/sdk';
import type { Json } from '../../../testing/index.ts';
import { Answers, readApplications } from '../../applications/contract.ts';
import { decideApplications } from '../contract.ts';
import { stage, steps } from './stage.ts';
import type { Person } from './stage.ts';

const s = await stage();
t.teardown(() => s.stop());
const officers = { permissions: [readApplications, decideApplications] };
const [first] = steps('First');
const two = await s.template([first!, { name: 'Underwriting', kind: 'MANUAL', secondApprover: true }]);
const of = (id: string): string => `/api/v1/applications/${id}`;
const approve = (person: Person, id: string, body?: object) => person.post(`${of(id)}/approve`, body);
const seen = async (person: Person, id: string): Promise<Json> => (await person.get(of(id))).body;
const berta = await s.person('berta', officers);

t.test('the first approval is kept, and another officer is given the case', async (t) => {
  const { id } = await s.submit(two, {});
  const [one] = (await seen(s.officer, id)).assignees;
  const [mine, theirs] = one === s.officer.id ? [s.officer, berta] : [berta, s.officer];
  const answer = await approve(mine, id, { reason: 'Salary fits.' });
  t.match(answer, {
    status: 200,
    body: {
      status: 'InReview',
      assignees: [theirs.id],
      flags: ['second-approval'],
      decisionStep: {
        secondApprover: true,
        mayDecide: false,
        approvals: [{ by: { id: mine.id }, at: /Z$/, note: 'Salary fits.' }],
      },
    },
  });
  t.match((await seen(theirs, id)).decisionStep, { mayDecide: true });
  t.match(await approve(mine, id), { status: 409, body: { code: 'approved-already' } });
  t.match(
    await mine.post(`${of(id)}/assignees`, { userId: mine.id }),
    { status: 422, body: { errors: [{ pointer: '/userId', code: 'approved-already' }] } },
    'who approved first is not given it again',
  );
  const can = async (who: Person): Promise<readonly string[]> =>
    (await who.graphql('query($id: ID!) { application(id: $id) { can } }', { id })).data.application.can;
  t.strictSame(
    [await can(mine), await can(theirs)].map((all) => all.includes('take')),
    [false, true],
  );
  t.match(await approve(theirs, id), { status: 200, body: { status: 'Approved', flags: [], decisionStep: null } });
});

t.test('either of them rejects for good, also who had approved', async (t) => {
  const { id } = await s.submit(two, {});
  await approve(s.officer, id);
  t.match(await s.officer.post(`${of(id)}/reject`, { reason: 'On second thought.' }), {
    status: 200,
    body: { status: 'Rejected', flags: [] },
  });
});

t.test('an approval counts for the answers that it was given for', async (t) => {
  const { id } = await s.submit(two, {});
  await approve(s.officer, id);
  const system = await s.system();
  await s.platform.service(Database).write(system, () => s.platform.service(Answers).revise(system, id, { amount: 7 }));
  t.match(await seen(s.officer, id), {
    flags: [],
    decisionStep: { approvals: [], mayDecide: true },
  });
  t.match((await approve(s.officer, id)).body, { status: 'InReview' }, 'they approve what it says now');
  t.match((await approve(berta, id)).body, { status: 'Approved' });
});

t.test('an applicant is never the second one', async (t) => {
  const both = await s.person('both', officers);
  const { id } = await s.submit(two, {}, both.email);
  await approve(s.officer, id);
  t.equal((await approve(both, id)).status, 403);
  t.strictSame((await seen(berta, id)).assignees, [berta.id]);
  t.match((await approve(berta, id)).body, { status: 'Approved' });
});

t.test('of ten officers at once one decides, or two where two must', async (t) => {
  const ten = await Promise.all(Array.from({ length: 10 }, (_, i) => s.person(`officer-${i}`, officers)));
  const once = await s.submit(await s.template(steps('First', 'MANUAL')), {});
  const said = (who: Person, i: number, id: string) =>
    i % 2 === 0 ? approve(who, id) : who.post(`${of(id)}/reject`, { reason: `No, says ${i}.` });
  const answers = await Promise.all(ten.map((who, i) => said(who, i, once.id)));
  t.same(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 9 }, () => 409)]);
  const winner = ten[answers.findIndex(({ status }) => status === 200)]!;
  const { decision } = await seen(s.officer, once.id);
  t.equal(decision.by.id, winner.id);
  for (const { status, body } of answers)
    if (status === 409)
      t.match(body, { code: 'already-decided', detail: new RegExp(`${decision.by.name} was quicker`) });
  const twice = await s.submit(two, {});
  const approvals = await Promise.all(ten.map((who) => approve(who, twice.id)));
  t.same(
    approvals.map(({ status, body }) => `${status} ${body.status}`).sort(),
    ['200 Approved', '200 InReview', ...Array.from({ length: 8 }, () => '409 409')],
    'one was the first, one the second, and the others came too late',
  );
});
