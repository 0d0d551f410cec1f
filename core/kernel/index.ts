/** What commands and the harness use of the kernel; boot imports its parts directly, too. */
export { createHost, kernelPoints } from './host.ts';
export type { Host, HostOptions, StartTimes } from './host.ts';
export { plan, PlanError } from './plan/plan.ts';
export type { Plan, Refused } from './plan/plan.ts';
export { contributionGateFault, namedBy } from './plan/check-gates.ts';
export { hint } from './plan/nearest.ts';
export { describeGate } from './plan/describe-gate.ts';
export { currentActivity, inNameOf } from './lifecycle/activity.ts';
export { withSpan } from './spans.ts';
export type { Timers } from './lifecycle/timers.ts';
