import type { FacilityPlan } from '../../kernel/facility.ts';

/**
 * Lets plugins register nothing: it seals what they emit. It runs on the node that leads, among the loops of the log
 * (`led` of `createEvents`), since it is the last of them to stop.
 */
export const auditSealPlan: FacilityPlan = { id: 'audit-seal' };
