import { isId } from '@dossier/sdk';
import { askAgain } from '../kernel/events/index.ts';
import { createKernel } from '../kernel/kernel.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { kernelVersion } from '../version.ts';
import type { Command } from './index.ts';
import { logger } from './logger.ts';

const usage = 'Write: dossier redeliver SUBSCRIPTION ID [ID …], or dossier redeliver SUBSCRIPTION all';

/** `dossier redeliver`: asks for events that a subscription failed at. The node that leads delivers them, within seconds when one runs; on the embedded database with the next start. */
export const redeliver: Command = async ({ loaded, configuration, args }) => {
  const kernel = await createKernel({ plugins: loaded.map(({ plugin }) => plugin), kernelVersion, configuration, log: logger('warn') });
  try {
    return await askToRedeliver(kernel, args, new Date(), (line) => console.log(line));
  } finally {
    await kernel.stop();
  }
};

/** The command on an open installation. Returns the exit code. */
export async function askToRedeliver({ database }: Pick<Kernel, 'database'>, args: readonly string[], now: Date, print: (line: string) => void): Promise<number> {
  const [subscription, ...ids] = args;
  const all = ids.length === 1 && ids[0] === 'all';
  if (subscription === undefined || ids.length === 0 || !(all || ids.every(isId))) {
    print(usage);
    return 1;
  }
  const asked = await database.systemTransaction('app_jobs', (tx) => askAgain(tx, subscription, now, all ? undefined : ids));
  print(`${asked === 1 ? '1 event is' : `${asked} events are`} delivered again. What fails once more stands under dossier failed.`);
  return all || asked === new Set(ids).size ? 0 : 1;
}
