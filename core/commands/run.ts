import { contributed } from './contributed.ts';
import { commands } from './index.ts';
import type { CommandInput } from './index.ts';

/**
 * Runs a command by its name. One of the kernel that is not written as it must be is refused, with exit code 2; those
 * that plugins contribute judge their arguments themselves.
 */
export async function run(name: string, input: CommandInput): Promise<number | undefined> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return contributed(name, input);
  if (command.takes(input.args)) return command.run(input);
  console.error(`Write: ${command.usage}`);
  return 2;
}
