import { createKernel } from '../boot/kernel.ts';
import type { Kernel } from '../boot/kernel.ts';
import { kernelVersion } from '../version.ts';
import type { CommandInput } from './index.ts';
import { logger } from './logger.ts';

/** Opens the installation for one command, which resolves with its exit code, and closes it whatever became of it. */
export async function withKernel(
  { loaded, notLoaded, configuration }: CommandInput,
  work: (kernel: Kernel) => Promise<number>,
  level = 'warn',
): Promise<number> {
  const kernel = await createKernel({
    plugins: loaded.map(({ plugin }) => plugin),
    notLoaded,
    kernelVersion,
    configuration,
    log: logger(level),
  });
  try {
    return await work(kernel);
  } finally {
    await kernel.stop();
  }
}
