import { createKernel } from '../boot/kernel.ts';
import { kernelVersion } from '../version.ts';
import type { CommandInput } from './index.ts';
import { logger } from './logger.ts';

/**
 * Runs a command that a plugin contributes: everything is set up, nothing listens, and what it causes is left to the
 * server: here a check would call services that are not there.
 */
export async function contributed(name: string, { loaded, configuration, args }: CommandInput): Promise<number> {
  const kernel = await createKernel({
    plugins: loaded.map(({ plugin }) => plugin),
    kernelVersion,
    configuration,
    log: logger(configuration.process.LOG_LEVEL === 'info' ? 'warn' : configuration.process.LOG_LEVEL),
  });
  try {
    await kernel.start({ listen: false, work: false });
    const command = kernel.command(name);
    if (command) return await command.run(args, (line) => console.log(line));
    console.error(
      `"${name}" is not a command. Known are start, build, plan, audit, keys, failed, redeliver${kernel
        .commandNames()
        .map((known) => `, ${known}`)
        .join('')}.`,
    );
    return 1;
  } finally {
    await kernel.stop();
  }
}
