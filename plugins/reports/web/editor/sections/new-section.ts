import type { AnySection, Catalogue, Source } from '../../types.ts';
import { recordsIn, textIn } from './field-context.ts';
import { beginning } from './plugin-kind.ts';

/** Icons of the kinds; kinds of plugins have the usual box. */
export const iconOf: Readonly<Record<string, string>> = {
  text: 'text',
  figures: 'figures',
  chart: 'chart',
  table: 'table',
  groups: 'table',
};

/** A section to begin with: something that can be computed at once. */
export function newSection(
  { id: kind, title, schema }: Catalogue['kinds'][number],
  sources: readonly Source[],
): AnySection {
  const source = sources.find(({ id }) => id === 'applications') ?? sources[0];
  const measures = source?.measures.slice(0, 1).map(({ key }) => key) ?? [];
  switch (kind) {
    case 'text':
      return { kind, paragraphs: ['Write here what the reader should know.'] };
    case 'figures':
      return {
        kind,
        title: 'Key figures',
        figures: source ? source.measures.slice(0, 3).map(({ key }) => ({ source: source.id, measure: key })) : [],
      };
    case 'chart':
      return {
        kind,
        title: `${source?.title ?? 'Numbers'} over time`,
        chart: 'bar',
        source: source?.id ?? '',
        measures,
        by: 'time',
      };
    case 'groups':
      return {
        kind,
        title: `${source?.title ?? 'Numbers'} over time`,
        source: source?.id ?? '',
        measures: source?.measures.slice(0, 2).map(({ key }) => key) ?? [],
        by: 'time',
      };
    case 'table':
      return {
        kind,
        title: source?.title ?? 'Rows',
        source: source?.id ?? '',
        columns: source?.columns.slice(0, 5).map(({ key }) => key) ?? [],
        at: source?.columns.find(({ type }) => type === 'time')?.key ?? null,
      };
    default:
      return beginning(kind, title, schema);
  }
}

/** What a section is called in the list of sections. */
export const nameOf = (section: AnySection): string =>
  textIn(section['title']).trim() || (section.kind === 'text' ? firstWords(section) : section.kind);

const firstWords = (section: AnySection): string => {
  const [first] = Array.isArray(section['paragraphs']) ? section['paragraphs'] : [];
  const words = textIn(first).split(/\s+/).slice(0, 6).join(' ');
  return words === '' ? 'Text' : words;
};

/** What is in it, in a few words. */
export function contentOf(section: AnySection, kindTitle: string, sources: readonly Source[]): string {
  if (section.kind === 'figures') return `${kindTitle} · ${recordsIn(section['figures']).length}`;
  const source = sources.find(({ id }) => id === section['source'])?.title;
  return source === undefined ? kindTitle : `${kindTitle} · ${source}`;
}
