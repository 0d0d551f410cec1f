/** People who are named in a comment, where its text is shown as their name. */
import { naming, rewriteNames } from '@dossier/sdk/markdown-names';
import type { Named } from './contract.ts';

/** The text with the names that these people have, whatever its author called them. */
export const withNames = (text: string, people: readonly Named[]): string => {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rewriteNames(text, (id, called) => naming({ id, name: names.get(id) ?? called }));
};
