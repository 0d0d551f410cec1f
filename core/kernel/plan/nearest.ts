import { closest, distance } from 'fastest-levenshtein';

/** The known id that was most likely meant, or undefined when none is close: an unhelpful guess is worse than none. */
export function nearest(wanted: string, known: Iterable<string>): string | undefined {
  const candidates = [...known];
  if (candidates.length === 0) return undefined;
  const best = closest(wanted, candidates);
  return distance(wanted, best) <= Math.max(2, Math.floor(wanted.length / 3)) ? best : undefined;
}

/** `workflow/step-handler@1` without its contract version. */
const unversioned = (id: string): string => id.replace(/@\d+$/, '');

/** The other version of the same contract when there is one, else the id that was probably meant. */
export function hint(id: string, known: ReadonlySet<string>): string {
  const versions = [...known].filter((other) => unversioned(other) === unversioned(id));
  if (versions.length > 0)
    return `; ${versions.join(' and ')} is there: use that version, or install a plugin that offers ${id}`;
  const meant = nearest(id, known);
  return meant === undefined
    ? '; install the plugin that offers it'
    : `; did you mean ${meant}? Otherwise install the plugin that offers it`;
}
