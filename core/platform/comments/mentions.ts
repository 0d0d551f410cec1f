/** People who are named in a comment: `@[Otto Officer](user:0190…)` in its text. */
import type { Named } from './contract.ts';

const mention = /@\[([^\]\n]{0,200})\]\(user:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/g;

/** Whom a text names, each once. */
export const mentionedIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(mention)].map(([, , id = '']) => id)),
];

/** The text with the names that these people have, whatever its author called them. */
export const withNames = (text: string, people: readonly Named[]): string => {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return text.replaceAll(mention, (as, _called, id: string) => {
    const name = names.get(id);
    return name === undefined ? as : `@[${name.replaceAll(/[[\]\n]/g, ' ')}](user:${id})`;
  });
};
