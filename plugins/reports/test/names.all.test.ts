/**
 * What people are called is drawn, in whatever script they write it; where a letter has no font, the report and its run
 * say so.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t } from '@dossier/core/testing/t';
import type { Json } from '@dossier/core/testing';
import fonts from '../../report-fonts/plugin.ts';
import { dateInWords } from '../render/pdf/dates.ts';
import { runsOf } from '../render/pdf/runs.ts';
import { readPdf } from '../render/test/read.ts';
import { labelsInWords } from '../web/labels.ts';
import { inWords } from '../web/units.ts';
import { stage } from './stage.ts';
import type { Stage } from './stage.ts';

const folder = mkdtempSync(join(tmpdir(), 'dossier-names-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

const names = [
  'Müller',
  'Nguyễn',
  '王小明',
  '陳怡君',
  '山田太郎',
  'さくら',
  '김철수',
  'محمد',
  'דוד',
  'สมชาย',
  'राहुल',
  'রহিম',
  'தமிழ்',
  'తెలుగు',
  'ಕನ್ನಡ',
  'മലയാളം',
  'ગુજરાતી',
  'ਪੰਜਾਬੀ',
  'සිංහල',
  'ລາວ',
  'ខ្មែរ',
  'မြန်မာ',
  'Հայկ',
  'ქეთი',
  'አማርኛ',
  '😀',
];
const definition = (paragraphs: readonly string[]): object => ({
  title: '王小明 محمد',
  period: { kind: 'lastMonth' },
  compare: false,
  filters: {},
  grouping: 'auto',
  targetDays: 10,
  sections: [{ kind: 'text', title: 'สมชาย', paragraphs }],
});

/** The run, and the text of its PDF as another program reads it. */
async function drawn(
  { ordered, content }: Stage,
  paragraphs: readonly string[],
  language = 'en',
): Promise<{ run: Json; text: string }> {
  const run = await ordered({ definition: definition(paragraphs), format: 'pdf', parameters: { language } });
  const path = join(folder, `${String(run.id)}.pdf`);
  writeFileSync(path, (await content(run.id)).bytes);
  const { text, close } = await readPdf(path);
  await close();
  return { run, text };
}

t.test('with the fonts of the plugin every name is drawn, and what none has is said', async (t) => {
  const here = await stage({ plugins: [fonts] });
  t.teardown(() => here.platform.stop());
  const { run, text } = await drawn(here, names);
  t.match(run, { state: 'done', notice: null });
  t.notMatch(text, '\uFFFD');
  for (const name of names)
    t.ok(
      [...name].every((letter) => text.includes(letter) || /\p{M}/u.test(letter)),
      name,
    );
  const rare = await drawn(here, ['\u{1F9FF}\u{10330}\u{10331} Gothic']);
  t.match(rare.run.notice, /^For 2 different characters there is no font here \(U\+10330, U\+10331\)/);
  t.match(rare.text, 'For 2 different characters');
  t.notMatch((await drawn(here, ['1'], 'ar-EG')).run.notice, /./, 'and no language takes the digits away');
});

t.test('without them the report and the run say how many letters are missing', async (t) => {
  const here = await stage();
  t.teardown(() => here.platform.stop());
  const { run, text } = await drawn(here, ['王小明']);
  t.match(run, { state: 'done', notice: /^For 11 different characters there is no font here/ });
  t.match(text, 'The CSV and the XLSX of this report have all of them.');
});

t.test('digits and calendar are those of the words around, whatever the language', (t) => {
  for (const language of [
    'ar-EG',
    'fa',
    'hi-IN-u-nu-deva',
    'th-TH',
    'my',
    'bn',
    'ja-JP-u-ca-japanese',
    'ar-SA',
    'mr',
    'ne',
  ]) {
    const words = [
      inWords(1_234_567.5, 'count', language),
      inWords(90_000, 'duration', language),
      ...labelsInWords({ type: 'bar', unit: 'count', labels: ['2026-11-16'], over: 'day', series: [] }, language),
      dateInWords('2026-11-16T12:05:00Z', language, 'UTC'),
    ].join(' ');
    t.notMatch(words, /(?![0-9])\p{Nd}/u, `${language}: ${words}`);
    t.match(words, /2026/, language);
  }
  t.end();
});

t.test('a line is drawn from left to right, with what runs the other way turned and its brackets mirrored', (t) => {
  const partOf = (letter: string): string | null => (/\p{Script=Hebrew}/u.test(letter) ? 'hebrew' : null);
  const shown = (line: string): readonly string[] =>
    runsOf(line, partOf).map(({ text, rtl }) => (rtl ? `<${text}` : text));
  t.strictSame(shown('Firma דוד בן & Co.'), ['Firma ', '<בן', '< ', '<דוד', ' & Co.']);
  t.strictSame(shown('דוד (א)'), ['<(', '<א', '<) ', '<דוד']);
  t.end();
});
