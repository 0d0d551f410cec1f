import type { Publication, Written } from '../collection/types.ts';
import { el } from '../xml/tree.ts';
import type { XmlElement } from '../xml/tree.ts';
import { citations } from './citations.ts';
import { classes } from './classes.ts';
import { applicationId, date, docdbId, epodocId, originalId, publicationReference } from './ids.ts';
import { parties } from './parties.ts';

export type Constituent = 'biblio' | 'abstract' | 'full-cycle';

/**
 * A publication with its bibliographic data. Of the abstract alone the service says little: no family, no parties but
 * their empty element.
 */
export function exchangeDocument(publication: Publication, constituent: Constituent): XmlElement {
  const { country, number, kind, familyId } = publication;
  const name = { country, 'doc-number': number, kind };
  if (constituent === 'abstract')
    return el(
      'exchange-document',
      name,
      el('bibliographic-data', {}, publicationReference(publication), el('parties')),
      abstracts(publication),
    );
  return el(
    'exchange-document',
    { system: 'ops.epo.org', 'family-id': familyId, ...name },
    biblio(publication),
    abstracts(publication),
  );
}

/** What stands in a bulk answer for a number that nobody knows. */
export const notFoundDocument = (name: { country: string; number: string; kind: string | null }): XmlElement =>
  el('exchange-document', {
    system: 'ops.epo.org',
    country: name.country,
    'doc-number': name.number,
    kind: name.kind ?? undefined,
    status: 'not found',
  });

function biblio(publication: Publication): XmlElement {
  const { application, priorities, titles } = publication;
  return el(
    'bibliographic-data',
    {},
    publicationReference(publication),
    classes(publication),
    el(
      'application-reference',
      { 'doc-id': applicationId(application) },
      docdbId(application),
      epodocId(application.epodoc, date(application.date)),
      originalId(application.original),
    ),
    priorities.length === 0
      ? null
      : el(
          'priority-claims',
          {},
          priorities.map(({ type, epodoc, original, date: day }, i) =>
            el(
              'priority-claim',
              { sequence: i + 1, kind: type === 'regional' ? 'regional' : 'national' },
              epodocId(epodoc, date(day)),
              originalId(original),
            ),
          ),
        ),
    parties(publication),
    titles.map(({ lang, text }) => el('invention-title', { lang }, text)),
    citations(publication),
  );
}

const abstracts = ({ abstracts: all }: Publication): XmlElement[] =>
  all.map(({ lang, text }: Written) => el('abstract', { lang }, el('p', {}, text)));
