import type { Scope } from './selection.ts';

/** Faults of a bind: no answer, or code 51. */
export type BindFault = 'silent-bind' | 'busy-bind';
/** Faults of a search: code 51, or code 4 after the first entry. */
export type SearchFault = 'busy' | 'size-limit';
export type Fault = BindFault | SearchFault;

/** The faults that wait for the operations that they are meant for. */
export interface Faults {
  /** The next operation of the fault's kind has it, once; `size-limit` waits for a search that goes below its base. */
  next(fault: Fault): void;
  ofBind(): BindFault | undefined;
  ofSearch(scope: Scope): SearchFault | undefined;
}

export function faults(): Faults {
  const binds: BindFault[] = [];
  const searches: SearchFault[] = [];
  return {
    next(fault) {
      if (fault === 'silent-bind' || fault === 'busy-bind') binds.push(fault);
      else searches.push(fault);
    },
    ofBind: () => binds.shift(),
    ofSearch(scope) {
      const at = searches.findIndex((fault) => scope !== 'base' || fault !== 'size-limit');
      return at < 0 ? undefined : searches.splice(at, 1)[0];
    },
  };
}
