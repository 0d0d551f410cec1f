/** Whether everything is tried (`DOSSIER_TESTS=all`, as `npm run test:all` says), and not the gate alone. */
export const everything = process.env['DOSSIER_TESTS'] === 'all';

/**
 * Of what is tried one by one, each alike: with everything all of it, in the gate always the same quarter, the first
 * one among it.
 */
export const sample = <T>(all: readonly T[]): readonly T[] => (everything ? all : all.filter((_, i) => i % 4 === 0));
