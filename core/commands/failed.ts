import { isId } from '@dossier/sdk';
import { givenUpWork } from './given-up.ts';
import type { GivenUpWork, Which } from './given-up.ts';
import type { Command } from './index.ts';
import { withKernel } from './with-kernel.ts';

/**
 * `dossier failed`: what was given up after its last try, jobs and events alike. `dossier failed again` has all of it
 * tried again, or what it names: by ids, or by a kind of job or subscription. Nodes that share the database go on
 * serving meanwhile; on the embedded database it is tried with the next start.
 */
export const failed: Command = {
  usage:
    'dossier failed, or dossier failed again all, or dossier failed again ID [ID …], or dossier failed again KIND [ID …], where KIND is a kind of job or a subscription',
  takes: ([action, ...which]) =>
    action === undefined || (action === 'again' && which.length > 0 && (isAll(which) || named(which) !== undefined)),
  run(input) {
    const declared = input.loaded.flatMap(({ plugin }) => plugin.spec.jobs ?? []);
    return withKernel(input, (kernel) =>
      tellFailed(
        givenUpWork(kernel, declared, () => new Date()),
        input.args,
        (line) => console.log(line),
      ),
    );
  },
};

const isAll = (which: readonly string[]): boolean => which.length === 1 && which[0] === 'all';

/** What the arguments name; undefined when they cannot be understood. */
function named(which: readonly string[]): Which | undefined {
  const [first = '', ...rest] = which;
  const of = /^[a-z][\w-]*\/\S+$/.test(first) ? first : undefined;
  const ids = of === undefined ? which : rest;
  return ids.every(isId) ? { of, ids: ids.length > 0 ? ids : undefined } : undefined;
}

/** The command on an open installation, with arguments that it takes. Returns the exit code. */
export async function tellFailed(
  work: GivenUpWork,
  [action, ...which]: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  if (action === 'again') return tryAgain(work, which, print);
  const all = await work.list();
  if (all.length === 0) print('Nothing was given up.');
  for (const { what, id, of, type, organization, attempts, reason, stack, at, waits } of all) {
    print(
      `${at.toISOString()}  ${what} ${id}  ${type === null ? of : `${type} for the subscription ${of}`}  organization ${organization ?? 'none'}  ${waits ? 'is tried again, ' : ''}after ${attempts} tries: ${reason}`,
    );
    // The lines that name a place; the first says the reason again.
    for (const line of stack?.split('\n').filter((one) => /^\s+at /.test(one)) ?? []) print(line);
  }
  return 0;
}

async function tryAgain(work: GivenUpWork, which: readonly string[], print: (line: string) => void): Promise<number> {
  const { of, ids } = named(which) ?? {};
  const known = of === undefined ? [] : await work.kinds();
  if (of !== undefined && !known.includes(of)) {
    print(`There is no job or subscription "${of}". Known are ${known.join(', ')}.`);
    return 1;
  }
  const { jobs, events } = await work.again({ of, ids });
  print(
    `${jobs === 1 ? '1 job' : `${jobs} jobs`} and ${events === 1 ? '1 event' : `${events} events`} are tried again. What fails once more stands under dossier failed.`,
  );
  return jobs + events >= new Set(ids).size ? 0 : 1;
}
