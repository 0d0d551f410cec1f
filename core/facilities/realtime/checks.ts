import type { PlanCheck } from '../../kernel/facility.ts';
import { hint as meant } from '../../kernel/index.ts';
import { addressFault } from '../events/index.ts';
import { mounts, routes } from '../http/index.ts';
import { hints, topics } from './kinds.ts';

/** Where browsers connect to the broker: no route, so that nobody else declares it. */
const realtime = '/rt';

/** Topics stand where the broker can serve them. */
export const checkTopics: PlanCheck = (inventory, report) => {
  for (const { plugin, value: topic } of inventory.of(topics)) {
    const fault = addressFault(topic);
    if (fault !== null)
      report(
        'K_TOPIC_ADDRESS',
        plugin,
        `The topic ${topic.id} of ${plugin} has the address "${topic.address}": ${fault}.`,
      );
  }
};

/** Nobody else is reached where browsers connect. */
export const checkBroker: PlanCheck = (inventory, report) => {
  const taken = [
    ...inventory
      .of(routes)
      .flatMap(({ plugin, value: { method, url, aliases = [] } }) =>
        method === 'GET' ? [url, ...aliases].map((at) => ({ plugin, at })) : [],
      ),
    ...inventory.of(mounts).map(({ plugin, value }) => ({ plugin, at: value.path })),
  ];
  for (const { plugin, at } of taken)
    if (at === realtime)
      report(
        'K_BAD_ROUTE',
        plugin,
        `${plugin} wants to be reached at ${realtime}, where browsers connect to the broker; move it to another path.`,
      );
};

/** A hint is sent where somebody can listen. */
export const checkHints: PlanCheck = (inventory, report) => {
  const known = inventory.of(topics).map(({ name }) => name);
  for (const { plugin, value } of inventory.of(hints))
    if (!known.includes(value.topic))
      report(
        'K_UNKNOWN_TOPIC',
        plugin,
        `The hint ${value.id} of ${plugin} is sent at the topic ${value.topic}, which nobody declares${meant(value.topic, new Set(known))}.`,
      );
};
