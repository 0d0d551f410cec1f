/** Officers' decisions at the MANUAL step. */
import { t } from '@dossier/core/testing/t';
import { Database, newId } from '@dossier/sdk';
import type { Json } from '../../../testing/index.ts';
import { readApplications } from '../../applications/contract.ts';
import { decideApplications, Workflow } from '../contract.ts';
import type { StepOutcome } from '../contract.ts';
import { stage, steps } from './stage.ts';

const s = await stage();
t.teardown(() => s.stop());
t.beforeEach(() => {
  s.script.run = {};
});

const states = (application: Json): string => application.steps.map((step: { state: string }) => step.state).join(' ');
const waiting: StepOutcome = { outcome: 'waiting', reasons: ['Wait.'] };
const workflow = s.platform.service(Workflow);
const recheck = async (id: string, cause = 'documents'): Promise<void> => workflow.recheck(await s.system(), id, cause);
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

t.test('the officer approves at the MANUAL step', async (t) => {
  const made = await s.submit(await s.template(steps('First', 'MANUAL', 'Second')), {});
  const answer = await s.officer.post(`/api/v1/applications/${made.id}/approve`);
  t.equal(answer.status, 200);
  t.match(answer.body, {
    status: 'Approved',
    decision: { by: { kind: 'user', id: s.officer.id }, reason: null },
    decidedAt: /Z$/,
  });
  t.equal(states(answer.body), 'failed passed skipped');
  const decision = (await trail(made.id)).filter(({ actorId }) => actorId === s.officer.id).map(({ type }) => type);
  t.same(
    decision,
    ['applications/changed@1', 'workflow/step-changed@1', 'workflow/step-changed@1'],
    'the trail names the officer for the status, the step they passed and the one they made needless',
  );
  const again = await s.officer.post(`/api/v1/applications/${made.id}/reject`, { reason: 'Changed my mind' });
  t.match(again, { status: 409, body: { code: 'already-decided' } });
  await recheck(made.id);
  t.equal((await s.now(made.id)).status, 'Approved', 'a decision already made is not changed');
});

t.test(
  'a decision about something else than what the officer read is refused when they say what that was',
  async (t) => {
    const { id } = await s.submit(await s.template(steps('First', 'Second', 'MANUAL')), {});
    const url = `/api/v1/applications/${id}`;
    const read = String((await s.officer.get(url)).headers['etag']);
    t.equal(String((await s.officer.get(url)).headers['etag']), read, 'nothing has changed');
    t.equal(
      (
        await s.officer.upload(`${url}/documents`, [
          { name: 'file', fileName: 'a.txt', contentType: 'text/plain', bytes: 'New.' },
        ])
      ).status,
      201,
    );
    t.match(await s.officer.post(`${url}/approve`, {}, { 'if-match': read }), { status: 412, body: { code: 'stale' } });
    t.match(await s.officer.post(`${url}/reject`, { reason: 'No.' }, { 'if-match': read }), { status: 412 });
    const now = String((await s.officer.get(url)).headers['etag']);
    const decided = await s.officer.post(`${url}/approve`, {}, { 'if-match': now });
    t.match(decided, { status: 200, body: { status: 'Approved' } });
    t.equal((await s.officer.get(url)).headers['etag'], decided.headers['etag']);
    t.match(
      await s.officer.post(`${url}/reject`, { reason: 'No.' }, { 'if-match': now }),
      { status: 409, body: { code: 'already-decided' } },
      'who comes second hears that it is decided',
    );
  },
);

t.test('an approval may carry a reason, and nothing else', async (t) => {
  const made = await s.submit(await s.template(steps('First', 'MANUAL')), {});
  t.match(await s.officer.post(`/api/v1/applications/${made.id}/approve`, { reason: 7 }), {
    status: 422,
    body: { errors: [{ pointer: '/reason' }] },
  });
  t.match(await s.officer.post(`/api/v1/applications/${made.id}/approve`, { status: 'Approved' }), {
    status: 422,
    body: { errors: [{ pointer: '/status' }] },
  });
  t.match(await s.officer.post(`/api/v1/applications/${made.id}/approve`, { reason: ' Known to the branch. ' }), {
    status: 200,
    body: { status: 'Approved', decision: { reason: 'Known to the branch.' } },
  });
});

t.test('a rejection needs a reason, which stands with the decision', async (t) => {
  const made = await s.submit(await s.template(), {});
  for (const body of [{}, { reason: '' }, { reason: '  ' }, { reason: 7 }])
    t.match(await s.officer.post(`/api/v1/applications/${made.id}/reject`, body), {
      status: 422,
      body: { errors: [{ pointer: '/reason' }] },
    });
  t.match((await s.officer.post(`/api/v1/applications/${made.id}/reject`, { reason: 'Too risky.' })).body, {
    status: 'Rejected',
    decision: { reason: 'Too risky.' },
    steps: [{ state: 'failed' }, { state: 'failed' }],
  });
});

t.test('of many officers at once one decides, the others hear 409', async (t) => {
  const made = await s.submit(await s.template(), {});
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, i) =>
      s.officer.post(
        `/api/v1/applications/${made.id}/${i % 2 ? 'approve' : 'reject'}`,
        i % 2 ? undefined : { reason: 'No.' },
      ),
    ),
  );
  t.same(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
});

t.test('who may not decide does not', async (t) => {
  s.script.run.First = async () => waiting;
  const early = await s.submit(await s.template());
  t.match(await s.officer.post(`/api/v1/applications/${early.id}/approve`), {
    status: 409,
    body: { code: 'not-at-manual-step' },
  });
  s.script.run = {};
  const made = await s.submit(await s.template(), {}, s.ada.email);
  t.equal((await s.clerk.post(`/api/v1/applications/${made.id}/approve`)).status, 403);
  t.equal((await s.ada.post(`/api/v1/applications/${made.id}/approve`)).status, 403);
  t.equal((await s.bob.post(`/api/v1/applications/${made.id}/approve`)).status, 403);
  t.equal((await s.bob.get(`/api/v1/applications/${made.id}`)).status, 404, 'what is in it is for whom it concerns');
  t.equal((await s.key.post(`/api/v1/applications/${made.id}/approve`)).status, 401);
  t.equal((await s.platform.post(`/api/v1/applications/${made.id}/approve`)).status, 401);
  const elsewhere = await s.person('elsewhere', { workspaces: [s.mixed], permissions: [decideApplications] });
  t.match(await elsewhere.post(`/api/v1/applications/${made.id}/approve`), {
    status: 403,
    body: { detail: /where this belongs/ },
  });
  t.equal((await elsewhere.post(`/api/v1/applications/${newId()}/approve`)).status, 404);
  await t.rejects(workflow.decide(await s.system(), made.id, 'approve', { reason: null }), {
    message: /Only a person/,
  });
  t.match(await s.now(made.id), { status: 'InReview' });
});

t.test('nobody decides their own application: it is assigned to another officer alone', async (t) => {
  const both = await s.person('both', { workspaces: [s.staff], permissions: [readApplications, decideApplications] });
  const templateId = await s.template();
  // The applicant is the least loaded one.
  const made = await s.submit(templateId, {}, both.email);
  t.same(made.assignees, [s.officer.id]);
  for (const [decision, body] of [
    ['approve', undefined],
    ['reject', { reason: 'No.' }],
  ] as const) {
    t.match(
      await both.post(`/api/v1/applications/${made.id}/${decision}`, body),
      { status: 403, body: { code: 'forbidden', detail: /You are an applicant/ } },
      decision,
    );
  }
  t.match(await s.now(made.id), { status: 'InReview', decision: null });
  t.match(await s.officer.post(`/api/v1/applications/${made.id}/approve`), {
    status: 200,
    body: { status: 'Approved' },
  });
  t.equal(
    (await both.post(`/api/v1/applications/${(await s.submit(templateId, {})).id}/approve`)).status,
    200,
    'they may decide that of others',
  );
});
