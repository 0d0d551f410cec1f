import { publicationEpodoc } from '../collection/numbers.ts';
import type { Citation, Publication } from '../collection/types.ts';
import { el } from '../xml/tree.ts';
import type { XmlElement } from '../xml/tree.ts';
import { date, docdbId, epodocId } from './ids.ts';

export function citations({ citations: all }: Publication): XmlElement | null {
  if (all.length === 0) return null;
  return el(
    'references-cited',
    {},
    all.map((one, i) =>
      el(
        'citation',
        { 'cited-phase': one.phase, 'cited-by': one.by, sequence: i + 1 },
        cited(one, all.slice(0, i + 1).filter(({ patent }) => (patent === null) === (one.patent === null)).length),
        one.categories.map((category) => el('category', {}, category)),
        one.claims ? el('rel-claims', {}, one.claims) : null,
        one.categories.includes('X') ? el('rel-passage', {}, el('passage', {}, '* the whole document *')) : null,
      ),
    ),
  );
}

function cited({ patent, text }: Citation, num: number): XmlElement {
  if (!patent) return el('nplcit', { num }, el('text', {}, text ?? ''));
  const name = patent.name ? [el('name', {}, patent.name.replace(' [', '\u2002['))] : [];
  return el(
    'patcit',
    { 'dnum-type': 'publication number', num },
    epodocId(publicationEpodoc(patent), ...name, date(patent.date)),
    docdbId(patent, ...name, date(patent.date)),
  );
}
