/** Bibliographic data of an answer, as it is kept. */
import type { PatentCitation, PatentDocument, Reference } from '../answers/types.ts';
import { canonical, spoken } from '../numbers/words.ts';
import { applicantsOf } from '../patents.ts';
import type { Biblio } from './kept.ts';

export const biblioOf = (document: PatentDocument): Biblio => ({
  titles: document.titles.map(({ lang, text }) => ({ lang, text })),
  abstracts: document.abstracts.map(({ lang, text }) => ({ lang, text })),
  applicants: [...applicantsOf(document)],
  inventors: [...inventorsOf(document)],
  filedOn: document.application?.date ?? null,
  application: document.application && numberIn(document.application),
  priorities: document.priorities.flatMap((priority) => {
    const number = numberIn(priority);
    return number === null ? [] : [{ number, date: priority.date }];
  }),
  classes: classesIn(document),
  cited: document.patentCitations.map(citedOf),
  literature: document.otherCitations.map(({ text }) => text),
});

function inventorsOf({ inventors }: PatentDocument): readonly string[] {
  const usual = inventors.filter(({ format }) => format === 'epodoc' || format === 'docdb');
  return [...new Set((usual.length > 0 ? usual : inventors).map(({ name }) => name))];
}

const numberIn = ({ docdb, epodoc, original }: Reference): string | null =>
  epodoc ?? (docdb && canonical(docdb)) ?? original[0] ?? null;

/** Of the CPC, or of the IPC where the office gives no other. */
function classesIn({ classes, ipcr, ipcOld }: PatentDocument): Biblio['classes'] {
  const cpc = (classes?.cpc ?? []).map(({ symbol, value }) => ({ symbol, isAdditional: value === 'A' }));
  if (cpc.length > 0) return cpc;
  const found = new Map<string, Biblio['classes'][number]>();
  for (const symbol of ipcOld) found.set(symbol, { symbol, isAdditional: false });
  for (const { symbol, value } of ipcr)
    if (found.get(symbol)?.isAdditional !== false) found.set(symbol, { symbol, isAdditional: value === 'N' });
  return [...found.values()];
}

const citedOf = ({ docdb, epodoc, name, date, by, categories }: PatentCitation): Biblio['cited'][number] => ({
  number: docdb && canonical(docdb),
  spoken: docdb ? spoken(docdb) : (epodoc ?? name ?? 'A patent whose number the office does not give'),
  name,
  date,
  by,
  categories: [...categories],
});
