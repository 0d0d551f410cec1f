import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contributions, definePlugin } from '@dossier/sdk';
import { reportFonts } from '@dossier/reports/contract';
import type { FontFiles } from '@dossier/reports/contract';

/**
 * Families of Noto, as Fontsource packs them: what people are called in most of the world. Of characters that several
 * have, the first is taken, unless a text speaks a language of another.
 */
const families: readonly (readonly [family: string, ...languages: readonly string[]])[] = [
  ['noto-sans-sc', 'zh-Hans'],
  ['noto-sans-tc', 'zh-Hant'],
  ['noto-sans-jp', 'ja'],
  ['noto-sans-kr', 'ko'],
  ['noto-sans-arabic'],
  ['noto-sans-hebrew'],
  ['noto-sans-thai'],
  ['noto-sans-devanagari'],
  ['noto-sans-bengali'],
  ['noto-sans-tamil'],
  ['noto-sans-telugu'],
  ['noto-sans-kannada'],
  ['noto-sans-malayalam'],
  ['noto-sans-gujarati'],
  ['noto-sans-gurmukhi'],
  ['noto-sans-sinhala'],
  ['noto-sans-lao'],
  ['noto-sans-khmer'],
  ['noto-sans-myanmar'],
  ['noto-sans-armenian'],
  ['noto-sans-georgian'],
  ['noto-sans-ethiopic'],
  ['noto-emoji'],
];

export default definePlugin({
  id: 'report-fonts',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [contributions(reportFonts, ...families.map(([family]) => family))],
  setup(_needs, plugin) {
    for (const [order, [family, ...languages]] of families.entries())
      plugin.contribute(
        reportFonts,
        family,
        { open: 'to members' },
        { order, languages, files: () => filesOf(family) },
      );
  },
});

/** Variable fonts in pieces, each for a part of the characters, which `unicode.json` names. */
function filesOf(family: string): FontFiles {
  const ranges = fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/unicode.json`));
  return { ranges, file: join(dirname(ranges), 'files', `${family}-{part}-wght-normal.woff2`) };
}
