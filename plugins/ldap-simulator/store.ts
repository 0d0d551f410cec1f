import { createHash } from 'node:crypto';
import type { Person } from './people.ts';

/** Somebody who is in the directory now. */
export interface StoredPerson extends Person {
  readonly password: string;
  /** Stays through every change and rename; nobody else ever has it. */
  readonly entryUUID: string;
}

/** The people of a directory, live: each search sees what was changed before it. Uids are compared without case. */
export interface People {
  all(): readonly StoredPerson[];
  /** Throws when nobody has the uid. */
  get(uid: string): StoredPerson;
  /** Throws when somebody has the uid. Anyone who takes the uid of somebody removed is somebody else. */
  add(person: Person): void;
  /** Throws when nobody has the uid. */
  change(uid: string, patch: Partial<Omit<Person, 'uid'>>): void;
  /** Gives the entry another name; password and `entryUUID` stay. Throws as `get` and `add` do. */
  rename(uid: string, newUid: string): void;
  /** Throws when nobody has the uid. */
  remove(uid: string): void;
}

export function peopleStore(initial: readonly Person[]): People {
  const byUid = new Map<string, StoredPerson>();
  const timesAdded = new Map<string, number>();
  const keyed = (uid: string): string => uid.toLowerCase();

  const store: People = {
    all: () => [...byUid.values()],
    get(uid) {
      const found = byUid.get(keyed(uid));
      if (found === undefined) throw new Error(`Nobody has the uid "${uid}".`);
      return found;
    },
    add(person) {
      const uid = keyed(person.uid);
      free(uid);
      const times = (timesAdded.get(uid) ?? 0) + 1;
      timesAdded.set(uid, times);
      const password = person.password ?? `welcome-${person.uid}`;
      byUid.set(uid, { ...person, password, entryUUID: uuidOf(`${uid}/${times}`) });
    },
    change(uid, patch) {
      byUid.set(keyed(uid), { ...store.get(uid), ...patch });
    },
    rename(uid, newUid) {
      const person = store.get(uid);
      if (keyed(uid) !== keyed(newUid)) free(newUid);
      byUid.delete(keyed(uid));
      byUid.set(keyed(newUid), { ...person, uid: newUid });
    },
    remove(uid) {
      store.get(uid);
      byUid.delete(keyed(uid));
    },
  };

  function free(uid: string): void {
    if (byUid.has(keyed(uid))) throw new Error(`Somebody has the uid "${uid}" already.`);
    // The library that writes the answers leaves a backslash in a name as it is, so that nobody could read the name.
    if (uid.includes('\\')) throw new Error(`A uid of this directory has no backslash: "${uid}".`);
  }

  for (const person of initial) store.add(person);
  return store;
}

/** A UUID, the same for the same text in every run. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
