import type { Job } from '@dossier/sdk';
import { allSetAside } from '../facilities/events/index.ts';
import type { Kernel } from '../boot/kernel.ts';
import type { Command } from './index.ts';
import { withKernel } from './with-kernel.ts';

/**
 * `dossier failed`: what was given up after its last try. `dossier failed again ID…` gives jobs all their tries anew,
 * `dossier redeliver` events another one. Nodes that share the database go on serving meanwhile.
 */
export const failed: Command = {
  usage: 'dossier failed, or dossier failed again ID [ID …], or dossier failed again all',
  takes: ([action, ...ids]) =>
    action === undefined || (action === 'again' && ids.length > 0 && (ids.length === 1 || !ids.includes('all'))),
  run(input) {
    const declared = input.loaded.flatMap(({ plugin }) => plugin.spec.jobs ?? []);
    return withKernel(input, (kernel) => tellFailed(kernel, declared, input.args, (line) => console.log(line)));
  },
};

/** The command on an open installation, with arguments that it takes. Returns the exit code. */
export async function tellFailed(
  { jobs, database }: Pick<Kernel, 'jobs' | 'database'>,
  declared: readonly Job<unknown>[],
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const [action, ...ids] = args;
  const letters = await jobs.deadLetters();
  if (action === 'again') {
    const wanted = ids[0] === 'all' ? letters : letters.filter(({ id }) => ids.includes(id));
    let sent = 0;
    for (const job of declared) {
      const own = wanted.filter((letter) => letter.job === job.id).map(({ id }) => id);
      if (own.length > 0) sent += await jobs.redrive(job, own);
    }
    print(`${sent === 1 ? '1 job is' : `${sent} jobs are`} tried again.`);
    return ids[0] === 'all' || sent === ids.length ? 0 : 1;
  }
  const events = await database.systemTransaction('app_jobs', allSetAside);
  if (letters.length + events.length === 0) print('Nothing was given up.');
  for (const { id, job, organization, attempts, reason, failedAt } of letters)
    print(
      `${failedAt.toISOString()}  job ${id}  ${job}  organization ${organization ?? 'none'}  after ${attempts} tries: ${reason}`,
    );
  for (const { id, consumer, type, organization, attempts, reason, at, waits } of events)
    print(
      `${new Date(at).toISOString()}  event ${id}  ${type} for the subscription ${consumer}  organization ${organization}  ${waits ? 'is delivered again, ' : ''}after ${attempts} tries: ${reason}`,
    );
  return 0;
}
