import type { Hint, Topic } from '@dossier/sdk';
import { byId } from '../../kernel/facility.ts';
import type { Kind } from '../../kernel/facility.ts';
import { describeGate } from '../../kernel/index.ts';

export const topics: Kind<Topic> = {
  id: 'topics',
  list: 'topics',
  of: (spec) => byId(spec.topics),
  once: { code: 'K_DUPLICATE_TOPIC', what: 'The topic', way: 'give one of them another id' },
  gated: ({ value: { id, gate } }) => ({ what: `The topic ${id}`, gate }),
  shown: {
    json: ({ value: { id, address, gate, events } }) => ({
      id,
      address,
      gate: describeGate(gate),
      events: events.map((event) => event.id),
    }),
    text: { title: 'Topics', row: ({ plugin, value: { address, gate } }) => [address, plugin, describeGate(gate)] },
  },
};

/** What plugins tell to who listens at a topic, without logging it. */
export const hints: Kind<Hint<unknown>> = {
  id: 'hints',
  list: 'hints',
  of: (spec) => byId(spec.hints),
  once: { code: 'K_DUPLICATE_HINT', what: 'The hint', way: 'give one of them another id' },
  shown: {
    json: ({ value: { id, topic } }) => ({ id, topic }),
    text: { title: 'Hints', row: ({ plugin, value: { id, topic } }) => [id, plugin, `at ${topic}`] },
  },
};
