import type { FacilityPlan } from '../kernel/facility.ts';
import { auditSealPlan } from '../facilities/audit-seal/facility.ts';
import { databasePlan } from '../facilities/database/facility.ts';
import { eventsPlan } from '../facilities/events/facility.ts';
import { graphqlPlan } from '../facilities/graphql/facility.ts';
import { httpPlan } from '../facilities/http/facility.ts';
import { jobsPlan } from '../facilities/jobs/facility.ts';
import { outboundPlan } from '../facilities/outbound/facility.ts';
import { realtimePlan } from '../facilities/realtime/facility.ts';
import { secretsPlan } from '../facilities/secrets/facility.ts';
import { settingsPlan } from '../facilities/settings/facility.ts';
import { webPlan } from '../facilities/web/facility.ts';

/**
 * What an installation lets plugins register: enough for its plan. `bindings.ts` has them running. They start in this
 * order, and stop in the reverse.
 */
export const facilityPlans: readonly FacilityPlan[] = [
  databasePlan,
  secretsPlan,
  settingsPlan,
  outboundPlan,
  httpPlan,
  webPlan,
  graphqlPlan,
  eventsPlan,
  auditSealPlan,
  realtimePlan,
  jobsPlan,
];
