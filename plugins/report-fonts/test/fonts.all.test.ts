/** Each file of the fonts is one that reports can read, and each family has the letters for which it is there. */
import { existsSync, readFileSync } from 'node:fs';
import { create } from 'fontkit';
import { t } from '@dossier/core/testing/t';
import { definePlugin } from '@dossier/sdk';
import { testKernel } from '@dossier/core/testing';
import { reportFonts } from '@dossier/reports/contract';
import fonts from '../plugin.ts';

/** Of each family, letters that people are called by. */
const letters: Readonly<Record<string, string>> = {
  'noto-sans-sc': '张伟',
  'noto-sans-tc': '張偉',
  'noto-sans-jp': '佐藤さくらサクラ',
  'noto-sans-kr': '김민준',
  'noto-sans-arabic': 'محمدپ',
  'noto-sans-hebrew': 'דויד',
  'noto-sans-thai': 'สมชาย',
  'noto-sans-devanagari': 'राहुल',
  'noto-sans-bengali': 'রহিম',
  'noto-sans-tamil': 'குமார்',
  'noto-sans-telugu': 'రాజు',
  'noto-sans-kannada': 'ರಮೇಶ್',
  'noto-sans-malayalam': 'രാജേഷ്',
  'noto-sans-gujarati': 'પટેલ',
  'noto-sans-gurmukhi': 'ਸਿੰਘ',
  'noto-sans-sinhala': 'පෙරේරා',
  'noto-sans-lao': 'ສົມ',
  'noto-sans-khmer': 'សុខា',
  'noto-sans-myanmar': 'အောင်',
  'noto-sans-armenian': 'Արամ',
  'noto-sans-georgian': 'გიორგი',
  'noto-sans-ethiopic': 'አበበ',
  'noto-emoji': '🎉',
};

/** As much of the reports as fonts are contributed to. */
const reports = definePlugin({
  id: 'reports',
  version: '1.0.0',
  kernel: '^1.0.0',
  points: [reportFonts],
  setup: () => undefined,
});

t.test('every file of every family is read, and the family has its letters', async (t) => {
  await using kernel = await testKernel({ plugins: [reports, fonts] });
  const families = kernel.contributions(reportFonts).list(await kernel.access());
  t.strictSame(families.map(({ id }) => id).toSorted(), Object.keys(letters).toSorted());
  for (const { id, value } of families) {
    const { ranges, file } = value.files();
    const parts = Object.keys(JSON.parse(readFileSync(ranges, 'utf8')));
    const known = new Set<number>();
    const faults: string[] = [];
    for (const name of parts) {
      const path = file.replace('{part}', name.replace(/[[\]]/g, ''));
      if (!existsSync(path)) {
        faults.push(`${name} is not there`);
        continue;
      }
      const font = create(readFileSync(path));
      if (!('characterSet' in font) || !Object.hasOwn(font.variationAxes, 'wght')) {
        faults.push(`${name} is no variable font`);
        continue;
      }
      for (const code of font.characterSet) known.add(code);
      if (font.characterSet.length === 0) faults.push(`${name} has no characters`);
    }
    t.strictSame(faults, [], id);
    t.strictSame(
      [...(letters[id] ?? '')].filter((letter) => !known.has(letter.codePointAt(0)!)),
      [],
      `${id} has the letters of its script`,
    );
  }
});
