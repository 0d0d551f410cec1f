/** For tests, of ours and of others: a real kernel in memory. Only tests import it. */
export { testKernel } from './kernel.ts';
export type { TestKernel } from './kernel.ts';
export { testPlatform } from './platform.ts';
export type { TestPlatform } from './platform.ts';
export { given } from './given.ts';
export type { Given } from './given.ts';
export { bank } from './bank.ts';
export type { Bank, Person } from './bank.ts';
export { testClock } from './clock.ts';
export type { TestClock } from './clock.ts';
export type { Json, TestAnswer, TestClient } from './client.ts';
export { stepOf } from './step.ts';
/** What a plan lists as routes: `plan.inventory.of(routes)`. */
export { routes } from '../facilities/http/kinds.ts';
