import tap from 'tap';
import { testPlatform } from './platform.ts';
import type { TestPlatform } from './platform.ts';

let started: Promise<TestPlatform> | undefined;
let files = 0;

/**
 * A platform with the handlers of steps and the credit bureau, as most tests of the domain want it: all files of a
 * process stand on one, each with organizations of its own, whose `slug` is not the one that was asked for. Its clock
 * and its jobs are those of all: who needs a certain day, or looks at what is there of other organizations, starts a
 * {@link testPlatform}. It stops with the process; `stop` does nothing.
 */
export async function sharedPlatform(): Promise<TestPlatform> {
  const platform = await (started ??= start());
  const file = (files += 1);
  return { ...platform, slug: (wanted) => `${wanted}-${file}`, stop: async () => undefined };
}

async function start(): Promise<TestPlatform> {
  const platform = await testPlatform({ plugins: ['@dossier/bureau-simulator', '@dossier/workflow-handlers'] });
  // Tap's own, which ends with the process: a file whose test this is shares it with none.
  tap.teardown(platform.stop);
  return platform;
}
