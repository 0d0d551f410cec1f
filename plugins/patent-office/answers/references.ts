import type { PatentNumber } from '../numbers/types.ts';
import { dateOf } from './dates.ts';
import { ns } from './namespaces.ts';
import type { Priority, Reference } from './types.ts';
import { attribute, child, numeric, textIn } from './tree.ts';
import type { Element } from './tree.ts';

/** What an element with `document-id`s names, by their types. Of several but `original` ones the first counts. */
export function referenceOf(of: Element): Reference {
  let docdb: PatentNumber | null = null;
  let epodoc: string | null = null;
  let date: string | null = null;
  const original: string[] = [];
  for (const id of of.parts) {
    if (typeof id === 'string' || id.local !== 'document-id') continue;
    const { uri } = id;
    const number = textIn(id, uri, 'doc-number');
    const country = textIn(id, uri, 'country');
    date ??= dateOf(textIn(id, uri, 'date'));
    const type = attribute(id, 'document-id-type') ?? attribute(of, 'data-format');
    if (number === null) continue;
    if (type === 'epodoc') epodoc ??= country && !number.startsWith(country) ? country + number : number;
    else if (type === 'original') original.push(number);
    else if (country) docdb ??= { country, number, kind: textIn(id, uri, 'kind') };
  }
  return { docdb, epodoc, original, date };
}

/** The reference of a name within an element: publication, application. */
export function referenceIn(of: Element | undefined, uri: string, local: string): Reference | null {
  const found = child(of, uri, local);
  return found ? referenceOf(found) : null;
}

/** A priority with its numbers. */
export function priorityOf(of: Element): Priority {
  const active = textIn(of, ns.exchange, 'priority-active-indicator');
  return {
    sequence: numeric(of, 'sequence'),
    kind: attribute(of, 'kind'),
    ...referenceOf(of),
    active: active === null ? null : /^y/i.test(active),
    linkage: textIn(of, ns.exchange, 'priority-linkage-type'),
  };
}
