import type { Publication } from '../collection/types.ts';
import { el } from '../xml/tree.ts';
import type { XmlElement } from '../xml/tree.ts';
import { exchangeDocument } from './exchange.ts';
import type { Constituent } from './exchange.ts';
import { docdbId } from './ids.ts';

export interface SearchAnswer {
  readonly query: string;
  readonly total: number;
  readonly from: number;
  readonly to: number;
  readonly hits: readonly Publication[];
  /** Null for numbers alone; what follows the commas otherwise. */
  readonly constituent: Constituent | null;
  /** Of all publications of a number, under `full-cycle`. */
  cycle(publication: Publication): readonly Publication[];
}

/** The range is said back as it was asked for, however few hits there are. */
export const biblioSearch = (answer: SearchAnswer): XmlElement =>
  el(
    'ops:biblio-search',
    { 'total-result-count': answer.total },
    el('ops:query', { syntax: 'CQL' }, answer.query),
    el('ops:range', { begin: answer.from, end: answer.to }),
    el(
      'ops:search-result',
      {},
      answer.hits.map((hit) => result(hit, answer)),
    ),
  );

function result(hit: Publication, { constituent, cycle }: SearchAnswer): XmlElement {
  if (constituent === null)
    return el('ops:publication-reference', { system: 'ops.epo.org', 'family-id': hit.familyId }, docdbId(hit));
  const documents = constituent === 'full-cycle' ? cycle(hit) : [hit];
  return el(
    'exchange-documents',
    {},
    documents.map((one) => exchangeDocument(one, constituent)),
  );
}
