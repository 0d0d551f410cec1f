/** Keys and ids that are made here: from a label, and like no other. */
import { allFields } from './content.ts';
import type { Content } from './content.ts';

const reserved = ['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'];
const functions = ['sum', 'count', 'smallest', 'largest', 'average', 'round', 'value', 'years', 'days', 'today'];

/** A label as a key: "Net monthly income" is `netMonthlyIncome`; `without` where no letter of it can stand in one. */
export const keyFrom = (label: string, without = 'field'): string => {
  const words =
    label
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .match(/[A-Za-z0-9]+/g) ?? [];
  const key = words
    .map((word, i) => (i === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('')
    .replace(/^[0-9]+/, '')
    .slice(0, 40);
  const named = key === '' ? without : key.charAt(0).toLowerCase() + key.slice(1);
  return reserved.includes(named) || functions.includes(named) ? `${named}Field` : named;
};

/** `wanted`, or with the first number behind it that makes it one that nobody has. */
export const unlike = (wanted: string, taken: ReadonlySet<string>): string => {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted}${n}`;
    if (!taken.has(name)) return name;
  }
};

/** Keys and ids of all fields: a new name is none of them, so that no reference changes its meaning. */
export const namesIn = (content: Content): ReadonlySet<string> =>
  new Set([
    ...allFields(content).flatMap(({ path, id }) => [id, path[path.length - 1] ?? '']),
    ...content.requiredDocuments.map(({ key }) => key),
  ]);
