import { publications } from '../collection/index.ts';
import { filingOf, publicationEpodoc } from '../collection/numbers.ts';
import { worldPatentData } from '../xml/answer.ts';
import { el } from '../xml/tree.ts';
import type { XmlElement } from '../xml/tree.ts';
import { find } from './references.ts';
import type { Format, Reference } from './references.ts';
import { fault } from './reply.ts';
import type { Reply } from './reply.ts';

/** A number in another form: of what the collection has as it stands there, of others as the rules make it. */
export function standardization(reference: Reference | null, output: Format): Reply {
  if (!reference) return fault(404, 'CLIENT.WrongReferenceFormatting', 'The reference is not in the right format');
  const { type, format, country, number, kind, date } = reference;
  const known = knownOf(reference);
  const digits = number.replace(/^PCT\//, '').replace(/[^\dA-Z]/gi, '');
  const guess = { country, number: digits, kind: kind ?? 'A', date: date ?? '' };
  const there = known ?? guess;
  const epodoc =
    known?.epodoc ??
    (type === 'publication' || !date
      ? publicationEpodoc(guess)
      : filingOf(`${country} ${digits} ${guess.kind} ${date}`).epodoc);
  const day = there.date ? el('date', {}, there.date) : null;
  const out =
    output === 'epodoc'
      ? id('epodoc', el('doc-number', {}, epodoc), el('kind', {}, there.kind), day)
      : id(output, ...parts(there.country, output === 'original' ? number : there.number, there.kind), day);
  const wrap = (name: string, inner: XmlElement): XmlElement =>
    el(`ops:${name}`, {}, el(`ops:${type}-reference`, {}, inner));
  const given = id(
    format,
    ...(format === 'epodoc'
      ? [el('doc-number', {}, `${country}${number}`), ...(kind ? [el('kind', {}, kind)] : [])]
      : parts(country, number, kind)),
    date ? el('date', {}, date) : null,
  );
  return {
    is: 'data',
    stylesheet: 'numbers',
    root: worldPatentData(
      el('ops:meta', { name: 'status', value: known ? 'SUCCESS' : 'pBRE002 pBRE015' }),
      el('ops:meta', { name: 'version', value: '11.07.65' }),
      el(
        'ops:standardization',
        { inputFormat: format, outputFormat: output },
        wrap('input', given),
        wrap('output', out),
      ),
    ),
  };
}

const id = (format: Format, ...inner: readonly (XmlElement | null)[]): XmlElement =>
  el('document-id', { 'document-id-type': format }, inner);
const parts = (country: string, number: string, kind: string | null): XmlElement[] => [
  el('country', {}, country),
  el('doc-number', {}, number),
  ...(kind ? [el('kind', {}, kind)] : []),
];

function knownOf(
  reference: Reference,
): { country: string; number: string; kind: string; date: string; epodoc: string } | null {
  const { type, format, country, number } = reference;
  if (type !== 'publication' && format === 'original') {
    const filed = publications
      .flatMap(({ application, priorities }) => [application, ...priorities])
      .find((one) => one.country === country && one.original === number);
    return filed ?? null;
  }
  const [found] = find(reference);
  if (!found) return null;
  if (type === 'publication') return found;
  return type === 'application' ? found.application : (found.priorities[0] ?? null);
}
