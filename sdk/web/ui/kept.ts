/**
 * What a person has written and the server does not have yet, kept in this browser: it outlives a reload, a closed
 * window and the end of the session. It is theirs alone: the page forgets it when they sign out, and that of everybody
 * else when somebody signs in.
 */
const prefix = 'dossier.kept.v1.';
const placeOf = (userId: string, name: string): string => `${prefix}${userId}.${name}`;

/** The browser's storage; a storage that is full or forbidden keeps nothing. */
const guarded = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};

export interface Kept {
  /** As it was set; null when there is none. */
  get(): unknown;
  set(value: unknown): void;
  drop(): void;
}

/** Of one person (their id), by a name of the caller's own: `draft.{id}`. */
export function keptFor(userId: string, name: string, storage: () => Storage = () => localStorage): Kept {
  const place = placeOf(userId, name);
  return {
    get: () => guarded((): unknown => JSON.parse(storage().getItem(place) ?? 'null'), null),
    set: (value) => guarded(() => storage().setItem(place, JSON.stringify(value)), undefined),
    drop: () => guarded(() => storage().removeItem(place), undefined),
  };
}

/** Forgets what is kept of everybody but this person; null forgets everything. */
export const forgetKept = (except: string | null, storage: () => Storage = () => localStorage): void =>
  guarded(() => {
    const own = except === null ? null : placeOf(except, '');
    const all = Array.from({ length: storage().length }, (_, i) => storage().key(i) ?? '');
    for (const place of all)
      if (place.startsWith(prefix) && (own === null || !place.startsWith(own))) storage().removeItem(place);
  }, undefined);
