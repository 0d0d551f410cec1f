/** For tests, of ours and of others: a real kernel in memory. Only tests import it. */
import { given as service } from './given.ts';
import { organization } from './organization.ts';

export { testKernel } from './kernel.ts';
export type { TestKernel } from './kernel.ts';
export { testPlatform } from './platform.ts';
export type { TestPlatform } from './platform.ts';
export { sharedPlatform } from './shared-platform.ts';
export type { Given } from './given.ts';
export { bank } from './bank.ts';
export type { Bank } from './bank.ts';
export type { Organization, Person, TeamRole } from './organization.ts';
export { logged } from './logged.ts';
export { testClock } from './clock.ts';
export type { TestClock } from './clock.ts';
export { documentation, documentationOf } from './documentation.ts';
export type { Documentation } from './documentation.ts';
export type { Json, TestAnswer, TestClient } from './client.ts';
export { installedPlan } from './plan.ts';
export { seed } from './seed.ts';
export type { Ground, RoundName, Share } from './share.ts';
export { everything, sample } from './set.ts';
export { stepOf } from './step.ts';
export { letterBox, toldOf } from './told.ts';
export type { ToldNotice } from './told.ts';
export { eventually, holds, stopwatch } from './waiting.ts';
/** What a plan lists as routes: `plan.inventory.of(routes)`. */
export { routes } from '../facilities/http/kinds.ts';

/**
 * What a test takes for granted. `given(Http, fake)` stands in for a service;
 * `given.organization(platform, 'acme').workspace('Lending').officer('Otto Officer')` is an organization, made when it
 * is awaited.
 */
export const given = Object.assign(service, { organization });
