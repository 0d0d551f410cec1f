import { invalid, Problem } from '@dossier/sdk';
import type { Fault } from '@dossier/sdk';

/** Throws `invalid` (422) when there are any. */
export function demandNone(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalid(faults.slice(0, MOST));
}

/** As many as anybody corrects in one go. */
const MOST = 100;

/**
 * Tries all parts of a request and throws `invalid` with the faults of all, or else the first other refusal (403, 404).
 */
export async function demandAll(...parts: readonly (() => Promise<void>)[]): Promise<void> {
  const refused = (await Promise.allSettled(parts.map((part) => part()))).flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  demandNone(refused.flatMap((one) => (isInvalid(one) ? one.errors : [])));
  if (refused.length > 0) throw refused[0];
}

const isInvalid = (error: unknown): error is Problem => Problem.is(error) && error.status === 422;
