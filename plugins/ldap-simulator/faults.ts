import type { Scope } from './selection.ts';

/** Faults of a bind: no answer, `busy` (51), or success for an empty password, as some directories have it. */
export type BindFault = 'silent-bind' | 'busy-bind' | 'anonymous-ok';

/**
 * Faults of a search: no answer; the connection breaks after the first entry; code 10 with an address elsewhere; such
 * an address among the entries; code 51; code 4 after the first entry.
 */
export type SearchFault = 'silent-search' | 'cut-search' | 'referral' | 'reference' | 'busy' | 'size-limit';
export type Fault = BindFault | SearchFault;

/** The faults that wait for the operations that they are meant for. */
export interface Faults {
  /** The next operation of the fault's kind has it, once; `anonymous-ok` waits for an empty password. */
  next(fault: Fault): void;
  ofBind(isEmpty: boolean): BindFault | undefined;
  ofSearch(scope: Scope): SearchFault | undefined;
}

export function faults(): Faults {
  const binds: BindFault[] = [];
  const searches: SearchFault[] = [];
  return {
    next(fault) {
      if (isOfBind(fault)) binds.push(fault);
      else searches.push(fault);
    },
    ofBind(isEmpty) {
      const at = binds.findIndex((fault) => isEmpty || fault !== 'anonymous-ok');
      return at < 0 ? undefined : binds.splice(at, 1)[0];
    },
    ofSearch(scope) {
      const at = searches.findIndex((fault) => scope !== 'base' || !isOfEntries(fault));
      return at < 0 ? undefined : searches.splice(at, 1)[0];
    },
  };
}

/** Faults among entries, which wait for a search that goes below its base. */
const isOfEntries = (fault: SearchFault): boolean => ['cut-search', 'reference', 'size-limit'].includes(fault);

const isOfBind = (fault: Fault): fault is BindFault =>
  fault === 'silent-bind' || fault === 'busy-bind' || fault === 'anonymous-ok';
