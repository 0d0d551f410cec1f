import { documentsIn, langOf } from './documents.ts';
import { ns } from './namespaces.ts';
import { referenceOf } from './references.ts';
import { attribute, children, descendants, elements, numeric, spaced, textOf } from './tree.ts';
import type { Element } from './tree.ts';
import type { EquivalentsAnswer, FulltextInquiry, ImagesInquiry, Reference } from './types.ts';

const results = (roots: readonly Element[]): Element[] =>
  roots.flatMap((root) => children(root, ns.ops, 'inquiry-result'));

const nothing: Reference = { docdb: null, epodoc: null, original: [], date: null };

/** The publication that a result is about, in whichever of the two namespaces. */
function about(result: Element): Reference {
  const found = elements(result).find(
    ({ local, uri }) => local === 'publication-reference' && (uri === ns.exchange || uri === ns.ops),
  );
  return found ? referenceOf(found) : nothing;
}

const formats = (instance: Element, local: string): string[] =>
  descendants(instance, ns.ops, local).flatMap((format) => spaced(textOf(format)) || []);

/** Which texts there are. */
export const fulltextInquiry = (roots: readonly Element[]): FulltextInquiry => ({
  kind: 'fulltext-inquiry',
  results: results(roots).map((result) => ({
    number: about(result).docdb,
    epodoc: about(result).epodoc,
    instances: children(result, ns.ops, 'fulltext-instance').map((instance) => ({
      desc: attribute(instance, 'desc') ?? '',
      lang: attribute(instance, 'lang') === null ? null : langOf(instance),
      formats: formats(instance, 'fulltext-format'),
    })),
  })),
});

/** Which pages there are. */
export const imagesInquiry = (roots: readonly Element[]): ImagesInquiry => ({
  kind: 'images-inquiry',
  results: results(roots).map((result) => ({
    number: about(result).docdb,
    epodoc: about(result).epodoc,
    instances: children(result, ns.ops, 'document-instance').map((instance) => ({
      desc: attribute(instance, 'desc') ?? '',
      pages: numeric(instance, 'number-of-pages'),
      link: attribute(instance, 'link'),
      formats: formats(instance, 'document-format'),
      sections: Object.fromEntries(
        children(instance, ns.ops, 'document-section').flatMap((section) => {
          const [name, page] = [attribute(section, 'name'), numeric(section, 'start-page')];
          return name !== null && page !== null ? [[name, page] as const] : [];
        }),
      ),
    })),
  })),
});

/** The simple family. */
export const equivalentsAnswer = (roots: readonly Element[]): EquivalentsAnswer => ({
  kind: 'equivalents',
  members: results(roots).map(about),
  documents: results(roots).flatMap(documentsIn),
});
