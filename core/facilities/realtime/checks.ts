import type { PlanCheck } from '../../kernel/facility.ts';
import { addressFault } from '../events/topics.ts';
import { topics } from './kinds.ts';

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
