/** People who are named in a text: written `@Otto Officer`, sent and kept with their id. */
import { naming, namingPlaces, personWritten, rewriteNames } from '@dossier/sdk/web/ui/markdown-names';
import type { Named } from '../contract.ts';

const escaped = (name: string): string => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Turns a text that is kept into the one that its author sees while they write. */
export const asTyped = (text: string): string => rewriteNames(text, (_id, name) => `@${name}`);

/** Turns a typed text into the one that is sent: who is called by their whole name is named, where it shows a name. */
export function asSent(text: string, people: readonly Named[]): string {
  const known = new Map(people.toReversed().map((one) => [one.name, one]));
  // A longer name may begin with a shorter one.
  const names = [...known.keys()].filter((name) => name !== '').toSorted((a, b) => b.length - a.length);
  if (names.length === 0) return text;
  const called = `@(${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`;
  const calls: (string | null)[] = [];
  const sent = text.replaceAll(
    new RegExp(`${personWritten.source}|${called}`, 'gu'),
    (as, _name, _id, name?: string) => {
      const one = known.get(name ?? '');
      calls.push(one ? as : null);
      return one ? naming(one) : as;
    },
  );
  const places = namingPlaces(sent);
  let at = 0;
  return sent.replaceAll(personWritten, (as) => {
    const i = at++;
    return (places[i] ? null : calls[i]) ?? as;
  });
}

/** Who may be meant by what stands before the caret, at most six; none where no name is begun. */
export function offeredAt(text: string, caret: number, people: readonly Named[]): readonly Named[] {
  const begun = /(?:^|\s)@([^\s@][^@\n]{0,60}|)$/u.exec(text.slice(0, caret))?.[1]?.toLowerCase();
  if (begun === undefined) return [];
  return people
    .filter(({ name }) => name.toLowerCase() !== begun)
    .filter(({ name }) => name.toLowerCase().startsWith(begun) || name.toLowerCase().includes(` ${begun}`))
    .slice(0, 6);
}

/** The text with the name that was chosen in the place of its beginning, and where the caret is then. */
export function withName(text: string, caret: number, name: string): { readonly text: string; readonly caret: number } {
  const at = text.lastIndexOf('@', caret - 1);
  const before = `${text.slice(0, at)}@${name} `;
  return { text: before + text.slice(caret), caret: before.length };
}
