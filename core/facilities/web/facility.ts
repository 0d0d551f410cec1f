import type { FacilityPlan } from '../../kernel/facility.ts';
import { checkKinds, checkPages, checkPolicies, checkSlots } from './checks.ts';
import { elements, policies, slots } from './kinds.ts';

/** What the page shows of plugins: elements in slots. They are served as files, and listed by the built-in plugin. */
export const webPlan: FacilityPlan = {
  id: 'web',
  kinds: [slots, elements, policies],
  checks: [checkSlots, checkPages, checkKinds, checkPolicies],
};
