import { citationsOf } from './citations.ts';
import { classesOf, ipcOldOf, ipcrOf } from './classes.ts';
import { linesOf } from './lines.ts';
import { ns } from './namespaces.ts';
import { partiesOf } from './parties.ts';
import { priorityOf, referenceIn } from './references.ts';
import { attribute, child, children, descendants, spaced, textOf } from './tree.ts';
import type { Element } from './tree.ts';
import type { DocumentsAnswer, PatentDocument, Wording } from './types.ts';

/** Documents on their own: one, several that were asked for at once, or all of a publication cycle. */
export function documentsAnswer(roots: readonly Element[]): DocumentsAnswer {
  const documents = roots.flatMap(documentsIn);
  const partial = documents.length === 0 || documents.some(({ status }) => status !== null);
  return { kind: 'documents', documents, partial };
}

/** All documents below an element, however they are wrapped. */
export const documentsIn = (of: Element): PatentDocument[] =>
  descendants(of, ns.exchange, 'exchange-document').map(documentOf);

/** One document. All of it may be missing. */
export function documentOf(of: Element): PatentDocument {
  if (of.document) return of.document;
  const bibliographic = child(of, ns.exchange, 'bibliographic-data');
  const publication = referenceIn(bibliographic, ns.exchange, 'publication-reference');
  const [country, number] = [attribute(of, 'country'), attribute(of, 'doc-number')];
  return {
    number: country && number ? { country, number, kind: attribute(of, 'kind') } : (publication?.docdb ?? null),
    status: attribute(of, 'status'),
    familyId: attribute(of, 'family-id'),
    publication,
    application: referenceIn(bibliographic, ns.exchange, 'application-reference'),
    priorities: children(bibliographic, ns.exchange, 'priority-claims').flatMap((claims) =>
      children(claims, ns.exchange, 'priority-claim').map(priorityOf),
    ),
    titles: wordings(children(bibliographic, ns.exchange, 'invention-title')),
    applicants: partiesOf(bibliographic, 'applicant'),
    inventors: partiesOf(bibliographic, 'inventor'),
    ipcOld: ipcOldOf(bibliographic),
    ipcr: ipcrOf(bibliographic),
    classes: classesOf(bibliographic),
    ...citationsOf(bibliographic),
    abstracts: wordings([
      ...children(of, ns.exchange, 'abstract'),
      ...children(bibliographic, ns.exchange, 'abstract'),
    ]),
  };
}

/** The language of an element in small letters; `ol` where it says none. */
export const langOf = (of: Element): string => attribute(of, 'lang')?.toLowerCase() ?? 'ol';

/** Texts by language, in order; empty ones are none. */
export const wordings = (found: readonly Element[]): Wording[] =>
  found.flatMap((one) => {
    const text = one.parts.every((part) => typeof part === 'string')
      ? spaced(textOf(one))
      : spaced(linesOf(one).join(' '));
    return text ? [{ lang: langOf(one), text }] : [];
  });
