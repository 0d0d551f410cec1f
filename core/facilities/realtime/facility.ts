import type { Facility, FacilityPlan, Running } from '../../kernel/facility.ts';
import { checkBroker, checkTopics } from './checks.ts';
import { topics } from './kinds.ts';

export const realtimePlan: FacilityPlan = { id: 'realtime', kinds: [topics], checks: [checkTopics, checkBroker] };

/** What browsers hear of events, by the topics that plugins declare. */
export const realtime = (o: { readonly running: Running }): Facility => ({ ...realtimePlan, ...o.running });
