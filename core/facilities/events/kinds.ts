import type { EventType } from '@dossier/sdk';
import { byId } from '../../kernel/facility.ts';
import type { Kind } from '../../kernel/facility.ts';

/** Types of events that plugins emit. */
export const events: Kind<EventType<unknown>> = {
  id: 'events',
  list: 'events',
  of: (spec) => byId(spec.events),
  once: { code: 'K_DUPLICATE_EVENT', what: 'The event', way: 'one plugin emits an event; others listen' },
  shown: {
    json: ({ value: { id, audience } }) => ({ id, audience }),
    text: { title: 'Events', row: ({ plugin, value: { id, audience } }) => [id, plugin, audience] },
  },
};
