import type { DocNumber, Publication } from '../collection/types.ts';
import { el } from '../xml/tree.ts';
import type { XmlElement } from '../xml/tree.ts';

type Number = Pick<DocNumber, 'country' | 'number' | 'kind'>;

export const docdbId = ({ country, number, kind }: Number, ...more: readonly XmlElement[]): XmlElement =>
  el(
    'document-id',
    { 'document-id-type': 'docdb' },
    el('country', {}, country),
    el('doc-number', {}, number),
    el('kind', {}, kind),
    ...more,
  );
export const epodocId = (number: string, ...more: readonly XmlElement[]): XmlElement =>
  el('document-id', { 'document-id-type': 'epodoc' }, el('doc-number', {}, number), ...more);
export const originalId = (number: string): XmlElement =>
  el('document-id', { 'document-id-type': 'original' }, el('doc-number', {}, number));
export const date = (text: string): XmlElement => el('date', {}, text);

/** A publication in both forms, as bibliographic data names it. */
export const publicationReference = (publication: Publication): XmlElement =>
  el(
    'publication-reference',
    {},
    docdbId(publication, date(publication.date)),
    epodocId(publication.epodoc, date(publication.date)),
  );

/** An id of the service's own for an application; the same for all publications of it. */
export const applicationId = ({ epodoc }: Publication['application']): string =>
  String([...epodoc].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 900_000_007, 7) + 1_000_000);
