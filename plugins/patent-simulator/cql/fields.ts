import { publicationEpodoc } from '../collection/numbers.ts';
import type { DocNumber, Filing, Party, Publication } from '../collection/types.ts';

/** Texts of a publication that an index looks into. Phrases do not reach from one to the next. */
export function textsOf(publication: Publication, index: string): readonly string[] {
  const names = (all: readonly Party[]): string[] => all.flatMap(({ normalised, original }) => [normalised, original]);
  const titles = publication.titles.map(({ text }) => text);
  const abstracts = publication.abstracts.map(({ text }) => text);
  const inventors = names(publication.inventors);
  const applicants = names(publication.applicants);
  switch (index) {
    case 'ti':
      return titles;
    case 'ab':
      return abstracts;
    case 'ta':
      return [...titles, ...abstracts];
    case 'in':
      return inventors;
    case 'pa':
      return applicants;
    case 'ia':
      return [...inventors, ...applicants];
    default:
      return [...titles, ...abstracts, ...inventors, ...applicants];
  }
}

const spellings = ({ country, number, kind }: DocNumber, epodoc: string): string[] => [
  country,
  `${country}${number}`,
  `${country}${number}${kind}`,
  epodoc,
  `${epodoc}${kind}`,
];
const filed = (filing: Filing): string[] => spellings(filing, filing.epodoc);
const cited = (all: Publication['citations']): string[] =>
  all.flatMap(({ patent }) => (patent ? spellings(patent, publicationEpodoc(patent)) : []));

/** All spellings of the numbers that an index looks into. */
export function numbersOf(publication: Publication, index: string): readonly string[] {
  const { application, priorities, citations } = publication;
  const own = spellings(publication, publication.epodoc);
  switch (index) {
    case 'pn':
    case 'spn':
      return own;
    case 'ap':
    case 'sap':
      return filed(application);
    case 'pr':
    case 'spr':
      return priorities.flatMap(filed);
    case 'num':
      return [...own, ...filed(application), ...priorities.flatMap(filed)];
    case 'famn':
      return [publication.familyId];
    case 'ct':
      return cited(citations);
    case 'ex':
      return cited(citations.filter(({ by }) => by === 'examiner'));
    default:
      return [];
  }
}

/** Class symbols that an index looks into. Core levels of the IPC ended in 2010. */
export function symbolsOf({ ipc, cpc }: Publication, index: string): readonly string[] {
  const of = (value: string): string[] => cpc.filter((one) => one.value === value).map(({ symbol }) => symbol);
  switch (index) {
    case 'cpc':
      return cpc.map(({ symbol }) => symbol);
    case 'cpci':
      return of('I');
    case 'cpca':
      return of('A');
    case 'ipc':
    case 'ic':
    case 'ai':
      return ipc;
    case 'cl':
      return [...ipc, ...cpc.map(({ symbol }) => symbol)];
    default:
      return [];
  }
}
