import type { EventStream, EventType } from '@dossier/sdk';
import { byId } from '../../kernel/facility.ts';
import type { Kind } from '../../kernel/facility.ts';

/** Types of events that plugins emit. */
export const events: Kind<EventType<unknown>> = {
  id: 'events',
  list: 'events',
  of: (spec) => byId(spec.events),
  stays: true,
  once: { code: 'K_DUPLICATE_EVENT', what: 'The event', way: 'one plugin emits an event; others listen' },
  shown: {
    json: ({ value: { id, audience } }) => ({ id, audience }),
    text: { title: 'Events', row: ({ plugin, value: { id, audience } }) => [id, plugin, audience] },
  },
};

/** Subscriptions of plugins to every event of an audience. */
export const streams: Kind<EventStream> = {
  id: 'streams',
  list: 'streams',
  of: (spec) => byId(spec.streams),
  once: { code: 'K_DUPLICATE_STREAM', what: 'The stream', way: 'give one of them another id' },
  gated: ({ name, value }) => ({ what: `The stream ${name}`, contributionGate: value.gate }),
  shown: {
    json: ({ value: { id, audience } }) => ({ id, audience }),
    text: { title: 'Streams', row: ({ plugin, value: { id, audience } }) => [id, plugin, `every ${audience} event`] },
  },
};
