import { binding } from './binding.ts';
import type { BindRecord, Bound } from './binding.ts';
import { faults } from './faults.ts';
import type { Faults } from './faults.ts';
import { listener } from './listener.ts';
import type { Listener } from './listener.ts';
import { demoPeople } from './people.ts';
import type { Person } from './people.ts';
import { searching } from './searching.ts';
import type { SearchRecord } from './searching.ts';
import { ldapServer } from './server.ts';
import type { Certificate } from './server.ts';
import { peopleStore } from './store.ts';
import type { People } from './store.ts';

const maxRecords = 1000;

export interface DirectoryOptions {
  /** The people of the demonstration unless given. */
  readonly people?: readonly Person[];
  /** Offers StartTLS, or listens as `ldaps` where `secure` is true. */
  readonly tls?: Certificate;
  readonly secure?: boolean;
  /** Port to listen on; any free one unless given. */
  readonly port?: number;
}

export interface Directory extends Listener {
  readonly people: People;
  /**
   * The newest thousand binds, in the order in which they came. The library itself answers those without name and
   * password (success), and those whose name cannot be read (34): they are not among them.
   */
  readonly binds: readonly BindRecord[];
  /** Searches likewise. */
  readonly searches: readonly SearchRecord[];
  readonly control: Pick<Faults, 'next'>;
}

/** Makes a directory that does not listen yet. Throws for `secure` without a certificate. */
export function directory({
  people: initial = demoPeople,
  tls,
  secure = false,
  port = 0,
}: DirectoryOptions = {}): Directory {
  if (secure && tls === undefined) throw new Error('ldaps needs a certificate: give tls.');
  const people = peopleStore(initial);
  const control = faults();
  const bound: Bound = new WeakMap();
  const binds: BindRecord[] = [];
  const searches: SearchRecord[] = [];
  const take = ldapServer(
    {
      bind: binding({ people, faults: control, bound, note: newest(binds) }),
      search: searching({ people, faults: control, bound, note: newest(searches) }),
    },
    secure ? null : (tls ?? null),
  );
  return {
    people,
    binds,
    searches,
    control,
    ...listener(take, { port, secure: secure ? (tls ?? null) : null }),
  };
}

/** Adds to a list that a demonstration must not let grow for ever. */
const newest =
  <T>(records: T[]) =>
  (record: T): void => {
    records.push(record);
    if (records.length > maxRecords) records.shift();
  };
