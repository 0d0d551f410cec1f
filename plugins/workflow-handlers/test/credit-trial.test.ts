/** A stricter credit check tried with past applications: what the bureau said then is read, and nobody asks again. */
import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';
import { startBureau } from '@dossier/bureau-simulator/testing';

const bureau = await startBureau();
const platform = await testPlatform({
  plugins: ['@dossier/bureau-simulator', '@dossier/workflow-handlers'],
  env: { WORKFLOW_HANDLERS_BUREAU_URL: bureau.url },
});
t.teardown(async () => {
  await platform.stop();
  await bureau.close();
});
const { admin, key, staffWorkspace, template, record } = await bank(platform);
const id = await template(['DocumentCompletenessCheckHandler', 'CreditReportCheckHandler']);
const submitted = async (lastName: string): Promise<Json> => {
  const applicants = [{ type: 'PRIMARY', firstName: 'Ada', lastName, email: 'ada@example.org' }];
  const { body, status, text } = await key.post('/api/v1/applications', { ...record(id), applicants });
  if (status !== 201) throw new Error(text);
  return body;
};
/** The draft asks for at least this score; what it comes to with all who applied. */
const triedWith = async (leastScore: number): Promise<Json> => {
  const { name, description, draft } = (await admin.get(`/api/v1/templates/${id}`)).body;
  const workflow = draft.workflow.map((step: Json) =>
    step.handler === 'CreditReportCheckHandler' ? { ...step, settings: { leastScore } } : step,
  );
  const saved = await admin.put(`/api/v1/templates/${id}`, { name, description, ...draft, workflow });
  if (saved.status !== 200) throw new Error(saved.text);
  const begun = await admin.post(`/api/v1/templates/${id}/simulations`, { workspaceId: staffWorkspace });
  if (begun.status !== 202) throw new Error(begun.text);
  await platform.settle();
  return (await admin.get(`/api/v1/simulations/${begun.body.id}`)).body;
};

t.test('a stricter least score: who would halt and why, by what the bureau said when it was asked', async (t) => {
  const [byron, hopper, declined] = [await submitted('Byron'), await submitted('Hopper'), await submitted('Declined')];
  await platform.settle();
  const status = async ({ id: of }: Json): Promise<Json> => (await key.get(`/api/v1/applications/${of}`)).body.status;
  t.same([await status(byron), await status(hopper), await status(declined)], ['Approved', 'Approved', 'InReview']);
  t.equal(bureau.requests(), 3, 'each was asked about once');

  const { rows } = await platform.kernel.database.asOwner(({ run }) =>
    run('select "applicationId", outcome, handler, evidence from workflow_outside_answer order by "applicationId"'),
  );
  const approval = { outcome: 'passed', handler: 'CreditReportCheckHandler', evidence: { score: 780 } };
  t.match(
    rows,
    [
      { ...approval, applicationId: byron.id },
      { ...approval, applicationId: hopper.id },
      { outcome: 'failed', applicationId: declined.id, evidence: { decision: 'decline', score: 120 } },
    ],
    'what it answered is kept with the step',
  );

  t.match(await triedWith(780), { state: 'done', tried: 3, same: 3, different: 0, notTried: [] });
  const strict = await triedWith(800);
  t.match(strict, { state: 'done', tried: 3, same: 1, different: 2, notTried: [] });
  t.same(strict.groups, [{ from: 'Approved automatically', to: 'Halted at Underwriting', count: 2 }]);
  t.same(
    strict.cases.map(({ applicationId, reasons }: Json) => ({ applicationId, reasons })),
    [hopper, byron].map(({ id: applicationId }) => ({
      applicationId,
      reasons: ['The credit bureau approves, but the score of 780 is below 800.'],
    })),
    'the newest first',
  );
  t.equal(bureau.requests(), 3, 'the bureau was not asked again');
  t.same([await status(byron), await status(hopper)], ['Approved', 'Approved'], 'nothing came of it');
});

t.test('published, the same setting halts who applies next: a trial says what will happen', async (t) => {
  t.equal((await admin.post(`/api/v1/templates/${id}/publish`)).status, 200);
  const next = await submitted('Lovelace');
  await platform.settle();
  const { body } = await key.get(`/api/v1/applications/${next.id}`);
  t.match(body, { status: 'InReview' });
  t.match(JSON.stringify(body.steps), /the score of 780 is below 800/);
  t.equal(bureau.requests(), 4);
});
