import type { Access, Contributions } from '@dossier/sdk';
import type { ReportFont } from './contract.ts';
import type { OrderedFont } from './computed.ts';

/** The fonts that plugins add, the first first; where their files are is asked once. */
export const fontsOf = (typefaces: Contributions<ReportFont>, access: Access): readonly OrderedFont[] =>
  typefaces
    .list(access)
    .map(({ value }) => value)
    .toSorted((a, b) => a.order - b.order)
    .map((font) => {
      let files = known.get(font);
      if (!files) known.set(font, (files = font.files()));
      return { ...files, languages: font.languages };
    });

const known = new WeakMap<ReportFont, ReturnType<ReportFont['files']>>();
