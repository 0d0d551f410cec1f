/** The five built-in reports of the demonstration as PDFs, opened by another program. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import { shapeOf } from '@dossier/sdk';
import { testPlatform } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';
import { OnScreen } from '../on-screen-reply.ts';
import { readPdf } from '../render/test/read.ts';

const platform = await testPlatform({
  plugins: [
    '@dossier/sign-in',
    '@dossier/workflow-handlers',
    '@dossier/bureau-simulator',
    '@dossier/demo',
    '@dossier/reports',
  ],
  env: { DEMO: 'true', SIGN_IN_PASSWORD_COST: '10' },
});
const folder = await mkdtemp(join(tmpdir(), 'dossier-pdfs-'));
t.teardown(async () => {
  await platform.stop();
  await rm(folder, { recursive: true, force: true });
});
await platform.settle();
const demo: Json = JSON.parse(readFileSync(join(platform.dataDir, 'demo.json'), 'utf8'));
const admin = platform.as({ authorization: `Bearer ${demo.users.find(({ role }: Json) => role === 'admin').token}` });
const base = `/api/v1/workspaces/${demo.staffWorkspaceId}`;
const logo = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
t.equal((await admin.put('/api/v1/organization/logo', { contentBase64: logo })).status, 200);
t.equal((await admin.put('/api/v1/organization/branding', { accent: '#8a1c4a' })).status, 200);
const period = { kind: 'thisMonth' };
const label = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
  platform.clock.now(),
);

type Pdf = Awaited<ReturnType<typeof readPdf>>;
async function made(template: string): Promise<Pdf> {
  const order = await admin.post(`${base}/report-runs`, {
    template,
    format: 'pdf',
    parameters: { period, timeZone: 'UTC' },
  });
  await platform.settle();
  const path = join(folder, `${template}.pdf`);
  await writeFile(path, (await admin.get(`/api/v1/report-runs/${order.body.id}/content`)).bytes);
  const pdf = await readPdf(path);
  t.teardown(() => pdf.close());
  return pdf;
}
const spoken = (pdf: Pdf): Pdf['pages'][number]['spoken'] => pdf.pages.flatMap((page) => page.spoken);
/** Key figures as they are read out: what follows each label. */
const figuresOf = (pdf: Pdf): ReadonlyMap<string, string> =>
  new Map(
    spoken(pdf).flatMap(({ role, text }, i, all) => (role === 'Lbl' ? [[text, all[i + 1]?.text ?? ''] as const] : [])),
  );
/** The rows of the tables, each a list of its cells. */
const rowsOf = (pdf: Pdf): readonly (readonly string[])[] => {
  const rows: string[][] = [];
  for (const { role, text } of spoken(pdf)) {
    if (role === 'TR') rows.push([]);
    else if (role === 'TH' || role === 'TD') rows.at(-1)?.push(text);
  }
  return rows;
};
const listed = async (query: string): Promise<readonly Json[]> =>
  (await admin.get(`/api/v1/applications?limit=100&${query}`)).body;

for (const { id, name } of (await admin.get(`${base}/report-templates`)).body) {
  t.test(`${name} has the logo, the accent, the period, a chart and a table`, async (t) => {
    const pdf = await made(id);
    const said = spoken(pdf);
    t.match(pdf.text, new RegExp(label), 'the period');
    t.match(pdf.text, /Demo Bank/);
    t.ok(
      said.some(({ role, alt = '' }) => role === 'Figure' && / in all|: /.test(alt)),
      'a chart',
    );
    t.ok(
      said.some(({ role }) => role === 'Table') && said.filter(({ role }) => role === 'TD').length > 0,
      'a table with cells',
    );
    const pictures = (await Promise.all(pdf.pages.map(({ images }) => images()))).reduce(
      (sum, count) => sum + count,
      0,
    );
    const figures = said.filter(({ role }) => role === 'Figure').map(({ alt = '' }) => alt);
    t.equal(pictures, figures.length, 'each picture has a description');
    t.ok(figures.includes('Logo of Demo Bank'), 'the logo');
    t.ok((await Promise.all(pdf.pages.map(({ colours }) => colours()))).flat().includes('#8a1c4a'), 'the accent');
  });
}

t.test('the preview of each is what the OpenAPI document says', async (t) => {
  const fits = shapeOf(OnScreen);
  for (const { id } of (await admin.get(`${base}/report-templates`)).body) {
    const { body } = await admin.post(`${base}/report-previews`, {
      template: id,
      parameters: { period, timeZone: 'UTC' },
    });
    t.ok(fits.fits(body), `${id} ${JSON.stringify(body).slice(0, 300)}`);
  }
});

t.test('every count of Monthly Operations is as long as the list that it leads to', async (t) => {
  const pdf = await made('monthly-operations');
  const shown = figuresOf(pdf);
  const { sections } = (
    await admin.post(`${base}/report-previews`, {
      template: 'monthly-operations',
      parameters: { period, timeZone: 'UTC' },
    })
  ).body;
  const counts = sections
    .flatMap((section: Json) => section.figures ?? [])
    .filter(({ unit, list }: Json) => unit === 'count' && list !== null);
  t.same(
    counts.map((figure: Json) => figure.label),
    ['Received', 'Closed', 'Approved', 'Rejected', 'Open now'],
  );
  for (const figure of counts)
    t.match(shown.get(figure.label), new RegExp(`^${(await listed(figure.list)).length}(?!\\d)`), figure.label);

  const rows = rowsOf(pdf);
  const all = await listed(`workspaceId=${demo.staffWorkspaceId}`);
  const byStatus = Map.groupBy(all, ({ status }) => (status === 'InReview' ? 'In review' : String(status)));
  t.equal(all.length, 5);
  for (const [status, { length }] of byStatus)
    t.ok(
      rows.some(([head, count, share]) => head === status && count === String(length) && share === `${length * 20} %`),
      `${status}: ${length} of five`,
    );
  const today = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    platform.clock.now(),
  );
  t.same(
    rows.find(([head]) => head === today),
    [today, '5', String(all.filter(({ decidedAt }) => decidedAt !== null).length)],
    'received and closed on the day',
  );
  t.same(
    rows
      .filter(([, template]) => template === 'Loan')
      .map(([name]) => name)
      .toSorted(),
    all
      .filter(({ status }) => status === 'InReview' || status === 'Submitted')
      .map(({ applicantName }) => applicantName)
      .toSorted(),
    'the open ones by name',
  );
});

t.test('Closed Applications holds closed ones only, and all of them', async (t) => {
  const closed = (await listed(`workspaceId=${demo.staffWorkspaceId}`)).filter(
    ({ status }) => status === 'Approved' || status === 'Rejected',
  );
  const names = closed.map(({ applicantName }) => applicantName).toSorted();
  const open = (await listed(`workspaceId=${demo.staffWorkspaceId}`))
    .filter(({ status }) => status !== 'Approved' && status !== 'Rejected')
    .map(({ applicantName }) => applicantName);
  const { text } = await made('closed-applications');
  t.ok(names.length >= 2 && names.every((name) => text.includes(name)), names.join(', '));
  t.same(
    open.filter((name) => text.includes(name)),
    [],
  );
});
