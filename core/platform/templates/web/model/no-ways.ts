/** Where a case goes whose check does not pass, as lines that are drawn next to the steps. */
import type { WorkflowStepDefinition } from '../../contract.ts';

type Flow = readonly Pick<WorkflowStepDefinition, 'kind'>[];

/** What of the line is drawn next to one step: above and below its middle, its beginning, and its end at a person. */
export interface NoWay {
  readonly above: boolean;
  readonly below: boolean;
  readonly from: boolean;
  readonly to: boolean;
}

/** The next MANUAL step, or the first one where none follows; -1 when nobody could decide. */
export const waitsAt = (flow: Flow, at: number): number => {
  const next = flow.findIndex(({ kind }, i) => i > at && kind === 'MANUAL');
  return next >= 0 ? next : flow.findIndex(({ kind }) => kind === 'MANUAL');
};

export const noWays = (flow: Flow): readonly NoWay[] => {
  const ways = flow.flatMap(({ kind }, from) => {
    const to = kind === 'SYSTEM' ? waitsAt(flow, from) : -1;
    return to < 0 ? [] : [{ from, to, first: Math.min(from, to), last: Math.max(from, to) }];
  });
  return flow.map((_, i) => ({
    above: ways.some(({ first, last }) => first < i && i <= last),
    below: ways.some(({ first, last }) => first <= i && i < last),
    from: ways.some(({ from }) => from === i),
    to: ways.some(({ to }) => to === i),
  }));
};
