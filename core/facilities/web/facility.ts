import type { FacilityPlan } from '../../kernel/facility.ts';
import { checkPages, checkSlots } from './checks.ts';
import { elements, slots } from './kinds.ts';

/** What the page shows of plugins: elements in slots. They are served as files, and told by the built-in plugin. */
export const webPlan: FacilityPlan = { id: 'web', kinds: [slots, elements], checks: [checkSlots, checkPages] };
