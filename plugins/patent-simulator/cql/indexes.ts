import { QueryFault } from './fault.ts';

const indexes = {
  text: 'ti ab ta txt in pa ia',
  number: 'pn spn ap sap pr spr num ct ex op rf oc famn',
  date: 'pd',
  class: 'cpc cpci cpca cpcc ipc ic ci cn ai an cl',
} as const;
export type IndexKind = keyof typeof indexes;

const kinds = new Map<string, IndexKind>();
for (const kind of ['text', 'number', 'date', 'class'] as const)
  for (const name of indexes[kind].split(' ')) kinds.set(name, kind);

const long: Readonly<Record<string, string>> = {
  title: 'ti',
  abstract: 'ab',
  titleandabstract: 'ta',
  inventor: 'in',
  applicant: 'pa',
  inventorandapplicant: 'ia',
  publicationnumber: 'pn',
  applicantnumber: 'ap',
  prioritynumber: 'pr',
  publicationdate: 'pd',
  citation: 'ct',
};

export interface Index {
  /** As it was written, for the echo. */
  readonly said: string;
  readonly name: string;
  readonly kind: IndexKind;
}

/** Throws when the service has no such index. */
export function indexOf(said: string): Index {
  const lower = said.toLowerCase();
  const name = long[lower] ?? lower;
  const kind = kinds.get(name);
  if (!kind)
    throw new QueryFault(400, 'CLIENT.InvalidIndex', `The query provided is invalid. Invalid index name ${lower}`);
  return { said, name, kind };
}

/** What a term without an index is looked for in, by its shape. */
export function indexFor(term: string): Index {
  if (/^[a-z]{2}$/i.test(term) && term === term.toUpperCase()) return indexOf('num');
  if (/^(19|20)\d\d((0[1-9]|1[0-2])([0-2]\d|3[01])?)?$/.test(term) || /^\d{4}-\d\d-\d\d$/.test(term))
    return indexOf('pd');
  if (/^[A-HY]\d\d([A-Z](\d+(\/\d+)?)?)?$/i.test(term)) return indexOf('cl');
  if (/^[A-Z]{0,2}\d[\d./-]*[A-Z]?\d?$/i.test(term)) return indexOf('num');
  if (/^\p{Lu}\p{Ll}+$/u.test(term)) return indexOf('ia');
  return indexOf('txt');
}
