import { root, start } from '../servers/child.ts';
import type { Child } from '../servers/child.ts';
import { allocator } from './allocator.ts';

/** Starts a floor of this folder in a process of its own. It tells its port as one line of JSON. */
export const startFloor = (
  file: 'floor.ts' | 'gate-floor.ts' | 'queue-floor.ts',
  env: Readonly<Record<string, string>>,
): Promise<Child> =>
  start([`${root}test/bench/${file}`], {
    env: { ...allocator, ...env },
    find: (printed) => {
      const port = /"port":(\d+)/.exec(printed)?.[1];
      return port === undefined ? undefined : `http://127.0.0.1:${port}`;
    },
  });
