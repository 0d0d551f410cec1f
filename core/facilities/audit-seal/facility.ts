import { LogSeal } from '@dossier/sdk';
import type { Facility, FacilityPlan } from '../../kernel/facility.ts';

/**
 * It seals what plugins emit, on the node that leads, among the loops of the log (`led` of `createEvents`), since it is
 * the last of them to stop; and lets them look whether all is as it was sealed.
 */
export const auditSealPlan: FacilityPlan = { id: 'audit-seal', services: [LogSeal] };

export const auditSeal = (o: { readonly logSeal: LogSeal }): Facility => ({
  ...auditSealPlan,
  given: new Map([[LogSeal.id, o.logSeal]]),
});
