import { fullTextOffices } from '../collection/build.ts';
import { publications } from '../collection/index.ts';
import type { Publication } from '../collection/types.ts';
import { exchangeDocument, notFoundDocument } from '../documents/exchange.ts';
import type { Constituent } from '../documents/exchange.ts';
import { fullTextDocuments } from '../documents/fulltext.ts';
import { asked, equivalentsInquiry, fullTextInquiry, images, imagesInquiry } from '../documents/inquiries.ts';
import { worldPatentData } from '../xml/answer.ts';
import { el } from '../xml/tree.ts';
import { find, said } from './references.ts';
import type { Reference } from './references.ts';
import { fault, noResults } from './reply.ts';
import type { Reply } from './reply.ts';

export type Endpoint =
  'biblio' | 'abstract' | 'full-cycle' | 'fulltext' | 'claims' | 'description' | 'equivalents' | 'images';

/** All publications of an application in one country. */
export const cycleOf = ({ country, application }: Publication): readonly Publication[] =>
  publications
    .filter((one) => one.country === country && one.application.epodoc === application.epodoc)
    .toSorted((a, b) => a.date.localeCompare(b.date));

/** What is wanted of each publication, from the names behind the number: `biblio,abstract`, `biblio/full-cycle`. */
export function constituentOf(path: string): Constituent | null {
  const parts = path.split(/[,/]/).filter(Boolean);
  if (parts.length === 0 || parts.some((part) => part !== 'biblio' && part !== 'abstract' && part !== 'full-cycle'))
    return null;
  if (parts.includes('full-cycle')) return 'full-cycle';
  return parts.includes('biblio') ? 'biblio' : 'abstract';
}

/** The published data of one number or of several. */
export function published(references: readonly Reference[], endpoint: Endpoint, rest: string): Reply {
  const [first] = references;
  if (!first) return fault(404, 'CLIENT.WrongReferenceFormatting', 'The reference is not in the right format');
  if (endpoint === 'equivalents') return equivalents(first, rest);
  if (endpoint === 'images') return inquiry(references, imagesInquiry, ({ pages }) => pages !== null);
  if (endpoint === 'fulltext' || endpoint === 'claims' || endpoint === 'description') return text(references, endpoint);
  const constituent = constituentOf(`${endpoint}/${rest}`);
  return constituent ? bibliography(references, constituent) : noResults();
}

function bibliography(references: readonly Reference[], constituent: Constituent): Reply {
  const documents = references.map((reference) => {
    const found = find(reference);
    return constituent === 'full-cycle' ? [...new Set(found.flatMap(cycleOf))] : found;
  });
  if (documents.every((found) => found.length === 0)) return noResults();
  return {
    is: 'data',
    stylesheet: 'exchange',
    root: worldPatentData(
      el(
        'exchange-documents',
        {},
        documents.flatMap((found, i) => {
          const reference = references[i];
          if (found.length === 0 && reference) return [notFoundDocument(reference)];
          return found.map((one) => exchangeDocument(one, constituent));
        }),
      ),
    ),
  };
}

function text(references: readonly Reference[], part: 'fulltext' | 'claims' | 'description'): Reply {
  if (references.length === 1 && references[0] && !fullTextOffices.has(references[0].country))
    return fault(404, 'CLIENT.InvalidCountryCode', 'The country code is invalid');
  for (const reference of references) {
    const found = find(reference);
    if (found.length > 1) return ambiguous(reference, found);
  }
  if (part === 'fulltext')
    return inquiry(references, fullTextInquiry, ({ claims, descriptions }) => claims.length + descriptions.length > 0);
  const found = references
    .flatMap(find)
    .filter(({ claims, descriptions }) => (part === 'claims' ? claims : descriptions).length > 0);
  if (found.length === 0) return noResults();
  return { is: 'data', stylesheet: `pub-ftxt-${part}`, root: worldPatentData(fullTextDocuments(found, part)) };
}

function ambiguous(reference: Reference, found: readonly Publication[]): Reply {
  const { type, format } = reference;
  const start = `${type}/${format}`;
  return fault(413, 'CLIENT.AmbiguousRequest', 'The request was ambiguous', [
    `<cause>Ambiguous input: ${start}/${reference.text.replace(/[&<]/g, '')}</cause>`,
    ...found
      .map(({ country, number, kind, epodoc }) =>
        format === 'epodoc' ? `${epodoc}.${kind}` : `${country}.${number}.${kind}`,
      )
      .toSorted()
      .map((one) => `<resolution>${start}/${one}</resolution>`),
  ]);
}

function inquiry(
  references: readonly Reference[],
  write: typeof imagesInquiry,
  has: (publication: Publication) => boolean,
): Reply {
  const all = references.map((reference) => ({ reference, found: find(reference).filter(has) }));
  if (all.every(({ found }) => found.length === 0)) return noResults();
  return {
    is: 'data',
    stylesheet: 'pub-inquiry',
    root: worldPatentData(
      all.flatMap(({ reference, found }) =>
        found.length > 0 ? [write(asked(reference.type, said(reference)), found)] : [],
      ),
    ),
  };
}

function equivalents(reference: Reference, rest: string): Reply {
  const [found] = find(reference);
  if (!found) return noResults();
  const members = publications.filter(({ familyId }) => familyId === found.familyId);
  const constituent = constituentOf(rest);
  const ordered = [found, ...members.filter((one) => one !== found)];
  return {
    is: 'data',
    stylesheet: 'pub-inquiry',
    root: worldPatentData(
      equivalentsInquiry(asked(reference.type, said(reference)), ordered, (member) => {
        if (rest === 'images') return images(member);
        return constituent ? [el('exchange-documents', {}, exchangeDocument(member, constituent))] : [];
      }),
    ),
  };
}
