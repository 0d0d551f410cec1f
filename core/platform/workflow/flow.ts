/**
 * The decision logic of a workflow, without a database, a clock or a handler: given the steps and what happened, the
 * next states. The status of the case follows from the states of its steps and is stored nowhere else by this module.
 */
import type { CaseStatus, StepKind, StepState } from './contract.ts';

export interface FlowStep {
  readonly kind: StepKind;
  readonly state: StepState;
}

/** What running a SYSTEM step came to. `started` when the answer comes later (outside call, or another try). */
export type Result = 'passed' | 'failed' | 'waiting' | 'started';

/** The SYSTEM step to run now, or null when the flow is finished, halted, waiting or still being checked. */
export function due(steps: readonly FlowStep[]): number | null {
  if (steps.some((step) => step.kind === 'MANUAL' && step.state !== 'pending')) return null;
  const next = steps.findIndex((step) => step.kind === 'SYSTEM' && step.state !== 'passed');
  return next >= 0 && steps[next]!.state === 'pending' ? next : null;
}

/**
 * Records the result of a SYSTEM step. One that does not pass stops the sequence: what was open behind it,
 * because the step had passed before, is pending again, and runs anew when the flow comes to it. What has passed there
 * stays: it may have been paid for.
 *
 * Failed: the next MANUAL step becomes active, or the last earlier one if none follows.
 * Passed or waiting: an officer's step that was only assigned automatically is withdrawn and the flow goes on, unless
 * another check still fails; one that an officer `claimed` stays with them. When every SYSTEM step has passed, the
 * MANUAL ones are skipped.
 */
export function record(
  steps: readonly FlowStep[],
  position: number,
  result: Result,
  o: { claimed: boolean },
): readonly StepState[] {
  const states = steps.map((step) => step.state);
  states[position] = result === 'started' ? 'running' : result;
  if (result !== 'passed') {
    steps.forEach(({ kind, state }, i) => {
      const wasOpen = kind === 'SYSTEM' && i > position && (state === 'running' || state === 'waiting');
      // Nothing is needless yet: the officer's step was skipped when all had passed, of which one is asked again now.
      if (wasOpen || (kind === 'MANUAL' && state === 'skipped')) states[i] = 'pending';
    });
  }
  if (result === 'started') return states;
  const active = activeManual(steps);
  if (result === 'failed') {
    if (active === null) states[manualAfter(steps, position)] = 'running';
    return states;
  }
  if (active !== null) {
    if (o.claimed || steps.some((step, i) => step.kind === 'SYSTEM' && states[i] === 'failed')) return states;
    states[active] = 'pending';
  }
  const allPassed = steps.every((step, i) => step.kind === 'MANUAL' || states[i] === 'passed');
  return allPassed ? states.map((state) => (state === 'pending' ? 'skipped' : state)) : states;
}

/**
 * The officer's decision at the active MANUAL step ends the flow: what was open is skipped. Null when no MANUAL step is
 * active.
 */
export function decided(steps: readonly FlowStep[], decision: 'approve' | 'reject'): readonly StepState[] | null {
  const active = activeManual(steps);
  if (active === null) return null;
  return steps.map(({ state }, i) => {
    if (i === active) return decision === 'approve' ? 'passed' : 'failed';
    return state === 'passed' || state === 'failed' ? state : 'skipped';
  });
}

/** The status that the states of the steps amount to. */
export function statusOf(steps: readonly FlowStep[]): CaseStatus {
  const manual = steps.filter((step) => step.kind === 'MANUAL').map((step) => step.state);
  if (manual.includes('failed')) return 'Rejected';
  if (manual.includes('passed')) return 'Approved';
  if (manual.includes('running')) return 'InReview';
  return steps.every((step) => step.kind === 'MANUAL' || step.state === 'passed') ? 'Approved' : 'Submitted';
}

/**
 * The steps to which a change elsewhere may give another result: every SYSTEM step that the flow has come to, also one
 * that passed. One that is behind another is not asked again but pending, until the flow comes to it.
 */
export const reached = (steps: readonly FlowStep[]): readonly number[] =>
  [...steps.keys()].filter(
    (position) =>
      steps[position]!.kind === 'SYSTEM' &&
      steps[position]!.state !== 'pending' &&
      steps[position]!.state !== 'skipped',
  );

/** Does an earlier SYSTEM step hold the flow up, so that this one is not to run now? */
export const isBehind = (steps: readonly FlowStep[], position: number): boolean =>
  steps.some((step, i) => i < position && step.kind === 'SYSTEM' && step.state !== 'passed');

/** The MANUAL step at which the case is halted, or null. */
export function activeManual(steps: readonly FlowStep[]): number | null {
  const position = steps.findIndex((step) => step.kind === 'MANUAL' && step.state === 'running');
  return position < 0 ? null : position;
}

/** Publishing refuses a workflow without a MANUAL step, so there is one: the next, else the last before. */
export function manualAfter(steps: readonly Pick<FlowStep, 'kind'>[], position: number): number {
  const next = steps.findIndex((step, i) => i > position && step.kind === 'MANUAL');
  return next >= 0 ? next : steps.findLastIndex((step) => step.kind === 'MANUAL');
}
