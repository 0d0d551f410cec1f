/** Runs on demand: each built-in report as a file, with progress, cancel, repetition and history. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import type { Json } from '@dossier/core/testing';
import { stage } from './stage.ts';

const { platform, acme, base, ordered, content } = await stage();
t.teardown(() => platform.stop());
const template = await acme.template(['DocumentCompletenessCheckHandler']);
for (let i = 0; i < 3; i++) await acme.key.post('/api/v1/applications', acme.record(template));

t.test('each built-in report becomes a PDF', async (t) => {
  for (const { id, name } of (await acme.officer.get(`${base}/report-templates`)).body) {
    const run = await ordered({
      template: id,
      format: 'pdf',
      parameters: { period: { kind: 'thisYear' }, timeZone: 'Europe/Berlin' },
    });
    t.match(
      run,
      { state: 'done', progress: 1, reason: null, templateName: name, parameters: { timeZone: 'Europe/Berlin' } },
      name,
    );
    const file = await content(run.id);
    t.match(file, {
      status: 200,
      headers: {
        'content-type': 'application/pdf',
        'content-length': String(run.size),
        'x-content-type-options': 'nosniff',
        'content-disposition': /^attachment; filename=".+\.pdf"/,
        'cache-control': 'private, no-store',
      },
    });
    t.equal(file.bytes.subarray(0, 5).toString(), '%PDF-', 'begins as one, without the mark of the store');
    t.equal(file.bytes.length, run.size);
  }
});

t.test('the numbers of a report are those of the list', async (t) => {
  const report = (
    await acme.officer.post(`${base}/report-previews`, {
      template: 'monthly-operations',
      parameters: { period: { kind: 'thisMonth' } },
    })
  ).body;
  const listed = report.sections[0].figures.filter(({ list }: Json) => list !== null);
  t.ok(listed.length >= 8);
  for (const { label, value, unit, list } of listed)
    if (unit === 'count')
      t.equal((await acme.officer.get(`/api/v1/applications?limit=100&${list}`)).body.length, value, label);
});

t.test('a run that waits is cancelled once, and another one repeats it', async (t) => {
  // A click that came twice is one run.
  const order = (): Promise<Json> =>
    acme.officer.post(
      `${base}/report-runs`,
      { template: 'custom', format: 'csv' },
      { 'idempotency-key': 'clicked-twice' },
    );
  const [one, two] = [await order(), await order()];
  t.strictSame([one.status, two.body.id], [201, one.body.id]);
  const { id } = one.body;
  // Whether it was made before or not; that one at work is cancelled stands in nodes.all.test.ts, and that one in line
  // is in turns.all.test.ts.
  const first = await acme.admin.post(`/api/v1/report-runs/${id}/cancel`);
  await platform.settle();
  t.match(await acme.admin.post(`/api/v1/report-runs/${id}/cancel`), { status: 409, body: { code: 'already-ended' } });
  const { state } = (await acme.officer.get(`/api/v1/report-runs/${id}`)).body;
  t.same(
    [first.status, (await content(id)).status],
    state === 'cancelled' ? [200, 409] : [409, 200],
    `${state}: the answer, the state and the file agree`,
  );
  const again = (await acme.officer.post(`/api/v1/report-runs/${id}/repeat`)).body;
  await platform.settle();
  t.match((await acme.officer.get(`/api/v1/report-runs/${again.id}`)).body, {
    state: 'done',
    repeats: id,
    format: 'csv',
  });
});

t.test('a file that is no longer kept is reported as gone, and its run stays', async (t) => {
  const run = await ordered({ template: 'custom', format: 'csv' });
  const [file] = readdirSync(join(platform.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, 'utf8').startsWith(run.id));
  rmSync(file!);
  t.match(await content(run.id), { status: 410, body: { code: 'gone' } });
  t.match((await acme.officer.get(`/api/v1/report-runs/${run.id}`)).body, { state: 'done' });
});

t.test('the history is read page by page', async (t) => {
  const all = (await acme.officer.get(`${base}/report-runs?limit=100`)).body.map(({ id }: Json) => id);
  const paged: string[] = [];
  for (let url: string | undefined = `${base}/report-runs?limit=2`; url !== undefined;) {
    const page = await acme.officer.get(url);
    paged.push(...page.body.map(({ id }: Json) => id));
    url = /<([^>]+)>/.exec(String(page.headers['link'] ?? ''))?.[1];
  }
  t.strictSame(paged, all);
  t.match(await acme.officer.get(`${base}/report-runs?cursor=nonsense`), { status: 400, body: { code: 'bad-cursor' } });
});

t.test('the history is narrowed by state and to one’s own', async (t) => {
  const foreign = (await acme.admin.post(`${base}/report-runs`, { template: 'custom', format: 'csv' })).body.id;
  await platform.settle();
  const found = async (query: string): Promise<readonly Json[]> =>
    (await acme.officer.get(`${base}/report-runs?limit=100&${query}`)).body;
  const done = await found('state=done');
  t.ok(done.some(({ id }) => id === foreign));
  t.ok(done.every(({ state }) => state === 'done'));
  t.same(await found('state=open'), []);
  const mine = await found('mine=true');
  t.ok(mine.length > 0 && mine.every(({ requestedBy }) => requestedBy.id === acme.officer.id));
  t.equal((await acme.officer.get(`${base}/report-runs?state=lost`)).status, 400);
});
