import type { Index, IndexKind } from './types.ts';

const index = (names: string, kind: IndexKind, title: string, example: string): Index => {
  const [name = '', ...also] = names.split(' ');
  return { name, also, kind, title, example };
};

/** What the service can search (guide 1.3.20, 4.2), in the order in which it is offered. */
export const indexes: readonly Index[] = [
  index('ta titleandabstract', 'text', 'Title or abstract', 'ta all "hydrogen storage"'),
  index('ti title', 'text', 'Title', 'ti="green energy"'),
  index('ab abstract', 'text', 'Abstract', 'ab=solar'),
  index('txt', 'text', 'Title, abstract or names', 'txt=battery'),
  index('pa applicant', 'party', 'Applicant', 'pa="Nordvik Energi"'),
  index('in inventor', 'party', 'Inventor', 'in=Smith'),
  index('ia inventorandapplicant', 'party', 'Inventor or applicant', 'ia=Siemens'),
  index('pd publicationdate', 'date', 'Date of publication', 'pd within "2019 2026"'),
  index('cpc', 'class', 'Classification, CPC', 'cpc=F17C11/00'),
  index('ipc ic', 'class', 'Classification, IPC', 'ipc=H04W'),
  index('cl', 'class', 'Classification, CPC or IPC', 'cl=H01M10/0525'),
  index('pn publicationnumber', 'number', 'Publication number, or country of publication', 'pn=EP1000000'),
  index('ap applicantnumber', 'number', 'Application number', 'ap=EP19990203729'),
  index('pr prioritynumber', 'number', 'Priority number, or country of priority', 'pr=GB'),
  index('num', 'number', 'Publication, application or priority number', 'num=EP1000000'),
  index('ct citation', 'number', 'Cites this publication', 'ct=EP1027777'),
  index('famn', 'number', 'Number of the family', 'famn=19768124'),
  index('cpci', 'class', 'CPC, of the invention', 'cpci=H01M10/0525'),
  index('cpca', 'class', 'CPC, additional', 'cpca=H01M10/0525'),
  index('cpcc', 'class', 'CPC, also of national offices', 'cpcc=H01M10/0525'),
  index('ci', 'class', 'IPC, core level, of the invention', 'ci=H04W'),
  index('cn', 'class', 'IPC, core level, additional', 'cn=H04W'),
  index('ai', 'class', 'IPC, advanced level, of the invention', 'ai=H04W4/00'),
  index('an', 'class', 'IPC, advanced level, additional', 'an=H04W4/00'),
  index('spn', 'number', 'Publication number, in the form of the EPO', 'spn=EP1000000'),
  index('sap', 'number', 'Application number, in the form of the EPO', 'sap=EP19990203729'),
  index('spr', 'number', 'Priority number, in the form of the EPO', 'spr=NL19981010536'),
  index('ex', 'number', 'Cited during examination', 'ex=EP1000000'),
  index('op', 'number', 'Cited during opposition', 'op=EP1000000'),
  index('rf', 'number', 'Cited by the applicant', 'rf=EP1000000'),
  index('oc', 'number', 'Cited elsewhere', 'oc=EP1000000'),
];

const byName = new Map(indexes.flatMap((one) => [one.name, ...one.also].map((name) => [name, one] as const)));

/** The index of that name. Upper and lower case are the same. */
export const indexOf = (name: string): Index | undefined => byName.get(name.toLowerCase());

/** The index with that short name, which is one of the catalogue's. */
export function theIndex(name: string): Index {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`There is no index ${name}.`);
  return found;
}

/**
 * What people know from other services and this one cannot search, with what is said of it and the index that comes
 * nearest, where there is one.
 */
const unavailable: ReadonlyMap<string, readonly [what: string, instead?: string]> = new Map<
  string,
  readonly [string, string?]
>([
  ['ad', ['The date of filing cannot be searched. The date of publication can: pd.', 'pd']],
  ['prd', ['The date of priority cannot be searched. The date of publication can: pd.', 'pd']],
  ['cc', ['There is no field for the country. The publication number takes it: pn=US.', 'pn']],
  ['pc', ['There is no field for the country. The publication number takes it: pn=US.', 'pn']],
  ['py', ['There is no field for the year alone. The date of publication takes it: pd=2020.', 'pd']],
  ['pk', ['The kind of a publication cannot be searched. Filter the results by it.']],
  ['kd', ['The kind of a publication cannot be searched. Filter the results by it.']],
  ['de', ['Designated states cannot be searched.']],
  ['ep', ['There is no field for that. The publication number takes a country: pn=EP.', 'pn']],
  ['ecla', ['The ECLA was replaced by the CPC: cpc.', 'cpc']],
  ['ec', ['The ECLA was replaced by the CPC: cpc.', 'cpc']],
  ['uc', ['Classes of the United States cannot be searched. The CPC can: cpc.', 'cpc']],
  ['ctc', ['There is no field for that. Citations are searched with ct.', 'ct']],
  ['claims', ['Claims cannot be searched, only title, abstract and names: txt.', 'txt']],
  ['clm', ['Claims cannot be searched, only title, abstract and names: txt.', 'txt']],
  ['desc', ['Descriptions cannot be searched, only title, abstract and names: txt.', 'txt']],
  ['description', ['Descriptions cannot be searched, only title, abstract and names: txt.', 'txt']],
  ['ftxt', ['Full texts cannot be searched, only title, abstract and names: txt.', 'txt']],
  ['fulltext', ['Full texts cannot be searched, only title, abstract and names: txt.', 'txt']],
  ['as', ['The field of the applicant is pa.', 'pa']],
  ['applicationnumber', ['The field of the application number is ap.', 'ap']],
  ['applicationdate', ['The date of filing cannot be searched. The date of publication can: pd.', 'pd']],
  ['filingdate', ['The date of filing cannot be searched. The date of publication can: pd.', 'pd']],
  ['prioritydate', ['The date of priority cannot be searched. The date of publication can: pd.', 'pd']],
  ['country', ['There is no field for the country. The publication number takes it: pn=US.', 'pn']],
  ['kind', ['The kind of a publication cannot be searched. Filter the results by it.']],
]);

/** Damerau's distance of two short words (each letter moved once): letters put in, left out, changed or exchanged. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i++) {
    const now = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      const turned = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      now[j] = Math.min(
        (last[j] ?? 0) + 1,
        (now[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
        turned ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, last] = [last, now];
  }
  return last[other.length] ?? 0;
}

/** The longest name is 20 letters long; what is much longer is near to none. */
const LONGEST = 24;

/**
 * The known name that somebody may have meant: at most two letters away, and less than half of the word, so that no
 * name of two letters is guessed from two others. Of names that are as near, one with the same first letter.
 */
function nearest(name: string): string | undefined {
  const wanted = name.toLowerCase();
  if (wanted.length > LONGEST) return undefined;
  const most = Math.min(2, Math.floor(wanted.length / 2), Math.max(1, Math.floor((wanted.length - 1) / 2)));
  const rank = (known: string): number => distance(wanted, known) * 2 + (known[0] === wanted[0] ? 0 : 1);
  const near = [...byName.keys()].filter((known) => distance(wanted, known) <= most);
  return near.sort((a, b) => rank(a) - rank(b))[0];
}

/** What is said of a name that is no index, and the name to take in its place. */
export function unknownIndex(name: string): { readonly message: string; readonly instead?: string } {
  const known = unavailable.get(name.toLowerCase());
  if (known !== undefined) return { message: known[0], ...(known[1] === undefined ? {} : { instead: known[1] }) };
  const near = nearest(name);
  const said = `There is no field “${name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name}”.`;
  return near === undefined ? { message: said } : { message: `${said} Did you mean ${near}?`, instead: near };
}
