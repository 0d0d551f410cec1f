import type { ClaimSet, Publication } from '../collection/types.ts';
import { namespaces } from '../xml/names.ts';
import { el } from '../xml/tree.ts';
import type { XmlElement } from '../xml/tree.ts';

const fullText = (publication: Publication, parts: readonly XmlElement[]): XmlElement =>
  el(
    'ftxt:fulltext-document',
    { system: 'ops.epo.org', 'fulltext-format': 'text-only' },
    el(
      'bibliographic-data',
      {},
      el(
        'publication-reference',
        { 'data-format': 'docdb' },
        el(
          'document-id',
          {},
          el('country', {}, publication.country),
          el('doc-number', {}, publication.number),
          el('kind', {}, publication.kind),
        ),
      ),
    ),
    parts,
  );

export const fullTextDocuments = (publications: readonly Publication[], part: 'claims' | 'description'): XmlElement =>
  el(
    'ftxt:fulltext-documents',
    { xmlns: namespaces.fulltext, 'xmlns:ftxt': namespaces.fulltext },
    publications.map((publication) =>
      fullText(publication, part === 'claims' ? claims(publication) : descriptions(publication)),
    ),
  );

/** All claims of a language are one `claim`, whatever it is called. */
const claims = ({ claims: sets }: Publication): XmlElement[] =>
  sets.map((set) =>
    el(
      'claims',
      { lang: set.lang },
      el(
        'claim',
        {},
        claimTexts(set).map((text) => el('claim-text', {}, text)),
      ),
    ),
  );

function claimTexts({ claims: all, packing }: ClaimSet): string[] {
  const numbered = all.map((text, i) => `${i + 1}. ${text}`);
  if (packing === 'packed') return [numbered.join('\n')];
  if (packing === 'heading') return [`Claims\n${numbered.join('\n')}`];
  if (packing === 'each') return numbered;
  // A claim goes on in a text without a number.
  return numbered.flatMap((text) => {
    const at = text.indexOf(', ');
    return at === -1 ? [text] : [text.slice(0, at + 1), text.slice(at + 2)];
  });
}

const descriptions = ({ descriptions: all }: Publication): XmlElement[] =>
  all.map(({ lang, paragraphs }) =>
    el(
      'description',
      { lang },
      paragraphs.map((text) => el('p', {}, text)),
    ),
  );
