import { invalid, Problem } from '@dossier/sdk';
import type { Fault } from '@dossier/sdk';

/**
 * What is wrong with one upload, reported all at once: a sender of twenty files corrects them once, not twenty times.
 */
export interface Refusals {
  /** Is something wrong already, so that nothing needs to be kept? */
  readonly any: boolean;
  readonly faults: readonly Fault[];
  /** Notes a fault of a file, or rethrows what is none: only 413, 415 and 422 are about what was sent. */
  note(error: unknown, pointer: string): void;
  /**
   * Throws what was noted, and these; nothing when all is well. Faults of one kind have their own status and code,
   * several kinds together as `invalid` (422).
   */
  refuse(more?: readonly Fault[]): void;
}

const aboutWhatWasSent: ReadonlySet<number> = new Set([413, 415, 422]);

/** Whether this is a fault of what was sent, so that there is a point in looking for others. */
export const isRefusal = (error: unknown): error is Problem => Problem.is(error) && aboutWhatWasSent.has(error.status);

export function refusals(): Refusals {
  const noted: { readonly problem: Problem; readonly faults: readonly Fault[] }[] = [];
  return {
    get any() {
      return noted.length > 0;
    },
    get faults() {
      return noted.flatMap((one) => one.faults);
    },
    note(error, pointer) {
      if (!isRefusal(error)) throw error;
      noted.push({
        problem: error,
        faults: error.errors.length > 0 ? error.errors : [{ pointer, code: error.code, detail: error.message }],
      });
    },
    refuse(more = []) {
      const faults = [...this.faults, ...more];
      if (faults.length === 0) return;
      const first = noted[0]?.problem;
      if (!first || more.length > 0 || noted.some(({ problem }) => problem.code !== first.code)) throw invalid(faults);
      const detail = faults.length === 1 ? first.message : `${faults.length} files need to be corrected.`;
      throw new Problem(first.status, first.code, first.title, { detail, errors: faults });
    },
  };
}
