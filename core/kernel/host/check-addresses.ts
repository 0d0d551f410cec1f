import { addressFault } from '../events/topics.ts';
import type { Inventory } from './inventory.ts';
import type { Report } from './plan.ts';

const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Where plugins want to be reached: what the server or the broker would refuse, one after the other, when it is registered. */
export function checkAddresses({ routes, topics }: Pick<Inventory, 'routes' | 'topics'>, report: Report): void {
  for (const { plugin, name, route: { method, url, aliases = [] } } of routes) {
    if (!methods.has(method)) report('K_BAD_ROUTE', plugin, `The route ${name} of ${plugin} has the method ${String(method)}; take one of ${[...methods].join(', ')}.`);
    for (const one of [url, ...aliases]) if (!/^\/[^\s?#]*$/.test(one)) report('K_BAD_ROUTE', plugin, `The route ${name} of ${plugin} has the address "${one}"; it begins with a slash, and has no query and no space.`);
  }
  for (const { plugin, topic } of topics) {
    const fault = addressFault(topic);
    if (fault !== null) report('K_TOPIC_ADDRESS', plugin, `The topic ${topic.id} of ${plugin} has the address "${topic.address}": ${fault}.`);
  }
}
