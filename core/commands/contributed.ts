import type { Kernel } from '../boot/kernel.ts';
import type { CommandInput } from './index.ts';
import { withKernel } from './with-kernel.ts';

/**
 * Runs a command that a plugin contributes: everything is set up, nothing listens, and what it causes is left to the
 * server: here a check would call services that are not there.
 */
export function contributed(name: string, input: CommandInput): Promise<number> {
  const level = input.configuration.process.LOG_LEVEL;
  const run = async (kernel: Kernel): Promise<number> => {
    await kernel.start({ listen: false, work: false });
    const command = kernel.command(name);
    if (command) return await command.run(input.args, (line) => console.log(line));
    console.error(
      `"${name}" is not a command. Known are start, build, plan, plugin, audit, keys, failed${kernel
        .commandNames()
        .map((known) => `, ${known}`)
        .join('')}.`,
    );
    return 1;
  };
  return withKernel(input, run, level === 'info' ? 'warn' : level);
}
