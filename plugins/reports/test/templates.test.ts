/** The gallery, and what people save in it. */
import { t } from '@dossier/core/testing/t';
import { readApplications } from '@dossier/core/platform/applications/contract';
import type { Json } from '@dossier/core/testing';
import { stage } from './stage.ts';

const { platform, acme, base, ordered, content } = await stage();
t.teardown(() => platform.stop());
const gallery = `${base}/report-templates`;
const names = async (): Promise<readonly string[]> =>
  (await acme.officer.get(gallery)).body.map(({ name }: Json) => name);

t.test('Monthly Operations is changed and saved as North branch', async (t) => {
  t.strictSame(await names(), [
    'Custom',
    'Monthly Operations',
    'Quarterly Business',
    'Closed Applications',
    'Client Communications',
  ]);
  const template = await acme.template(['DocumentCompletenessCheckHandler']);
  const halting = await acme.template(['DocumentCompletenessCheckHandler'], {
    requiredDocuments: [{ key: 'id', title: 'Passport' }],
  });
  for (const id of [template, halting, halting])
    t.equal((await acme.key.post('/api/v1/applications', acme.record(id))).status, 201);
  const monthly = (await acme.officer.get(`${gallery}/monthly-operations`)).body;
  const definition = {
    ...monthly.definition,
    title: 'North branch',
    period: { kind: 'thisMonth' },
    filters: { templateId: [halting] },
    sections: [
      monthly.definition.sections[0],
      {
        kind: 'table',
        title: 'Open',
        source: 'applications',
        columns: ['applicantName', 'createdAt'],
        where: { status: ['InReview'] },
      },
    ],
  };
  const saved = await acme.officer.post(gallery, {
    name: 'North branch',
    description: 'For the north',
    visibility: 'workspace',
    basedOn: 'monthly-operations',
    definition,
  });
  t.match(
    saved,
    {
      status: 201,
      body: {
        name: 'North branch',
        builtIn: false,
        basedOn: 'monthly-operations',
        version: 1,
        owner: { name: 'Otto Officer' },
      },
    },
    saved.text,
  );
  t.strictSame((await names()).slice(5), ['North branch']);
  t.match(
    (await acme.admin.get(gallery)).body.map(({ name }: Json) => name).at(-1),
    'North branch',
    'colleagues find it',
  );

  const run = await ordered({ template: saved.body.id, format: 'csv' });
  t.match(run, { state: 'done', templateName: 'North branch', templateVersion: 1, title: 'North branch' });
  const file = (await content(run.id)).text;
  t.strictSame(
    [file.split('Carl Client').length - 1, /^\uFEFF?Applicant,Received\r?\n/.test(file)],
    [2, true],
    `two of the three, with two columns: ${file}`,
  );
  t.strictSame(
    (await acme.officer.get(`${gallery}/monthly-operations`)).body,
    monthly,
    'the built-in one is as it was',
  );

  for (const name of ['North branch', ' north  BRANCH ', 'Monthly Operations', 'custom'])
    t.match(
      await acme.admin.post(gallery, { name, visibility: 'workspace', definition }),
      { status: 409, body: { code: 'name-taken' } },
      name,
    );
  for (const id of [
    'custom',
    'monthly-operations',
    'quarterly-business',
    'closed-applications',
    'client-communications',
  ]) {
    t.match(await acme.admin.put(`${gallery}/${id}`, { definition }), { status: 409, body: { code: 'built-in' } });
    t.match(await acme.admin.delete(`${gallery}/${id}`), { status: 409, body: { code: 'built-in' } });
  }

  t.match(
    await acme.officer.put(`${gallery}/${saved.body.id}`, {
      definition: { ...definition, title: 'North' },
      version: 1,
    }),
    { status: 200, body: { version: 2, name: 'North branch', definition: { title: 'North' } } },
  );
  t.equal((await acme.officer.put(`${gallery}/${saved.body.id}`, { definition, version: 1 })).status, 412);
  t.match(await ordered({ template: saved.body.id, format: 'csv' }), { templateVersion: 2, title: 'North' });
  const repeated = (await acme.officer.post(`/api/v1/report-runs/${run.id}/repeat`)).body;
  t.match(
    repeated,
    { repeats: run.id, title: 'North branch', templateVersion: 1, parameters: run.parameters },
    'the same report once more is the report as it was',
  );

  const clerk = await acme.person('Karla Colleague', 'officer');
  t.equal((await clerk.put(`${gallery}/${saved.body.id}`, { name: 'Mine now' })).status, 403);
  t.equal((await clerk.delete(`${gallery}/${saved.body.id}`)).status, 403);
  t.equal((await acme.officer.delete(`${gallery}/${saved.body.id}`)).status, 204);
  t.equal(
    (await acme.officer.get(`/api/v1/report-runs/${run.id}`)).body.definition.title,
    'North branch',
    'its runs say what they show',
  );
});

t.test('two who save the same name at once: one does', async (t) => {
  const { definition } = (await acme.officer.get(`${gallery}/custom`)).body;
  const answers = await Promise.all(
    [acme.officer, acme.admin, acme.officer].map((who) =>
      who.post(gallery, { name: 'Race', visibility: 'workspace', definition }),
    ),
  );
  t.strictSame(answers.map(({ status }) => status).toSorted(), [201, 409, 409]);
});

t.test('what a report cannot be is said at once, all of it', async (t) => {
  const good = (await acme.officer.get(`${gallery}/custom`)).body.definition;
  const sections = [
    { kind: 'pie', title: 'x' },
    { kind: 'figures', title: 'x', figures: [{ source: 'nothing', measure: 'x' }] },
    { kind: 'chart', title: 'x', chart: 'line', source: 'applications', measures: ['nothing'], by: 'time' },
    { kind: 'table', title: 'x', source: 'applications', columns: ['secret'] },
    { kind: 'table', title: 'x', source: 'applications', columns: ['status'], where: { 'id") or 1=1': ['x'] } },
    { kind: 'text', paragraphs: [] },
  ];
  const answer = await acme.officer.post(gallery, {
    name: 'Bad',
    visibility: 'workspace',
    definition: { ...good, period: { kind: 'range', from: '2026-02-30', to: '2026-01-01' }, sections },
  });
  t.equal(answer.status, 422, answer.text);
  t.strictSame(
    new Set(answer.body.errors.map(({ pointer }: Json) => pointer.split('/').slice(0, 4).join('/'))),
    new Set(['/definition/period/from', ...[0, 1, 2, 3, 4, 5].map((i) => `/definition/sections/${i}`)]),
  );
  for (const [definition, what] of [
    [{ ...good, sections: [] }, 'no section'],
    [{ ...good, extra: 1 }, 'a field too many'],
    [{ ...good, title: ' ' }, 'no title'],
    [{ ...good, targetDays: -1 }, 'less than no time'],
    [{ ...good, filters: { status: ['Done'] } }, 'an unknown status'],
  ] as const) {
    t.equal((await acme.officer.post(gallery, { name: 'Bad', visibility: 'workspace', definition })).status, 422, what);
  }
  const impossible = [
    { kind: 'chart', title: 'x', chart: 'line', source: 'applications', measures: ['received', 'open'], by: 'time' },
    { kind: 'groups', title: 'x', source: 'applications', measures: ['received'], by: 'assignees' },
    {
      kind: 'chart',
      title: 'x',
      chart: 'bar',
      source: 'first-responses',
      measures: ['responded', 'median'],
      by: 'time',
    },
  ];
  t.match(
    (await acme.officer.post(`${base}/report-previews`, { definition: { ...good, sections: impossible } })).body.errors,
    [
      { pointer: '/definition/sections/0/measures/1', code: 'not-over-time' },
      { pointer: '/definition/sections/1/by', code: 'not-grouped' },
      { pointer: '/definition/sections/2/measures/1', code: 'other-unit' },
    ],
  );
  t.match(
    await acme.officer.post(`${base}/report-previews`, {
      definition: { ...good, period: { kind: 'range', from: '1900-01-01', to: '2026-12-31' } },
    }),
    { status: 422, body: { errors: [{ pointer: '/definition/period/to', code: 'too-long' }] } },
  );
  t.equal(
    (await acme.officer.post(`${base}/report-previews`, { template: 'custom', definition: good })).status,
    422,
    'both a template and a draft',
  );
  t.equal((await acme.officer.post(`${base}/report-previews`, {})).status, 422);
  t.equal(
    (await acme.officer.post(`${base}/report-previews`, { template: 'custom', parameters: { timeZone: 'Nowhere/At' } }))
      .status,
    422,
  );
});

t.test('a century is a period, from any day of it, and a chart shows its quarters', async (t) => {
  const sections = [
    { kind: 'chart', title: 'Received', chart: 'line', source: 'applications', measures: ['received'], by: 'time' },
  ];
  for (const grouping of ['auto', 'day']) {
    const { status, body } = await acme.officer.post(`${base}/report-previews`, {
      definition: {
        title: 'Century',
        period: { kind: 'range', from: '1927-01-15', to: '2027-01-14' },
        compare: false,
        filters: {},
        grouping,
        targetDays: 10,
        sections,
      },
    });
    t.strictSame([status, body.sections?.[0].chart.labels[0]], [200, 'Q1 1927'], grouping);
  }
});

t.test('the search finds reports by their names, and nobody those that somebody keeps for themselves', async (t) => {
  const own = async (who: typeof acme.officer, name: string, visibility: 'private' | 'workspace') => {
    const { definition } = (await acme.officer.get(`${gallery}/monthly-operations`)).body;
    const made = await who.post(gallery, { name, description: 'Zebra crossings', visibility, definition });
    t.equal(made.status, 201, made.text);
    return `reports/edit/${made.body.id}`;
  };
  const kept = await own(acme.officer, 'Zürich harbour', 'private');
  const shared = await own(acme.officer, 'Zürich airport', 'workspace');
  const found = async (text: string, who = acme.officer): Promise<readonly string[]> =>
    (await who.get(`/api/v1/search?kind=reports&text=${encodeURIComponent(text)}`)).body.flatMap(({ hits }: Json) =>
      hits.map(({ path }: Json) => path),
    );
  t.strictSame([...(await found('zurich'))].sort(), [kept, shared].sort());
  t.strictSame(await found('harb ZÜR'), [kept]);
  t.strictSame(await found('zebra', acme.admin), [shared]);
  t.strictSame(await found('monthly operations', acme.admin), ['reports/edit/monthly-operations']);
  t.strictSame(await found('zurich', acme.client), []);
  await acme.grant('officer', readApplications, false);
  t.strictSame(await found('zebra'), [], 'a right that ended ends at once');
  await acme.grant('officer', readApplications, true);
});
