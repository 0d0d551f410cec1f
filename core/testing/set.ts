/** True in a run of everything (`DOSSIER_TESTS=all`, as `npm run test:all` sets it), false in the gate. */
export const everything = process.env['DOSSIER_TESTS'] === 'all';

/**
 * The part of `all` that is tried where a test tries one after another, each alike: everything in a run of everything,
 * in the gate always the same quarter, the first one among it.
 */
export const sample = <T>(all: readonly T[]): readonly T[] => (everything ? all : all.filter((_, i) => i % 4 === 0));
