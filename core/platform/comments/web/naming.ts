/** People who are named in a text: written `@Otto Officer`, sent and kept with their id. */
import type { Named } from '../contract.ts';

const mention = /@\[([^\]\n]*)\]\(user:[0-9a-f-]{36}\)/g;

const escaped = (name: string): string => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** As its author sees it while they write. */
export const asTyped = (text: string): string => text.replaceAll(mention, '@$1');

/** As it is sent: a person who is called by their whole name is named. */
export function asSent(text: string, people: readonly Named[]): string {
  const known = new Map(people.toReversed().map((one) => [one.name, one]));
  // A longer name may begin with a shorter one.
  const names = [...known.keys()].filter((name) => name !== '').toSorted((a, b) => b.length - a.length);
  if (names.length === 0) return text;
  const called = new RegExp(`@(${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return text.replaceAll(called, (as, name: string) => {
    const one = known.get(name);
    return one ? `@[${one.name}](user:${one.id})` : as;
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
