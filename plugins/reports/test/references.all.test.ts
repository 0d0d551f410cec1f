/**
 * What a report, its parameters and its schedule refer to exists: else all faults are reported at once, each at its
 * place.
 */
import { t } from '@dossier/core/testing/t';
import { newId } from '@dossier/sdk';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { readApplications } from '@dossier/core/platform/applications/contract';
import { Tenancy } from '@dossier/core/platform/tenancy/contract';
import type { Json } from '@dossier/core/testing';
import { stage } from './stage.ts';

const { platform, acme, base, ordered: made } = await stage();
t.teardown(() => platform.stop());

const gone = newId();
const filters = { templateId: [gone], assignee: [gone], source: [gone] };
const where = { templateId: [gone], sourceId: [gone], assignees: [gone] };
const figures = (conditions: object): object => ({
  kind: 'figures',
  title: 'F',
  figures: [
    { source: 'applications', measure: 'received' },
    { source: 'applications', measure: 'received', where: conditions },
  ],
});
const definition = (o: object = {}): object => ({
  title: 'Any',
  period: { kind: 'thisMonth' },
  compare: false,
  filters: {},
  grouping: 'auto',
  targetDays: 10,
  sections: [figures({})],
  ...o,
});
const ordered = { format: 'csv' };
const planned = {
  name: 'Daily',
  format: 'csv',
  timeZone: 'UTC',
  recipients: [],
  recurrence: { every: 'day', at: '08:00' },
};
const saved = { name: 'Mine', visibility: 'private' };
const ways: readonly (readonly [path: string, body: object])[] = [
  ['report-previews', {}],
  ['report-runs', ordered],
  ['report-schedules', planned],
];

const refused = async (path: string, body: object): Promise<readonly string[]> => {
  const answer = await acme.officer.post(`${base}/${path}`, body);
  return [String(answer.status), ...(answer.body.errors ?? []).map((fault: Json) => fault.pointer)];
};
const inFilters = (at: string): readonly string[] =>
  ['templateId', 'assignee', 'source'].map((name) => `${at}/${name}/0`);

t.test('identifiers that nothing has are faults where they stand, all at once', async (t) => {
  const all = [
    ...inFilters('/definition/filters'),
    ...['templateId', 'sourceId', 'assignees'].map((name) => `/definition/sections/0/figures/1/where/${name}/0`),
  ];
  const draft = definition({ filters, sections: [figures(where)] });
  t.strictSame(await refused('report-templates', { ...saved, basedOn: gone, definition: draft }), [
    '422',
    '/basedOn',
    ...all,
  ]);
  t.strictSame(await refused('report-previews', { definition: draft }), ['422', ...all]);
  t.strictSame(await refused('report-runs', { definition: draft, ...ordered }), ['422', ...all]);
  for (const [path, body] of ways) {
    t.strictSame(
      await refused(path, { ...body, template: 'custom', parameters: { filters, workspaceIds: [gone] } }),
      ['422', '/parameters/workspaceIds/0', ...inFilters('/parameters/filters')],
      path,
    );
    t.strictSame(
      await refused(path, { ...body, template: gone, parameters: { workspaceIds: [acme.staffWorkspace, gone] } }),
      ['422', '/template', '/parameters/workspaceIds/1'],
      path,
    );
    t.strictSame(await refused(path, { ...body, template: 'no-such' }), ['422', '/template'], path);
  }
  t.strictSame(
    await refused('report-previews', {
      template: 'custom',
      parameters: { period: { kind: 'range', from: '2026-02-30', to: '2026-03-01' }, timeZone: 'EST' },
    }),
    ['422', '/parameters/timeZone', '/parameters/period/from'],
  );
});

t.test(
  'what is there is not refused: members and templates that nothing has come from yet, and keys that have sent something',
  async (t) => {
    const template = await acme.template(['DocumentCompletenessCheckHandler']);
    t.strictSame(
      (
        await refused('report-previews', {
          definition: definition({
            filters: { templateId: [template], assignee: [acme.clerk.id], source: [acme.officer.id] },
          }),
        })
      ).slice(0, 1),
      ['200'],
    );
    t.strictSame(
      await refused('report-previews', { definition: definition({ filters: { source: [acme.key.id] } }) }),
      ['422', '/definition/filters/source/0'],
      'a key that has sent nothing here',
    );
    t.equal((await acme.key.post('/api/v1/applications', acme.record(template))).status, 201);
    t.strictSame(
      await refused('report-previews', {
        definition: definition({
          filters: { source: [acme.key.id] },
          sections: [figures({ sourceId: [acme.key.id] })],
        }),
      }),
      ['200'],
    );
    t.equal(
      (await acme.officer.post(`${base}/report-templates`, { ...saved, basedOn: 'custom', definition: definition() }))
        .status,
      201,
    );
  },
);

t.test('what is asked is each workspace of the report in which its reader may look', async (t) => {
  const second = (await platform.service(Tenancy).createWorkspace(acme.access, { name: 'Second', type: 'STAFF' })).id;
  await platform.service(AccessAdministration).assignTeam(acme.access, acme.staffTeam, second);
  const grant = (granted: boolean): Promise<unknown> =>
    Promise.all(
      (['admin', 'officer'] as const).map((role) =>
        platform.service(AccessAdministration).setGrant(acme.access, {
          teamRoleId: acme.roles[role],
          permission: readApplications,
          workspace: second,
          granted,
        }),
      ),
    );
  await grant(true);
  const made = await acme.admin.post('/api/v1/api-keys', { name: 'Elsewhere' });
  t.equal(
    (
      await platform.as({ 'x-api-key': made.body.secret }).post('/api/v1/applications', {
        ...acme.record(await acme.template(['DocumentCompletenessCheckHandler'])),
        workspaceId: second,
      })
    ).status,
    201,
  );
  const draft = definition({ filters: { source: [made.body.id] }, sections: [figures({ sourceId: [made.body.id] })] });
  const both = { definition: draft, parameters: { workspaceIds: [second] } };
  t.strictSame(
    await refused('report-previews', { definition: draft }),
    ['422', '/definition/filters/source/0', '/definition/sections/0/figures/1/where/sourceId/0'],
    'nothing in this one alone',
  );
  t.strictSame(await refused('report-previews', both), ['200']);
  await grant(false);
  t.strictSame(
    (await refused('report-previews', both)).slice(0, 1),
    ['422'],
    'nor is anything said of one where they may not read',
  );
});

t.test(
  'a report whose officer left goes on: saved, ordered, previewed and by its schedule, with a notice; chosen anew they are refused',
  async (t) => {
    const lea = await acme.person('Lea Leaving', 'officer');
    const draft = definition({ filters: { assignee: [lea.id] }, sections: [figures({ assignees: [lea.id] })] });
    const { body: mine } = await acme.officer.post(`${base}/report-templates`, {
      ...saved,
      name: 'Of Lea',
      definition: draft,
    });
    const parameters = { filters: { assignee: [lea.id] } };
    const { body: plan } = await acme.officer.post(`${base}/report-schedules`, {
      ...planned,
      name: 'Of Lea',
      template: 'custom',
      parameters,
    });
    const { body: other } = await acme.officer.post(`${base}/report-schedules`, { ...planned, template: mine.id });
    t.equal((await made({ template: mine.id, format: 'csv' })).notice, null);
    const [membership] = await platform.service(AccessAdministration).memberships(acme.organization, lea.id);
    t.equal((await acme.admin.delete(`/api/v1/user-teams/${membership!.id}`)).status, 204);

    t.strictSame(await refused('report-previews', { template: mine.id }), ['200']);
    t.match(await made({ template: mine.id, format: 'csv' }), { state: 'done', notice: /something that was removed/ });
    platform.clock.advance(86_400_000);
    await platform.settle();
    for (const { id } of [plan, other])
      t.match((await acme.officer.get(`${base}/report-runs?scheduleId=${id}`)).body, [
        { state: 'done', notice: /something that was removed/ },
      ]);
    t.match(await acme.officer.put(`${base}/report-templates/${mine.id}`, { name: 'Of nobody', definition: draft }), {
      status: 200,
    });
    t.match(
      await acme.officer.put(`${base}/report-schedules/${plan.id}`, {
        ...planned,
        name: 'Later',
        template: 'custom',
        parameters,
      }),
      { status: 200 },
    );

    const changed = definition({ filters: { assignee: [lea.id, gone] } });
    t.match(await acme.officer.put(`${base}/report-templates/${mine.id}`, { definition: changed }), {
      status: 422,
      body: { errors: [{ pointer: '/definition/filters/assignee/1' }] },
    });
    t.match(
      await acme.officer.put(`${base}/report-schedules/${other.id}`, {
        ...planned,
        template: mine.id,
        parameters: { filters: { source: [lea.id] } },
      }),
      { status: 422, body: { errors: [{ pointer: '/parameters/filters/source/0' }] } },
      'as the source they never were anything here',
    );
    for (const [path, body] of ways)
      t.strictSame(
        await refused(path, { ...body, template: 'custom', parameters }),
        ['422', '/parameters/filters/assignee/0'],
        path,
      );
  },
);
