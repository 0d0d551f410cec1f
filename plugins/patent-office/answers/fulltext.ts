import { claimSetOf } from './claims.ts';
import { ns } from './namespaces.ts';
import { descriptionOf } from './paragraphs.ts';
import { referenceOf } from './references.ts';
import { child, children, descendants } from './tree.ts';
import type { Element } from './tree.ts';
import type { Fulltext, FulltextAnswer } from './types.ts';

/** Claims and descriptions, of one document or several. */
export function fulltextAnswer(roots: readonly Element[]): FulltextAnswer {
  const documents = roots.flatMap((root) => descendants(root, ns.fulltext, 'fulltext-document').map(fulltextOf));
  const partial =
    documents.length === 0 ||
    documents.some(
      ({ claims, descriptions }) =>
        claims.length + descriptions.length === 0 ||
        claims.some((set) => set.partial) ||
        descriptions.some(({ paragraphs }) => paragraphs.length === 0),
    );
  return { kind: 'fulltext', documents, partial };
}

function fulltextOf(of: Element): Fulltext {
  const references = children(child(of, ns.fulltext, 'bibliographic-data'), ns.fulltext, 'publication-reference');
  return {
    number: references.map((one) => referenceOf(one).docdb).find((docdb) => docdb !== null) ?? null,
    claims: children(of, ns.fulltext, 'claims').map(claimSetOf),
    descriptions: children(of, ns.fulltext, 'description').map(descriptionOf),
  };
}
