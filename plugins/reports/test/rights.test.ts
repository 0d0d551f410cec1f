/** Who may have reports, and whose they are. */
import { t } from '@dossier/core/testing/t';
import { bank } from '@dossier/core/testing';
import { readApplications, readOwnApplications } from '@dossier/core/platform/applications/contract';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { reportsFeature } from '../contract.ts';
import { mayView, stage } from './stage.ts';

const { platform, acme, base, ordered, content } = await stage();
t.teardown(() => platform.stop());
const definition = {
  title: 'Received',
  period: { kind: 'thisYear' },
  compare: false,
  filters: {},
  grouping: 'auto',
  targetDays: 10,
  sections: [{ kind: 'figures', title: 'Numbers', figures: [{ source: 'applications', measure: 'received' }] }],
};
const words = { ...definition, title: 'Words', sections: [{ kind: 'text', paragraphs: ['Nothing is counted.'] }] };

t.test(
  'without the right to view reports each of them is refused, with it each works, on the next request',
  async (t) => {
    const run = await ordered({ definition, format: 'csv' });
    t.equal(run.state, 'done', run.reason);
    const schedule = {
      name: 'Daily',
      template: 'custom',
      format: 'csv',
      timeZone: 'UTC',
      recipients: [],
      recurrence: { every: 'day', at: '08:00' },
    };
    const plan = (await acme.officer.post(`${base}/report-schedules`, schedule)).body.id;
    const tried = (): Promise<readonly number[]> =>
      Promise.all(
        [
          acme.clerk.get(`${base}/report-templates`),
          acme.clerk.get(`${base}/report-runs`),
          acme.clerk.get(`${base}/report-schedules`),
          acme.clerk.get(`${base}/report-sources`),
          acme.clerk.get(`/api/v1/report-runs/${run.id}`),
          acme.clerk.get(`/api/v1/report-runs/${run.id}/content`),
          acme.clerk.post(`${base}/report-previews`, { definition }),
          acme.clerk.post(`${base}/report-runs`, { definition, format: 'csv' }),
          acme.clerk.post(`${base}/report-schedules`, schedule),
          acme.clerk.post(`/api/v1/report-runs/${run.id}/repeat`),
          acme.clerk.get(`${base}/report-values?source=applications&column=status`),
          acme.clerk.get(`${base}/report-recipients`),
          acme.clerk.get(`${base}/report-schedules/${plan}`),
          acme.clerk.post(`${base}/report-schedules/preview`, { recurrence: schedule.recurrence, timeZone: 'UTC' }),
        ].map(async (answer) => (await answer).status),
      );
    t.strictSame(await tried(), Array(14).fill(403));
    for (const answer of [
      await acme.clerk.put(`${base}/report-schedules/${plan}`, { ...schedule, version: 1 }),
      await acme.clerk.delete(`${base}/report-schedules/${plan}`),
      await acme.clerk.post(`/api/v1/report-runs/${run.id}/cancel`),
    ])
      t.equal(answer.status, 403);
    await mayView(acme, 'clerk', true);
    t.strictSame(await tried(), [200, 200, 200, 200, 200, 200, 200, 201, 201, 201, 200, 200, 200, 200]);
    await mayView(acme, 'clerk', false);
    t.strictSame(await tried(), Array(14).fill(403));
    t.equal(
      (await acme.client.get(`${base}/report-templates`)).status,
      404,
      'for a client the staff workspace is not there',
    );
    t.equal((await acme.key.get(`${base}/report-templates`)).status, 401);
  },
);

t.test('the right counts where the team works, and only for who reads the applications there', async (t) => {
  const elsewhere = (await platform.service(Tenancy).createWorkspace(acme.access, { name: 'Elsewhere', type: 'STAFF' }))
    .id;
  t.equal((await acme.officer.get(`/api/v1/workspaces/${elsewhere}/report-templates`)).status, 404);
  const run = (await acme.officer.get(`${base}/report-runs`)).body.at(-1);
  await acme.grant('officer', readApplications, false);
  for (const one of [definition, words])
    t.equal((await acme.officer.post(`${base}/report-previews`, { definition: one })).status, 403);
  t.equal((await acme.officer.get(`/api/v1/report-runs/${run.id}/content`)).status, 403, 'nor what was made before');
  await acme.grant('officer', readApplications, true);
  t.equal((await acme.officer.get(`/api/v1/report-runs/${run.id}/content`)).status, 200);
});

t.test('a report of several workspaces is for who may have it in each', async (t) => {
  const second = (await platform.service(Tenancy).createWorkspace(acme.access, { name: 'Second', type: 'STAFF' })).id;
  const both = { definition, format: 'csv', parameters: { workspaceIds: [second] } };
  t.match(await acme.officer.post(`${base}/report-runs`, both), {
    status: 422,
    body: { errors: [{ pointer: '/parameters/workspaceIds/0', code: 'unknown-workspace' }] },
  });
  await platform.service(AccessAdministration).assignTeam(acme.access, acme.staffTeam, second);
  t.match(
    await acme.officer.post(`${base}/report-runs`, both),
    { status: 403, body: { detail: /one of the other workspaces/ } },
    'no right to read applications there',
  );
  for (const role of ['admin', 'officer'] as const)
    await platform.service(AccessAdministration).setGrant(acme.access, {
      teamRoleId: acme.roles[role],
      permission: readApplications,
      workspace: second,
      granted: true,
    });
  const template = await acme.template(['DocumentCompletenessCheckHandler']);
  for (const workspaceId of [acme.staffWorkspace, second, second])
    t.equal((await acme.key.post('/api/v1/applications', { ...acme.record(template), workspaceId })).status, 201);
  const received = async (parameters: object): Promise<number> =>
    (await acme.officer.post(`${base}/report-previews`, { definition, parameters })).body.sections[0].figures[0].value;
  t.strictSame([await received({}), await received({ workspaceIds: [second] })], [1, 3]);
  const run = await ordered(both);
  t.strictSame([run.state, run.workspaceIds], ['done', [acme.staffWorkspace, second]]);
  await platform.service(AccessAdministration).setGrant(acme.access, {
    teamRoleId: acme.roles.officer,
    permission: readApplications,
    workspace: second,
    granted: false,
  });
  t.equal((await content(run.id)).status, 403);
  t.equal((await content(run.id, acme.admin)).status, 200);
});

t.test('what an organization has is not there for another', async (t) => {
  const beta = await bank(platform, 'beta');
  const run = await ordered({ definition, format: 'csv' });
  const template = (
    await acme.officer.post(`${base}/report-templates`, { name: 'Ours', visibility: 'workspace', definition })
  ).body.id;
  const other = `/api/v1/workspaces/${beta.staffWorkspace}`;
  const schedule = {
    name: 'Ours',
    template,
    format: 'csv',
    timeZone: 'UTC',
    recipients: [],
    recurrence: { every: 'day', at: '08:00' },
  };
  const plan = (await acme.officer.post(`${base}/report-schedules`, schedule)).body;
  for (const answer of [
    await beta.admin.get(`/api/v1/report-runs/${run.id}`),
    await beta.admin.get(`/api/v1/report-runs/${run.id}/content`),
    await beta.admin.post(`/api/v1/report-runs/${run.id}/repeat`),
    await beta.admin.post(`/api/v1/report-runs/${run.id}/cancel`),
    await beta.admin.get(`${base}/report-templates`),
    await beta.admin.get(`${other}/report-templates/${template}`),
    await beta.admin.delete(`${other}/report-templates/${template}`),
    await beta.admin.get(`${other}/report-schedules/${plan.id}`),
    await beta.admin.put(`${other}/report-schedules/${plan.id}`, { ...schedule, version: plan.version }),
    await beta.admin.delete(`${other}/report-schedules/${plan.id}`),
    await beta.admin.get(`${base}/report-values?source=applications&column=status`),
  ])
    t.match(answer, { status: 404, body: { code: 'not-found' } });
  const nowhere = async (path: string, body: object): Promise<readonly string[]> => {
    const answer = await beta.admin.post(`${other}/${path}`, body);
    return [String(answer.status), ...answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)];
  };
  t.strictSame(
    await nowhere('report-runs', { template, format: 'csv' }),
    ['422', '/template'],
    'in a body it is what leads nowhere',
  );
  t.strictSame(await nowhere('report-schedules', schedule), ['422', '/template']);
  t.strictSame(await nowhere('report-previews', { definition, parameters: { workspaceIds: [acme.staffWorkspace] } }), [
    '422',
    '/parameters/workspaceIds/0',
  ]);
  t.strictSame(
    await nowhere('report-previews', {
      definition: { ...definition, filters: { assignee: [acme.officer.id], source: [acme.key.id] } },
    }),
    ['422', '/definition/filters/assignee/0', '/definition/filters/source/0'],
    'nor a name',
  );
});

t.test('what somebody keeps private is not there for colleagues', async (t) => {
  const mine = (
    await acme.officer.post(`${base}/report-templates`, { name: 'My own', visibility: 'private', definition })
  ).body.id;
  const run = await ordered({ template: mine, format: 'csv' });
  t.equal(run.state, 'done');
  t.equal((await acme.admin.get(`${base}/report-templates/${mine}`)).status, 404);
  t.equal((await acme.admin.get(`/api/v1/report-runs/${run.id}`)).status, 404);
  t.notOk((await acme.admin.get(`${base}/report-runs?limit=100`)).body.some(({ id }: { id: string }) => id === run.id));
  t.equal(
    (await acme.admin.post(`${base}/report-templates`, { name: 'My own', visibility: 'private', definition })).status,
    201,
    'and its name is free for them',
  );
});

t.test('switched off in a workspace, reports are gone from it', async (t) => {
  await platform
    .service(AccessAdministration)
    .setFeature(acme.access, { workspace: acme.staffWorkspace, feature: reportsFeature, on: false });
  t.match(await acme.officer.get(`${base}/report-templates`), { status: 404, body: { code: 'feature-off' } });
  await platform
    .service(AccessAdministration)
    .setFeature(acme.access, { workspace: acme.staffWorkspace, feature: reportsFeature, on: true });
  t.equal((await acme.officer.get(`${base}/report-templates`)).status, 200);
});

t.test(
  'in a workspace of both kinds clients have nothing to do with reports, though every member of a team may view them',
  async (t) => {
    const administration = platform.service(AccessAdministration);
    const mixed = (await platform.service(Tenancy).createWorkspace(acme.access, { name: 'Both', type: 'MIXED' })).id;
    const team = await platform.service(Tenancy).createTeam(acme.access, { name: 'Applicants' });
    const { member } = await administration.createDefaultRoles(acme.access, team.id);
    await administration.addMember(acme.access, {
      userId: acme.client.id,
      teamId: team.id,
      teamRoleId: member.id,
      status: 'active',
    });
    for (const one of [acme.staffTeam, team.id]) await administration.assignTeam(acme.access, one, mixed);
    await administration.setGrant(acme.access, {
      teamRoleId: member.id,
      permission: readOwnApplications,
      workspace: mixed,
      granted: true,
    });
    for (const role of ['admin', 'officer'] as const)
      await administration.setGrant(acme.access, {
        teamRoleId: acme.roles[role],
        permission: readApplications,
        workspace: mixed,
        granted: true,
      });
    const there = `/api/v1/workspaces/${mixed}`;
    const schedule = {
      name: 'Daily',
      template: 'custom',
      format: 'csv',
      timeZone: 'UTC',
      recipients: [acme.client.id],
      recurrence: { every: 'day', at: '08:00' },
    };
    for (const path of ['report-templates', 'report-runs', 'report-schedules', 'report-sources', 'report-recipients']) {
      t.match(await acme.client.get(`${there}/${path}`), { status: 403, body: { code: 'forbidden' } }, path);
    }
    t.equal((await acme.client.post(`${there}/report-schedules`, { ...schedule, recipients: [] })).status, 403);
    const runs = `/api/v1/events?topic=dossier/1/o/${acme.organization}/w/${mixed}/s/report-run`;
    t.strictSame(
      [(await acme.officer.get(runs)).status, (await acme.client.get(runs)).status],
      [200, 403],
      'nor do they hear of runs',
    );
    t.match(
      await acme.officer.post(`${there}/report-schedules`, schedule),
      { status: 422, body: { errors: [{ pointer: '/recipients/0', code: 'not-a-reader' }] } },
      'nor is one of them written to',
    );
    t.notMatch((await acme.officer.get(`${there}/report-recipients`)).text, acme.client.id);
  },
);
