import { setTimeout as pause } from 'node:timers/promises';
import { askNodes } from '../boot/node-requests.ts';
import type { Asked, NodeAnswer } from '../boot/node-requests.ts';
import { askHolder } from '../facilities/database/index.ts';
import type { Command } from './index.ts';
import { withKernel } from './with-kernel.ts';

/**
 * `dossier plugin list`: the state of each plugin on the nodes that serve, and why one does not. `dossier plugin
 * restart ID` has it set up anew there, with those that take services from it, while the rest serves. Exit code 1 when
 * no node answers, or one could not do it.
 */
export const plugin: Command = {
  usage: 'dossier plugin list, or dossier plugin restart ID',
  takes: ([action, ...rest]) => (action === 'list' && rest.length === 0) || (action === 'restart' && rest.length === 1),
  async run(input) {
    const [action, id] = input.args;
    const asked: Asked = action === 'restart' ? { action, plugin: id! } : { action: 'list' };
    const { DATABASE_URL, DATA_DIR } = input.configuration.process;
    if (DATABASE_URL === undefined) {
      const answer = await askHolder(DATA_DIR, JSON.stringify(asked));
      return tellNodes(answer === undefined ? [] : [JSON.parse(answer) as NodeAnswer], (line) => console.log(line));
    }
    return withKernel(input, async (kernel) =>
      tellNodes(
        await askNodes(kernel.database, asked, { patience: 6_000, most: 90_000, wait: (ms) => pause(ms) }),
        (line) => console.log(line),
      ),
    );
  },
};

/** What the nodes say, for a person. Returns the exit code. */
export function tellNodes(answers: readonly NodeAnswer[], print: (line: string) => void): number {
  if (answers.length === 0) print('No node answers. Is the platform running with these settings?');
  for (const { node, lines } of answers) {
    print(`${node}:`);
    for (const line of lines) print(`  ${line}`);
  }
  return answers.length > 0 && answers.every(({ isOk }) => isOk) ? 0 : 1;
}
