/** What trials come to, in words and numbers. */
import type { PastApplication } from '../applications/contract.ts';
import type { Ending, Trial } from '../workflow/trial/contract.ts';
import type { Group, NotTried, SimulationRow } from './entities.ts';

type Counts = Pick<SimulationRow, 'tried' | 'same' | 'different'> & {
  readonly notTried: readonly NotTried[];
  readonly groups: readonly Group[];
};

/** A past application, and what came of it when it was tried. */
export interface PastTrial {
  readonly application: PastApplication;
  readonly trial: Trial;
}

/** An application that would end differently, as it is kept. */
export interface Changed {
  readonly applicationId: string;
  readonly number: string;
  readonly applicantName: string;
  readonly then: string;
  readonly now: string;
  readonly reasons: readonly string[];
}

/** As people read it: `Halted at Underwriting`. */
const inWords = ({ end, step }: Ending): string =>
  end === 'approved'
    ? 'Approved automatically'
    : `${end === 'halted' ? 'Halted at' : 'Waits at'} ${step?.name ?? 'a step'}`;

/** Steps are the same by their keys, whatever they are called. */
const isSame = (a: Ending, b: Ending): boolean => a.end === b.end && a.step?.key === b.step?.key;

/** Adds a page of trials to what was counted before. */
export function tally(before: Counts, trials: readonly PastTrial[]): { counts: Counts; changed: readonly Changed[] } {
  let [same, different] = [before.same, before.different];
  const notTried = new Map(before.notTried.map(({ reason, count }) => [reason, count]));
  const groups = new Map(before.groups.map((group) => [JSON.stringify([group.from, group.to]), group]));
  const changed: Changed[] = [];
  for (const { application, trial } of trials) {
    const { then, now, reasons } = trial;
    if (then === null || now === null) {
      const reason = trial.notTried ?? 'It could not be tried.';
      notTried.set(reason, (notTried.get(reason) ?? 0) + 1);
    } else if (isSame(then, now)) same += 1;
    else {
      different += 1;
      const [from, to] = [inWords(then), inWords(now)];
      const key = JSON.stringify([from, to]);
      groups.set(key, { from, to, count: (groups.get(key)?.count ?? 0) + 1 });
      changed.push({
        applicationId: application.case.id,
        number: application.number,
        applicantName: application.applicantName,
        then: from,
        now: to,
        reasons: reasons.map(({ text }) => text),
      });
    }
  }
  return {
    counts: {
      tried: before.tried + trials.length,
      same,
      different,
      notTried: [...notTried].map(([reason, count]) => ({ reason, count })),
      groups: [...groups.values()].toSorted((a, b) => b.count - a.count),
    },
    changed,
  };
}
