import { documentsIn, wordings } from './documents.ts';
import { ns } from './namespaces.ts';
import { referenceOf } from './references.ts';
import { attribute, child, children, descendants, numeric, textIn } from './tree.ts';
import type { Element } from './tree.ts';
import { dateOf } from './dates.ts';
import type { RegisterAnswer, RegisterDocument, RegisterNumber, SearchAnswer } from './types.ts';

/** What both searches say of themselves. */
function headOf(root: Element): {
  total: number | null;
  query: string | null;
  begin: number | null;
  end: number | null;
} {
  const range = child(root, ns.ops, 'range');
  return {
    total: numeric(root, 'total-result-count'),
    query: textIn(root, ns.ops, 'query'),
    begin: numeric(range, 'begin'),
    end: numeric(range, 'end'),
  };
}

/** Whether fewer came than the range and the total promise. */
const falls = (head: ReturnType<typeof headOf>, came: number): boolean =>
  head.total !== null && came < Math.min(head.end ?? head.total, head.total) - (head.begin ?? 1) + 1;

/** Hits of a search, bare or with bibliographic data. */
export function searchAnswer(root: Element): SearchAnswer {
  const head = headOf(root);
  const result = child(root, ns.ops, 'search-result');
  const hits = children(result, ns.ops, 'publication-reference').map((hit) => ({
    familyId: attribute(hit, 'family-id'),
    ids: referenceOf(hit),
  }));
  const documents = result ? documentsIn(result) : [];
  return { kind: 'search', ...head, hits, documents, partial: falls(head, hits.length + documents.length) };
}

/** Entries of the register. */
export function registerAnswer(root: Element): RegisterAnswer {
  const head = headOf(root);
  const documents = descendants(root, ns.register, 'register-document').map(entryOf);
  return { kind: 'register', ...head, documents, partial: falls(head, documents.length) };
}

function entryOf(of: Element): RegisterDocument {
  const data = child(of, ns.register, 'bibliographic-data');
  return {
    status: attribute(of, 'status') ?? attribute(data, 'status'),
    titles: wordings(children(data, ns.register, 'invention-title')),
    publications: numbersIn(data, 'publication-reference'),
    applications: numbersIn(data, 'application-reference'),
  };
}

const numbersIn = (data: Element | undefined, local: string): RegisterNumber[] =>
  children(data, ns.register, local).flatMap((reference) =>
    children(reference, ns.register, 'document-id').map((id) => ({
      country: textIn(id, ns.register, 'country'),
      number: textIn(id, ns.register, 'doc-number'),
      kind: textIn(id, ns.register, 'kind'),
      date: dateOf(textIn(id, ns.register, 'date')),
    })),
  );
