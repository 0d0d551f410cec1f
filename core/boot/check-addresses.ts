import { addressFault } from '../facilities/events/topics.ts';
import { resourceFault } from '../facilities/http/resources.ts';
import type { Inventory } from '../kernel/plan/inventory.ts';
import type { Report } from '../kernel/plan/plan.ts';

const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Where browsers connect to the broker: no route, so that nobody else declares it. */
const realtime = '/rt';

/**
 * Where plugins want to be reached: what the server or the broker would refuse, one after the other, when it is
 * registered.
 */
export function checkAddresses(
  { routes, mounts, topics }: Pick<Inventory, 'routes' | 'mounts' | 'topics'>,
  report: Report,
): void {
  for (const {
    plugin,
    name,
    route: { method, url, aliases = [] },
  } of routes) {
    if (!methods.has(method))
      report(
        'K_BAD_ROUTE',
        plugin,
        `The route ${name} of ${plugin} has the method ${String(method)}; take one of ${[...methods].join(', ')}.`,
      );
    for (const one of [url, ...aliases])
      if (!/^\/[^\s?#]*$/.test(one))
        report(
          'K_BAD_ROUTE',
          plugin,
          `The route ${name} of ${plugin} has the address "${one}"; it begins with a slash, and has no query and no space.`,
        );
  }
  const all = routes.map(({ route }) => route);
  for (const { plugin, name, route } of routes) {
    const fault = resourceFault(route, all);
    if (fault !== undefined)
      report(
        'K_BAD_RESOURCE',
        plugin,
        `The route ${name} (${route.method} ${route.url}) of ${plugin} ${fault}; correct the address, or write resource: null.`,
      );
  }
  const taken = [
    ...routes.flatMap(({ plugin, route: { method, url, aliases = [] } }) =>
      method === 'GET' ? [url, ...aliases].map((at) => ({ plugin, at })) : [],
    ),
    ...mounts.map(({ plugin, mount }) => ({ plugin, at: mount.path })),
  ];
  for (const { plugin, at } of taken)
    if (at === realtime)
      report(
        'K_BAD_ROUTE',
        plugin,
        `${plugin} wants to be reached at ${realtime}, where browsers connect to the broker; move it to another path.`,
      );
  for (const { plugin, topic } of topics) {
    const fault = addressFault(topic);
    if (fault !== null)
      report(
        'K_TOPIC_ADDRESS',
        plugin,
        `The topic ${topic.id} of ${plugin} has the address "${topic.address}": ${fault}.`,
      );
  }
}
