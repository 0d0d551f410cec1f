/** What somebody wrote here and on another device, put together by members: what only one of them changed is kept. */
import type { DraftReply } from '../contract.ts';

/** What a person has done so far; what is saved. */
export type Content = Pick<DraftReply, 'answers' | 'typed' | 'step' | 'done' | 'applicants' | 'language'>;
type Members = Readonly<Record<string, unknown>>;

/** A database keeps the members of an object in an order of its own. */
const ordered = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a, ordered) === JSON.stringify(b, ordered);

/** `both`: members that were changed on both sides, and differ; they are as `prefer` has them. */
export function merged(
  base: Members,
  mine: Members,
  theirs: Members,
  prefer: 'mine' | 'theirs' = 'mine',
): { values: Members; both: readonly string[] } {
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const both = keys.filter(
    (key) => !same(mine[key], theirs[key]) && !same(mine[key], base[key]) && !same(theirs[key], base[key]),
  );
  const values = keys.flatMap((key) => {
    const isTheirs = same(mine[key], base[key]) || (prefer === 'theirs' && both.includes(key));
    const value = isTheirs ? theirs[key] : mine[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  return { values: Object.fromEntries(values), both };
}

/** An answer, and what was typed in its place or in its rows: one cannot be taken without the other. */
interface Place {
  readonly answer?: unknown;
  readonly typed: Readonly<Record<string, string>>;
}

function placesOf({ answers, typed }: Content): Readonly<Record<string, Place>> {
  const keyOf = (pointer: string): string => pointer.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~') ?? '';
  const keys = new Set([...Object.keys(answers), ...Object.keys(typed).map(keyOf)]);
  return Object.fromEntries(
    [...keys].map((key) => [
      key,
      {
        ...(Object.hasOwn(answers, key) ? { answer: answers[key] } : {}),
        typed: Object.fromEntries(
          Object.entries(typed)
            .filter(([pointer]) => keyOf(pointer) === key)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        ),
      },
    ]),
  );
}

const isPlace = (value: unknown): value is Place => typeof value === 'object' && value !== null && 'typed' in value;

/**
 * `both`: the answers, by key, that were changed on both sides; `applicants` when these were. The step that is open
 * here stays open.
 */
export function mergedContent(
  base: Content,
  mine: Content,
  theirs: Content,
  prefer: 'mine' | 'theirs' = 'mine',
): { content: Content; both: { readonly answers: readonly string[]; readonly applicants: boolean } } {
  const places = merged(placesOf(base), placesOf(mine), placesOf(theirs), prefer);
  const found = Object.entries(places.values).flatMap(([key, place]) =>
    isPlace(place) ? [[key, place] as const] : [],
  );
  const mineChanged = !same(mine.applicants, base.applicants);
  const both = mineChanged && !same(theirs.applicants, base.applicants) && !same(mine.applicants, theirs.applicants);
  return {
    content: {
      answers: Object.fromEntries(found.flatMap(([key, { answer }]) => (answer === undefined ? [] : [[key, answer]]))),
      typed: Object.fromEntries(found.flatMap(([, { typed }]) => Object.entries(typed))),
      step: mine.step,
      done: [...new Set([...theirs.done, ...mine.done.filter((key) => !base.done.includes(key))])],
      applicants: mineChanged && !(both && prefer === 'theirs') ? mine.applicants : theirs.applicants,
      language: mine.language === base.language ? theirs.language : mine.language,
    },
    both: { answers: places.both, applicants: both },
  };
}
