/**
 * What reports say about steps, halts, documents, first responses and communications, against the raw rows; and that
 * nothing internal appears as communication.
 */
import { t } from '@dossier/core/testing/t';
import { sql } from 'kysely';
import { Database } from '@dossier/sdk';
import { testClock } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';
import { stage } from './stage.ts';

const here = await stage({ clock: testClock(new Date('2027-04-05T08:00:00Z')) });
const { platform, acme, base, ordered, content } = here;
t.teardown(() => platform.stop());
const HOUR = 3_600_000;
const wait = (hours: number): void => platform.clock.advance(hours * HOUR);

const template = await acme.template(['DocumentCompletenessCheckHandler', 'ClientApprovalCheckHandler'], {
  requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
});
const submit = async (): Promise<string> =>
  (await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email }))).body.id;
const upload = async (who: typeof acme.client | typeof acme.officer, id: string, text: string): Promise<string> =>
  (
    await who.upload(`/api/v1/applications/${id}/documents`, [
      { name: 'file', fileName: `${text}.txt`, contentType: 'text/plain', bytes: text },
      { name: 'requirementKey', value: 'income' },
    ])
  ).body.id;
const review = (id: string, reviewStatus: string, reason?: string) =>
  acme.officer.put(`/api/v1/documents/${id}`, { reviewStatus, ...(reason ? { reason } : {}) });

// Of one application a paper is refused and sent again, then the client confirms it; another is rejected by the
// officer; a third lies.
const [first, second] = [await submit(), await submit(), await submit()];
wait(1);
const blurred = await upload(acme.client, first, 'blurred');
wait(2);
const refused = await review(blurred, 'rejected', 'It cannot be read.');
wait(3);
const sharp = await upload(acme.client, first, 'sharp');
await upload(acme.officer, second, 'internal-note-of-an-officer');
wait(1);
const accepted = await review(sharp, 'approved');
wait(4);
const confirmed = await acme.client.post(`/api/v1/applications/${first}/confirm`);
wait(1);
const rejected = await acme.officer.post(`/api/v1/applications/${second}/reject`, { reason: 'Too little income.' });

const definition = (sections: readonly object[]): object => ({
  title: 'All',
  period: { kind: 'thisMonth' },
  compare: false,
  filters: {},
  grouping: 'auto',
  targetDays: 10,
  sections,
});
const computed = async (...sections: readonly object[]): Promise<readonly Json[]> => {
  const answer = await acme.officer.post(`${base}/report-previews`, { definition: definition(sections) });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.sections;
};
const figures = async (source: string, ...measures: readonly string[]): Promise<readonly number[]> =>
  (
    await computed({ kind: 'figures', title: 'F', figures: measures.map((measure) => ({ source, measure })) })
  )[0].figures.map(({ value }: Json) => value);
const query = <R>(text: ReturnType<typeof sql<R>>): Promise<readonly R[]> =>
  platform
    .service(Database)
    .read({ organization: acme.organization, audience: 'staff' }, async (tx) => (await text.execute(tx.sql())).rows);

t.test('the prepared events are as intended', async (t) => {
  for (const answer of [refused, accepted, confirmed, rejected]) t.equal(answer.status, 200, answer.text);
  t.equal(confirmed.body.status, 'Approved');
});

t.test('documents', async (t) => {
  t.strictSame(await figures('documents', 'uploaded', 'reviewed', 'approved', 'rejected', 'pending', 'reviewMedian'), [
    3,
    2,
    1,
    1,
    1,
    (1.5 * HOUR) / 1000,
  ]);
});

t.test('time in each step, from its rows', async (t) => {
  const rows = await query(
    sql<{
      name: string;
      seconds: number;
    }>`select name, extract(epoch from "endedAt" - "startedAt")::float8 as seconds from workflow_step where state in ('passed', 'failed') and "endedAt" is not null`,
  );
  const [table] = await computed({
    kind: 'groups',
    title: 'G',
    source: 'steps',
    measures: ['ended', 'median'],
    by: 'name',
  });
  for (const [name, some] of Map.groupBy(rows, (row) => row.name)) {
    const sorted = some.map(({ seconds }) => seconds).toSorted((a, b) => a - b);
    const middle =
      sorted.length % 2
        ? sorted[(sorted.length - 1) / 2]!
        : (sorted[sorted.length / 2 - 1]! + sorted[sorted.length / 2]!) / 2;
    const row = table.rows.find(([step]: Json) => step === name);
    t.strictSame(row && [row[1], Math.round(row[2])], [sorted.length, Math.round(middle)], name);
  }
});

t.test('halts by reason, from the log', async (t) => {
  const events = await query(
    sql<{
      reasons: { text: string }[];
    }>`select after->'reasons' as reasons from event where type = 'workflow/step-changed@1' and after->>'state' = 'failed' and payload->>'name' <> 'Underwriting'`,
  );
  t.strictSame(await figures('halts', 'halts', 'reasons'), [
    events.length,
    events.flatMap(({ reasons }) => reasons).length,
  ]);
  const [table] = await computed({ kind: 'groups', title: 'G', source: 'halts', measures: ['halts'], by: 'reason' });
  const expected = [
    ...Map.groupBy(
      events.flatMap(({ reasons }) => reasons.map(({ text }) => text.slice(0, 120))),
      (text) => text,
    ),
  ].map(([text, some]) => [text, some.length]);
  t.strictSame(
    new Set(table.rows.map((row: Json) => JSON.stringify(row))),
    new Set(expected.map((row) => JSON.stringify(row))),
  );
});

t.test('the first response is the first that the client can see, and not by the client’s own people', async (t) => {
  // The refused paper after three hours, and the one that the officer filed after six; of the third application nobody
  // has said anything.
  t.strictSame(await figures('first-responses', 'responded', 'median'), [2, (4.5 * HOUR) / 1000]);
});

t.test('communications by kind', async (t) => {
  const [totals, kinds, table] = await computed(
    {
      kind: 'figures',
      title: 'F',
      figures: ['all', 'toClient', 'fromClient', 'applications'].map((measure) => ({
        source: 'communications',
        measure,
      })),
    },
    { kind: 'groups', title: 'G', source: 'communications', measures: ['all'], by: 'kind' },
    {
      kind: 'table',
      title: 'T',
      source: 'communications',
      columns: ['at', 'direction', 'kind', 'applicantName', 'person', 'about'],
      at: 'at',
    },
  );
  const byKind = new Map<string, number>(kinds.rows.map(([kind, count]: [string, number]) => [kind, count]));
  t.match(Object.fromEntries(byKind), {
    'Document sent by the client': 2,
    'Another document asked for': 1,
    'Document accepted': 1,
    'Confirmed by the client': 1,
    'Approval sent': 1,
    'Rejection sent': 1,
    'Asked of the client': Number,
    'Document asked for': Number,
  });
  const [all, to, from, applications] = totals.figures.map(({ value }: Json) => value);
  t.strictSame([all, from, applications, to], [[...byKind.values()].reduce((a, b) => a + b, 0), 3, 3, all - from]);
  t.equal(table.total, all);
  t.match(
    table.rows.find((row: Json) => row[2] === 'Another document asked for'),
    [String, 'to the client', String, 'Carl Client', null, 'blurred.txt: It cannot be read.'],
  );
  t.match(
    table.rows.find((row: Json) => row[2] === 'Rejection sent'),
    [String, 'to the client', String, 'Carl Client', null, 'Too little income.'],
  );
});

t.test('Client Communications holds nothing internal', async (t) => {
  const run = await ordered({
    template: 'client-communications',
    format: 'csv',
    parameters: { period: { kind: 'thisMonth' } },
  });
  t.equal(run.state, 'done', run.reason);
  const { text } = await content(run.id);
  t.match(text, 'It cannot be read.');
  t.notMatch(
    text,
    /internal-note-of-an-officer|Otto Officer|assigned/i,
    'neither what an officer filed nor the officer’s name',
  );
});

t.test('Closed Applications holds closed ones only', async (t) => {
  const run = await ordered({
    template: 'closed-applications',
    format: 'csv',
    parameters: { period: { kind: 'thisMonth' } },
  });
  const { text } = await content(run.id);
  t.match(text, 'Approved');
  t.match(text, 'Rejected');
  t.notMatch(text, /InReview|Submitted/);
});

t.test(
  'the values of a column are listed for conditions, with as many rows as a condition on them counts',
  async (t) => {
    const values = (source: string, column: string, as = acme.officer) =>
      as.get(`${base}/report-values?${new URLSearchParams({ source, column }).toString()}`);
    const { body: statuses } = await values('applications', 'status');
    t.match(
      statuses.find(({ value }: Json) => value === 'InReview'),
      { label: 'In review' },
    );
    t.equal(
      statuses.reduce((sum: number, { count }: Json) => sum + count, 0),
      3,
    );
    for (const { value, count } of statuses) {
      const [section] = await computed({
        kind: 'figures',
        title: 'F',
        figures: [{ source: 'applications', measure: 'all', where: { status: [value] } }],
      });
      t.equal(section.figures[0].value, count, value);
    }
    t.match((await values('applications', 'templateId')).body, [{ value: template, count: 3 }]);
    t.match((await values('applications', 'inTime')).body, [{ value: 'false', label: 'No', count: 2 }]);
    t.match(
      (await values('assignments', 'userId')).body.map(({ label }: Json) => label),
      ['Ada Admin', 'Otto Officer'],
    );
    const { sources } = (await acme.officer.get(`${base}/report-sources`)).body;
    t.same(
      sources
        .find(({ id }: Json) => id === 'applications')
        .columns.filter(({ narrows }: Json) => narrows)
        .map(({ key }: Json) => key),
      ['applicantName', 'status', 'templateId', 'sourceId', 'inTime', 'automatic'],
      'neither times nor bare identifiers',
    );
    for (const column of ['createdAt', 'id', 'templateName', 'constructor', 'nothing'])
      t.match(
        await values('applications', column),
        { status: 400, body: { code: 'bad-query', errors: [{ pointer: '?column' }] } },
        column,
      );
    t.match(await values('nothing', 'status'), {
      status: 400,
      body: { code: 'bad-query', errors: [{ pointer: '?source' }] },
    });
    t.equal((await values('applications', 'status', acme.clerk)).status, 403);
    t.equal((await values('applications', 'status', acme.client)).status, 404);
  },
);

t.test('a decision that nobody had to make is a first response, too', async (t) => {
  const auto = await acme.template(['DocumentCompletenessCheckHandler']);
  const answer = await acme.key.post('/api/v1/applications', acme.record(auto));
  t.equal(answer.status, 201, answer.text);
  t.equal((await acme.officer.get(`/api/v1/applications/${answer.body.id}`)).body.status, 'Approved');
  t.strictSame(await figures('first-responses', 'responded', 'median'), [3, (3 * HOUR) / 1000]);
});
