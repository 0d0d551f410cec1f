import type { Access, Hint } from '@dossier/sdk';
import type { Facility, FacilityPlan, Running } from '../../kernel/facility.ts';
import { checkBroker, checkHints, checkTopics } from './checks.ts';
import type { Hints } from './hints.ts';
import { hints, topics } from './kinds.ts';

export const realtimePlan: FacilityPlan = {
  id: 'realtime',
  kinds: [topics, hints],
  checks: [checkTopics, checkHints, checkBroker],
};

/** What browsers hear of events, by the topics that plugins declare, and of what passes. */
export const realtime = (o: { readonly running: Running; readonly tell: Hints['tell'] }): Facility => ({
  ...realtimePlan,
  ...o.running,
  verbs: ({ spec, declared }) => ({
    verbs: {
      hint(hint: Hint<unknown>, access: Access, at: Readonly<Record<string, string>>, data: unknown): boolean {
        declared('tells', hint.id, spec.hints, 'hints');
        return o.tell(hint, access, at, data);
      },
    },
  }),
});
