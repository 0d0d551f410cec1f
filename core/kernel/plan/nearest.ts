import { closest, distance } from 'fastest-levenshtein';

/** The known id that was most likely meant, or undefined when none is close: an unhelpful guess is worse than none. */
export function nearest(wanted: string, known: Iterable<string>): string | undefined {
  const candidates = [...known];
  if (candidates.length === 0) return undefined;
  const best = closest(wanted, candidates);
  return distance(wanted, best) <= Math.max(2, Math.floor(wanted.length / 3)) ? best : undefined;
}

/** `workflow/step-handler@1` without its contract version. */
export const unversioned = (id: string): string => id.replace(/@\d+$/, '');
