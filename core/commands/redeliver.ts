import { isId } from '@dossier/sdk';
import { askAgain, subscriptions } from '../facilities/events/index.ts';
import type { Kernel } from '../boot/kernel.ts';
import type { Command } from './index.ts';
import { withKernel } from './with-kernel.ts';

/**
 * `dossier redeliver`: asks for events that a subscription failed at. The node that leads delivers them, within seconds
 * when one runs; on the embedded database with the next start.
 */
export const redeliver: Command = {
  usage: 'dossier redeliver SUBSCRIPTION ID [ID …], or dossier redeliver SUBSCRIPTION all',
  takes: ([subscription, ...ids]) => subscription !== undefined && ids.length > 0 && (isAll(ids) || ids.every(isId)),
  run: (input) =>
    withKernel(input, (kernel) => askToRedeliver(kernel, input.args, new Date(), (line) => console.log(line))),
};

const isAll = (ids: readonly string[]): boolean => ids.length === 1 && ids[0] === 'all';

/** The command on an open installation, with arguments that it takes. Returns the exit code. */
export async function askToRedeliver(
  { database }: Pick<Kernel, 'database'>,
  args: readonly string[],
  now: Date,
  print: (line: string) => void,
): Promise<number> {
  const [subscription = '', ...ids] = args;
  const all = isAll(ids);
  const known = await database.systemTransaction('app_jobs', subscriptions);
  if (!known.includes(subscription)) {
    print(
      `There is no subscription "${subscription}". ${known.length > 0 ? `Known are ${known.join(', ')}.` : 'None is known yet: they are noted when a server starts.'}`,
    );
    return 1;
  }
  const asked = await database.systemTransaction('app_jobs', (tx) =>
    askAgain(tx, subscription, now, all ? undefined : ids),
  );
  print(
    `${asked === 1 ? '1 event is' : `${asked} events are`} delivered again. What fails once more stands under dossier failed.`,
  );
  return all || asked === new Set(ids).size ? 0 : 1;
}
