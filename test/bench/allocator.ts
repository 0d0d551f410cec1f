import { readFileSync } from 'node:fs';

/**
 * What the unit of config/deploy tells the allocator of glibc. Platform and floors get the same, so that neither has an
 * advantage by it.
 */
export const allocator: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...readFileSync(new URL('../../config/deploy/dossier@.service', import.meta.url), 'utf8').matchAll(
      /^Environment=(MALLOC_\w+)=(.+)$/gm,
    ),
  ].map(([, name = '', value = '']) => [name, value]),
);
if (Object.keys(allocator).length === 0)
  throw new Error(
    'config/deploy/dossier@.service tells the allocator nothing, so the benchmark would measure something else.',
  );
