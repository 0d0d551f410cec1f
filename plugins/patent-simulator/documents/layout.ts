import type { Publication } from '../collection/types.ts';

export interface Page {
  readonly section: 'BIBLIOGRAPHY' | 'DESCRIPTION' | 'CLAIMS' | 'DRAWINGS' | 'SEARCH_REPORT' | 'AMENDMENT';
  readonly lines: readonly string[];
  /** What a sheet of drawings shows; null on a page of text. */
  readonly figure: { readonly number: number; readonly caption: string } | null;
}
export interface Layout {
  readonly pages: readonly Page[];
  readonly sections: readonly { readonly name: string; readonly start: number }[];
}

const perPage = 42;
const width = 88;
/** Offices whose first pages the service cuts out. */
const clipped: ReadonlySet<string> = new Set(['WO', 'AT', 'FR', 'DE', 'GB', 'EP', 'CA', 'US']);

export const clippingOf = ({ country, figures, pages, kind }: Publication): boolean =>
  clipped.has(country) && figures.length > 0 && pages !== null && kind !== 'A3';

const known = new WeakMap<Publication, Layout>();

/** The pages of a document, exactly as many as it has; null when there are no images of it. */
export function layoutOf(publication: Publication): Layout | null {
  if (publication.pages === null) return null;
  let layout = known.get(publication);
  if (!layout) known.set(publication, (layout = pagesOf(publication, publication.pages)));
  return layout;
}

function pagesOf(publication: Publication, count: number): Layout {
  const text = (section: Page['section'], paragraphs: readonly string[]): Page[] => {
    const lines = paragraphs.flatMap((paragraph) => [...wrap(paragraph), '']);
    const pages = Math.ceil(lines.length / perPage);
    return Array.from({ length: pages }, (_, i) => ({
      section,
      lines: lines.slice(i * perPage, (i + 1) * perPage),
      figure: null,
    }));
  };
  const front: Page = { section: 'BIBLIOGRAPHY', lines: frontLines(publication), figure: null };
  const report = publication.kind === 'A3' || (publication.country === 'EP' && count > 10);
  const claims = text(
    'CLAIMS',
    publication.claims.flatMap((set) => set.claims.map((one, i) => `${i + 1}. ${one}`)),
  );
  const search: Page[] = report
    ? [
        {
          section: 'SEARCH_REPORT',
          lines: ['SEARCH REPORT', '', ...publication.citations.map(citedLine)],
          figure: null,
        },
      ]
    : [];
  const fixed = 1 + claims.length + search.length;
  const sheets = Math.max(0, Math.min(publication.figures.length, count - fixed));
  // What is left is filled by the description, which goes on in small steps.
  const descriptionPages = Math.max(0, count - fixed - sheets);
  const words = publication.descriptions[0]?.paragraphs ?? publication.abstracts.map((one) => one.text);
  const description = Array.from({ length: descriptionPages }, (_, i): Page => {
    const lines = text('DESCRIPTION', words).flatMap((page) => page.lines);
    const from = (i * 9) % Math.max(1, lines.length);
    return {
      section: 'DESCRIPTION',
      lines: [`- ${i + 1} -`, '', ...lines.slice(from), ...lines.slice(0, from)].slice(0, perPage),
      figure: null,
    };
  });
  const drawings = publication.figures
    .slice(0, sheets)
    .map((caption, i): Page => ({ section: 'DRAWINGS', lines: [], figure: { number: i + 1, caption } }));
  const pages = [front, ...description, ...claims, ...drawings, ...search].slice(0, count);
  const sections = ['ABSTRACT', 'BIBLIOGRAPHY', 'CLAIMS', 'DESCRIPTION', 'DRAWINGS', 'SEARCH_REPORT'].flatMap(
    (name) => {
      const at = pages.findIndex(({ section }) => section === (name === 'ABSTRACT' ? 'BIBLIOGRAPHY' : name));
      return at === -1 ? [] : [{ name, start: at + 1 }];
    },
  );
  return { pages, sections };
}

function frontLines(publication: Publication): string[] {
  const { country, number, kind, date, titles, abstracts, applicants, inventors, application, ipc } = publication;
  return [
    `(11)  ${country} ${number} ${kind}`,
    `(45)  ${date.slice(6)}.${date.slice(4, 6)}.${date.slice(0, 4)}`,
    `(21)  ${application.original}`,
    `(51)  ${ipc.join(', ')}`,
    `(71)  ${applicants.map(({ original }) => original).join('; ')}`,
    `(72)  ${inventors.map(({ original }) => original).join('; ')}`,
    '',
    ...titles.flatMap(({ text }) => wrap(`(54)  ${text}`)),
    '',
    ...abstracts.slice(0, 1).flatMap(({ text }) => wrap(`(57)  ${text}`)),
  ];
}

const citedLine = ({ categories, patent, text, claims }: Publication['citations'][number]): string =>
  `${categories.join('')}  ${patent ? `${patent.country} ${patent.number} ${patent.kind}` : (text ?? '')}  ${claims ?? ''}`;

function wrap(paragraph: string): string[] {
  const lines = [''];
  for (const word of paragraph.split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    if (last && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}
