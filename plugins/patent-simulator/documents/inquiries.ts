import type { Publication } from '../collection/types.ts';
import { el } from '../xml/tree.ts';
import type { XmlElement } from '../xml/tree.ts';
import { epodocId, docdbId } from './ids.ts';
import { clippingOf, layoutOf } from './layout.ts';

/** What a question was about, as it is said back. */
export const asked = (reference: string, id: XmlElement): XmlElement => el(`ops:${reference}-reference`, {}, id);

const result = (publication: Publication, ...parts: readonly XmlElement[]): XmlElement =>
  el('ops:inquiry-result', {}, el('publication-reference', {}, docdbId(publication)), ...parts);

export const fullTextInquiry = (question: XmlElement, found: readonly Publication[]): XmlElement =>
  el(
    'ops:fulltext-inquiry',
    {},
    question,
    found.map((publication) =>
      result(
        publication,
        ...publication.descriptions.map(({ lang }) => instance('description', lang)),
        ...publication.claims.map(({ lang }) => instance('claims', lang)),
      ),
    ),
  );

const instance = (desc: string, lang: string): XmlElement =>
  el(
    'ops:fulltext-instance',
    { system: 'ops.epo.org', lang, desc },
    el('ops:fulltext-format-options', {}, el('ops:fulltext-format', {}, 'text-only')),
  );

/** The simple family of a publication, one for each number. */
export function equivalentsInquiry(
  question: XmlElement,
  members: readonly Publication[],
  part: (publication: Publication) => readonly XmlElement[],
): XmlElement {
  const numbers = [...new Map(members.map((member) => [member.epodoc, member])).values()];
  return el(
    'ops:equivalents-inquiry',
    {},
    question,
    numbers.map((member) =>
      el('ops:inquiry-result', {}, el('publication-reference', {}, epodocId(member.epodoc)), ...part(member)),
    ),
  );
}

export const imagesInquiry = (question: XmlElement, found: readonly Publication[]): XmlElement =>
  el(
    'ops:document-inquiry',
    {},
    question,
    found.map((publication) => result(publication, ...images(publication))),
  );

const scans = ['application/pdf', 'application/tiff'];
const pictures = [...scans, 'image/jpeg', 'image/png'];

/** In an order that differs from document to document. */
export function images(publication: Publication): XmlElement[] {
  const layout = layoutOf(publication);
  if (!layout) return [];
  const { country, number, kind } = publication;
  const link = `published-data/images/${country}/${number}/${kind}`;
  const drawings = layout.pages.filter(({ section }) => section === 'DRAWINGS').length;
  const all = [
    image('FullDocument', layout.pages.length, `${link}/fullimage`, scans, layout.sections),
    ...(drawings > 0 ? [image('Drawing', drawings, `${link}/thumbnail`, scans, [{ name: 'DRAWINGS', start: 1 }])] : []),
    ...(clippingOf(publication)
      ? [
          image(
            'FirstPageClipping',
            1,
            `published-data/images/${country}/${number}/PA/firstpage`,
            pictures,
            ['ABSTRACT', 'BIBLIOGRAPHY'].map((name) => ({ name, start: 1 })),
          ),
        ]
      : []),
  ];
  return Number(number.at(-1)) % 2 === 0 ? all : all.toReversed();
}

const image = (
  desc: string,
  pages: number,
  link: string,
  formats: readonly string[],
  sections: readonly { readonly name: string; readonly start: number }[],
): XmlElement =>
  el(
    'ops:document-instance',
    { system: 'ops.epo.org', 'number-of-pages': pages, desc, link },
    el(
      'ops:document-format-options',
      {},
      formats.map((format) => el('ops:document-format', {}, format)),
    ),
    sections.map(({ name, start }) => el('ops:document-section', { name, 'start-page': start })),
  );
