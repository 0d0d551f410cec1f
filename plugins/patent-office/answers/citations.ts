import { ns } from './namespaces.ts';
import { named } from './parties.ts';
import { referenceOf } from './references.ts';
import { attribute, children, descendants, spaced, textIn, textOf } from './tree.ts';
import type { Element } from './tree.ts';
import type { OtherCitation, PatentCitation } from './types.ts';

/** What a record cites: patents, and other literature. */
export function citationsOf(bibliographic: Element | undefined): {
  patentCitations: PatentCitation[];
  otherCitations: OtherCitation[];
} {
  const patentCitations: PatentCitation[] = [];
  const otherCitations: OtherCitation[] = [];
  for (const cited of children(bibliographic, ns.exchange, 'references-cited'))
    for (const citation of children(cited, ns.exchange, 'citation')) {
      const about = {
        phase: attribute(citation, 'cited-phase'),
        by: attribute(citation, 'cited-by'),
        categories: texts(citation, 'category'),
        claims: textIn(citation, ns.exchange, 'rel-claims'),
        passages: texts(citation, 'passage'),
      };
      for (const patent of children(citation, ns.exchange, 'patcit')) {
        const { docdb, epodoc, original, date } = referenceOf(patent);
        const name = descendants(patent, ns.exchange, 'name').map((one) => named(textOf(one)).name)[0] ?? null;
        patentCitations.push({ docdb, epodoc: epodoc ?? original[0] ?? null, name, date, ...about });
      }
      for (const literature of children(citation, ns.exchange, 'nplcit')) {
        const text = textIn(literature, ns.exchange, 'text') ?? spaced(textOf(literature));
        if (text) otherCitations.push({ text, ...about });
      }
    }
  return { patentCitations, otherCitations };
}

const texts = (of: Element, local: string): string[] =>
  descendants(of, ns.exchange, local).flatMap((found) => spaced(textOf(found)) || []);
