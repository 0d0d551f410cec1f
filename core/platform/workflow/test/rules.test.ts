/** What a template asks of people at a MANUAL step: a role, a checklist, a note. */
import { t } from '@dossier/core/testing/t';
import { logged } from '@dossier/core/testing';
import type { Json } from '../../../testing/index.ts';
import { readApplications } from '../../applications/contract.ts';
import type { StepGiven } from '../../templates/contract.ts';
import { decideApplications } from '../contract.ts';
import { stage, steps } from './stage.ts';

const s = await stage();
t.teardown(() => s.stop());

const under = (rules: Partial<StepGiven>, ...checks: readonly string[]): StepGiven[] => [
  ...steps(...(checks.length > 0 ? checks : ['First'])),
  { name: 'Underwriting', kind: 'MANUAL', ...rules },
];
const of = (id: string): string => `/api/v1/applications/${id}`;
const STEP = `decisionStep {
  key name role mayDecide dueAt noteRequired secondApprover approvals { by { kind id name } at note }
  checklist { key text ticked { by { kind id name } at } } failed { step reasons { code text pointer } }
}`;
/** By REST, which GraphQL must say too. */
const stepOf = async (person: typeof s.officer, id: string): Promise<Json> => {
  const rest = (await person.get(of(id))).body.decisionStep as Json;
  const answer = await person.graphql(`{ application(id: "${id}") { ${STEP} } }`);
  t.match(answer.data.application.decisionStep, rest);
  return rest;
};
const officers = { permissions: [readApplications, decideApplications] };

t.test('without rules a step asks for nothing, and says so to staff alone', async (t) => {
  const { id } = await s.submit(await s.template(under({})), {}, s.ada.email);
  t.strictSame(await stepOf(s.officer, id), {
    key: 'underwriting',
    name: 'Underwriting',
    role: null,
    mayDecide: true,
    dueAt: null,
    noteRequired: false,
    secondApprover: false,
    approvals: [],
    checklist: [],
    failed: [
      {
        step: 'First check',
        reasons: [{ code: 'missing', text: 'amount: this answer is missing.', pointer: '/answers/amount' }],
      },
    ],
  });
  t.match(await stepOf(s.clerk, id), { mayDecide: false });
  t.equal((await s.ada.get(of(id))).body.decisionStep, null);
  t.equal((await s.now(id)).decisionStep, null);
  t.equal((await s.officer.post(`${of(id)}/approve`)).body.decisionStep, null, 'once it is decided there is none');
});

t.test('a checklist is ticked to its end before it is approved, and need not be to be rejected', async (t) => {
  const checklist = [
    { key: 'identity', text: 'Identity is proven' },
    { key: 'income', text: 'Income fits the payslips' },
  ];
  const template = await s.template(under({ checklist }));
  const { id } = await s.submit(template, {});
  const tick = (key: string, ticked = true, person = s.officer) => person.put(`${of(id)}/checklist/${key}`, { ticked });
  t.match(await s.officer.post(`${of(id)}/approve`), {
    status: 409,
    body: {
      code: 'checklist-incomplete',
      errors: [
        { pointer: '/checklist/identity', code: 'not-ticked', detail: /Identity is proven/ },
        { pointer: '/checklist/income' },
      ],
    },
  });
  t.equal((await tick('identity')).status, 204);
  t.equal((await tick('identity')).status, 204, 'twice is no fault');
  t.match((await stepOf(s.officer, id)).checklist, [
    { ...checklist[0], ticked: { by: { kind: 'user', id: s.officer.id, name: 'officer' }, at: /Z$/ } },
    { ...checklist[1], ticked: null },
  ]);
  t.match((await s.officer.post(`${of(id)}/approve`)).body.errors, [{ pointer: '/checklist/income' }]);
  t.equal((await tick('income', true, s.clerk)).status, 403, 'who may not decide ticks nothing');
  t.equal((await tick('other')).status, 404);
  t.equal((await tick('income')).status, 204);
  t.equal((await tick('identity', false)).status, 204);
  t.equal((await s.officer.post(`${of(id)}/approve`)).body.code, 'checklist-incomplete', 'a tick can be taken off');
  await tick('identity');
  t.match(await s.officer.post(`${of(id)}/approve`), { status: 200, body: { status: 'Approved' } });
  t.match(await tick('identity', false), { status: 409, body: { code: 'already-decided' } });
  const other = await s.submit(template, {});
  t.match(await s.officer.post(`${of(other.id)}/reject`, { reason: 'No.' }), { status: 200 });
});

t.test('where the template says so, to approve although a check failed takes a note', async (t) => {
  const template = await s.template(under({ note: true }));
  const { id } = await s.submit(template, {});
  t.match(await stepOf(s.officer, id), { noteRequired: true });
  for (const body of [undefined, { reason: null }, { reason: '  ' }])
    t.match(await s.officer.post(`${of(id)}/approve`, body), {
      status: 422,
      body: { errors: [{ pointer: '/reason', code: 'note-required' }] },
    });
  t.match(await s.officer.post(`${of(id)}/approve`, { reason: 'Known to the branch.' }), {
    status: 200,
    body: { decision: { reason: 'Known to the branch.' } },
  });
});

t.test('members of the role decide, others do not', async (t) => {
  const underwriter = await s.person('underwriter', { ...officers, role: 'Underwriter' });
  const { id } = await s.submit(await s.template(under({ role: ' Underwriter ' })), {});
  t.match(await stepOf(underwriter, id), { role: 'Underwriter', mayDecide: true });
  t.match(await stepOf(s.officer, id), { mayDecide: false });
  const can = async (person: typeof s.officer): Promise<readonly string[]> =>
    (await person.graphql(`{ application(id: "${id}") { can } }`)).data.application.can;
  t.same((await can(s.officer)).includes('approve'), false);
  t.same((await can(underwriter)).includes('approve'), true);
  for (const [decision, body] of [
    ['approve', undefined],
    ['reject', { reason: 'No.' }],
  ] as const)
    t.match(await s.officer.post(`${of(id)}/${decision}`, body), {
      status: 403,
      body: { code: 'forbidden', detail: /role "Underwriter"/ },
    });
  t.match(await underwriter.post(`${of(id)}/approve`), { status: 200, body: { status: 'Approved' } });
});

t.test('who decides about what another one has changed since hears who that was', async (t) => {
  const colleague = await s.person('colleague', officers);
  const { id } = await s.submit(await s.template(under({ checklist: [{ key: 'identity', text: 'Proven' }] })), {});
  const read = String((await s.officer.get(of(id))).headers['etag']);
  await colleague.put(`${of(id)}/checklist/identity`, { ticked: true });
  await logged(s.platform);
  t.match(await s.officer.post(`${of(id)}/approve`, {}, { 'if-match': read }), {
    status: 412,
    body: { code: 'stale', detail: /^colleague was quicker/ },
  });
});

t.test('who comes second hears who was quicker, and how long ago', async (t) => {
  const { id } = await s.submit(await s.template(under({})), {});
  await s.officer.post(`${of(id)}/approve`);
  const late = async (): Promise<string> =>
    (await s.officer.post(`${of(id)}/reject`, { reason: 'No.' })).body.detail as string;
  t.equal(await late(), 'officer was quicker: this application was approved just now.');
  await s.at(3 * 60_000);
  t.match(await late(), /approved 3 minutes ago/);
  await s.at(26 * 3_600_000);
  t.match(await late(), /approved 1 day ago/);
});
