/** For tests, of ours and of others: a real kernel in memory. Only tests import it. */
export { testPlatform, given } from './platform.ts';
export type { Given, TestPlatform } from './platform.ts';
export { bank } from './bank.ts';
export type { Bank, Person } from './bank.ts';
export { testClock } from './clock.ts';
export type { TestClock } from './clock.ts';
export type { Json, TestAnswer, TestClient } from './client.ts';
