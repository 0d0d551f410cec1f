/** Letters of other modules as PDF. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { given, testPlatform } from '@dossier/core/testing';
import { t } from '@dossier/core/testing/t';
import type { OrganizationId } from '@dossier/sdk';
import { actingAs, newId } from '@dossier/sdk';
import type { Paper } from '@dossier/core/platform/reporting/contract';
import { Papers } from '@dossier/core/platform/reporting/contract';
import type { RenderReport } from '../../computed.ts';
import { drafts } from '../../runs/drafts.ts';
import type { Drafts } from '../../runs/drafts.ts';
import { papers } from '../paper.ts';
import { render } from '../render.ts';
import { readPdf } from './read.ts';
import { logo } from './sample.ts';

const platform = await testPlatform({ plugins: ['@dossier/reports', '@dossier/report-fonts'] });
t.teardown(() => platform.stop());
const acme = await given.organization(platform, 'acme').workspace('Lending').admin('Ada Admin');
const ada = acme.people['Ada Admin'];
const service = platform.service(Papers);
const { signal } = new AbortController();
const directory = t.testdir();

const receipt: Paper = {
  title: 'Receipt',
  subtitle: 'Fee of a personal loan',
  lead: '€120.00, paid on 1 December 2026',
  facts: [
    { label: 'Application', value: 'A-100042, Personal loan' },
    { label: 'Payment reference', value: 'RF18 5390 0754 7034' },
  ],
  paragraphs: ['The bank has received the fee.', 'Keep this letter.'],
  createdAt: '2026-12-01T09:30:00.000Z',
  createdBy: 'The treasury',
};

/** A letter as another program reads it. */
async function read(bytes: Uint8Array) {
  const path = join(directory, `${newId()}.pdf`);
  writeFileSync(path, bytes);
  const pdf = await readPdf(path);
  t.teardown(() => pdf.close());
  const spoken = pdf.pages.flatMap((page) => page.spoken);
  const all = (role: string) => spoken.filter((one) => one.role === role).map(({ text }) => text);
  return { ...pdf, spoken, all };
}

t.test('a letter shows all that it is given, in the name of the organization, and no template', async (t) => {
  t.equal((await ada.put('/api/v1/organization', { timeZone: 'Europe/Vienna' })).status, 200);
  const bytes = await service.of(acme.id, receipt, { signal });
  t.equal(Buffer.from(bytes).toString('latin1', 0, 8), '%PDF-1.7');
  const pdf = await read(bytes);
  t.equal(pdf.count, 1);
  t.strictSame(pdf.all('H1'), ['Receipt']);
  t.strictSame(pdf.all('P'), [
    'ACME',
    'Fee of a personal loan',
    '€120.00, paid on 1 December 2026',
    'The bank has received the fee.',
    'Keep this letter.',
  ]);
  t.strictSame(pdf.all('Lbl'), ['Created', 'Created by', 'Application', 'Payment reference']);
  t.strictSame(pdf.all('LBody').slice(1), ['The treasury', 'A-100042, Personal loan', 'RF18 5390 0754 7034']);
  t.equal(pdf.text.includes('Created 1 December 2026 at 10:30 (Europe/Vienna) by The treasury'), true);
  t.strictSame(
    [pdf.info['Title'], pdf.info['Author'], pdf.info['Subject']],
    ['Receipt', 'The treasury', 'ACME, €120.00, paid on 1 December 2026'],
  );
  t.strictSame(await service.of(acme.id, receipt, { signal }), bytes, 'the same letter gives the same bytes');
  t.strictSame(readdirSync(join(platform.dataDir, 'reports')), [], 'no file is left');
});

t.test('it wears the logo and the accent, and hostile texts are drawn as they are', async (t) => {
  const contentBase64 = Buffer.from(logo()).toString('base64');
  t.equal((await ada.put('/api/v1/organization/logo', { contentBase64 })).status, 200);
  t.equal((await ada.put('/api/v1/organization/branding', { accent: '#0A7D5C' })).status, 200);
  const markup = '<script>&amp;</script> & <b>';
  const long = 'x'.repeat(2_000);
  const pdf = await read(
    await service.of(
      acme.id,
      {
        ...receipt,
        title: markup,
        createdBy: markup,
        facts: [
          { label: markup, value: markup },
          { label: 'Long', value: long },
          { label: 'Client', value: 'דוד بن محمد 🎉' },
        ],
        paragraphs: [long, ''],
      },
      { signal },
    ),
  );
  t.strictSame(pdf.all('H1'), [markup]);
  const [, , label, ...others] = pdf.all('Lbl');
  t.strictSame(others, ['Long', 'Client']);
  t.equal(label, markup);
  const [, by, value, cut = '', client = ''] = pdf.all('LBody');
  t.strictSame([by, value], [markup, markup]);
  t.equal(cut.endsWith('…'), true, 'a fact has four lines');
  t.strictSame(
    [...'דודبنمحمد🎉'].filter((letter) => !client.includes(letter)),
    [],
    'letters of the fonts that plugins add',
  );
  t.equal(pdf.text.includes('\uFFFD'), false);
  t.equal(pdf.all('P').at(-1)?.replaceAll(' ', ''), long, 'a paragraph is there to its end');
  t.equal(pdf.info['Title'], markup);
  t.equal(await pdf.pages[0]?.images(), 1);
  t.equal((await pdf.pages[0]?.colours())?.includes('#0a7d5c'), true);
  t.strictSame(
    pdf.spoken.flatMap(({ alt }) => alt ?? []),
    ['Logo of ACME'],
  );
});

/** Letters of organizations without name and look, drawn by this in a folder of its own, unless given `places`. */
function drawnBy(draw: RenderReport, places?: Pick<Drafts, 'with'>) {
  const folder = join(directory, newId());
  mkdirSync(folder);
  return {
    folder,
    letters: papers({
      tenancy: { organization: async () => null, accent: async () => null, logo: async () => null },
      render: draw,
      drafts: places ?? drafts({ folder }),
      system: async (organization) => actingAs({ kind: 'system', id: 'test', name: 'Test' }, organization),
      fonts: () => [],
    }),
  };
}

t.test('aborted before, or while it is drawn, it rejects with the reason and leaves no file', async (t) => {
  const gone = new Error('The client is gone.');
  const before = service.of(acme.id, receipt, { signal: AbortSignal.abort(gone) });
  t.equal(await before.catch((error: unknown) => error), gone);
  const half = new AbortController();
  const begun: string[] = [];
  const { folder, letters } = drawnBy((report, format, o) =>
    render(report, format, {
      ...o,
      progress() {
        begun.push(...readdirSync(folder));
        half.abort(gone);
      },
    }),
  );
  const during = letters.of(acme.id, receipt, { signal: half.signal });
  t.equal(await during.catch((error: unknown) => error), gone);
  t.equal(begun.length > 0, true, 'it was being drawn');
  t.strictSame(readdirSync(folder), []);
});

t.test('what cannot be drawn is said in a sentence, and leaves no file', async (t) => {
  const cause = new Error('ENOSPC');
  const { folder, letters } = drawnBy(async (_report, _format, { path }) => {
    writeFileSync(path, '%PDF');
    throw cause;
  });
  await t.rejects(letters.of(acme.id, receipt, { signal }), { message: /^The letter could not be drawn\./, cause });
  t.strictSame(readdirSync(folder), []);
});

t.test('three are drawn at a time, one of each organization, of which a dozen may wait', async (t) => {
  const crowded = newId();
  const organizations = [crowded, ...Array.from({ length: 4 }, newId)];
  const go = Promise.withResolvers<void>();
  const drawing: string[] = [];
  const file = join(directory, 'letter.pdf');
  writeFileSync(file, '%PDF');
  const { letters } = drawnBy(
    async ({ title }, _format, { path }) => {
      drawing.push(title);
      await go.promise;
      return { path, contentType: 'application/pdf', size: 4, pages: 1, notice: null };
    },
    // At once, so that after one turn all that may begin have begun.
    { with: (_name, draw) => draw(file) },
  );
  const of = (organization: OrganizationId) =>
    letters.of(organization, { ...receipt, title: organization }, { signal });
  const all = [...organizations, ...Array.from({ length: 11 }, () => crowded)].map(of);
  const refused = t.rejects(of(crowded), { status: 429, code: 'too-many-requests', message: /^Several letters/ });
  await new Promise(setImmediate);
  t.strictSame(drawing, organizations.slice(0, 3));
  go.resolve();
  await refused;
  t.strictSame(
    (await Promise.all(all)).map((bytes) => Buffer.from(bytes).toString()),
    all.map(() => '%PDF'),
  );
  t.strictSame(drawing.toSorted(), all.map((_, at) => organizations[at] ?? crowded).toSorted(), 'all in the end');
});
