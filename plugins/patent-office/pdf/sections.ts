/** Where the parts of a document begin. */
import type { Bookmark } from './merge.ts';

const titles: Readonly<Record<string, string>> = {
  ABSTRACT: 'Abstract',
  AMENDMENT: 'Amendments',
  BIBLIOGRAPHY: 'Front page',
  CLAIMS: 'Claims',
  DESCRIPTION: 'Description',
  DRAWINGS: 'Drawings',
  SEARCH_REPORT: 'Search report',
};

/** In the order of their pages; what the office calls in another way keeps its name. */
export const sectionsOf = (starts: Readonly<Record<string, number>>, pages: number): readonly Bookmark[] =>
  Object.entries(starts)
    .filter(([, page]) => page >= 1 && page <= pages)
    .map(([name, page]) => ({ title: titles[name] ?? spelled(name), page }))
    .toSorted((a, b) => a.page - b.page || a.title.localeCompare(b.title));

const spelled = (name: string): string => name.charAt(0) + name.slice(1).toLowerCase().replaceAll('_', ' ');
