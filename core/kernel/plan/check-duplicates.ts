import type { Inventory } from './inventory.ts';
import type { Report } from './plan.ts';

/** Everything that may exist once only. */
export function checkDuplicates(
  inventory: Inventory,
  given: { services: ReadonlySet<string>; points: ReadonlySet<string> },
  report: Report,
): void {
  const once = (
    code: string,
    what: string,
    items: readonly (readonly [key: string, plugin: string])[],
    way: string,
  ): void => {
    const owners = new Map<string, string>();
    for (const [key, plugin] of items) {
      const first = owners.get(key);
      if (first === undefined) owners.set(key, plugin);
      else
        report(
          code,
          plugin,
          `${what} ${key} is declared ${first === plugin ? `twice by ${plugin}` : `by ${first} and by ${plugin}`}; ${way}.`,
        );
    }
  };
  const kernels = (ids: ReadonlySet<string>): (readonly [string, string])[] =>
    [...ids].map((id) => [id, 'kernel'] as const);
  const rename = 'give one of them another id';

  once(
    'K_TWO_PROVIDERS',
    'The service',
    [...kernels(given.services), ...inventory.services.map(({ id, plugin }) => [id, plugin] as const)],
    'a service has one provider: leave one of the plugins out, or let both contribute to an extension point',
  );
  once(
    'K_DUPLICATE_POINT',
    'The extension point',
    [...kernels(given.points), ...inventory.points.map(({ id, plugin }) => [id, plugin] as const)],
    'its owner alone declares it, others name it under extends',
  );
  once(
    'K_DUPLICATE_FEATURE',
    'The feature',
    inventory.features.map(({ feature, plugin }) => [feature.id, plugin]),
    `its owner alone declares it, or ${rename}`,
  );
  once(
    'K_DUPLICATE_PERMISSION',
    'The permission',
    inventory.permissions.map(({ permission, plugin }) => [permission.id, plugin]),
    `its owner alone declares it, or ${rename}`,
  );
  once(
    'K_DUPLICATE_EVENT',
    'The event',
    inventory.events.map(({ event, plugin }) => [event.id, plugin]),
    'one plugin emits an event; others listen',
  );
  once(
    'K_DUPLICATE_JOB',
    'The job',
    inventory.jobs.map(({ job, plugin }) => [job.id, plugin]),
    rename,
  );
  once(
    'K_DUPLICATE_SCHEDULE',
    'The schedule',
    inventory.schedules.map(({ schedule, plugin }) => [schedule.id, plugin]),
    rename,
  );
  once(
    'K_DUPLICATE_TABLE',
    'The table',
    inventory.tables.map(({ name, plugin }) => [name, plugin]),
    'one plugin owns a table; others ask its service',
  );
  once(
    'K_DUPLICATE_TOPIC',
    'The topic',
    inventory.topics.map(({ topic, plugin }) => [topic.id, plugin]),
    rename,
  );
  once(
    'K_DUPLICATE_ELEMENT',
    'The web element',
    inventory.elements.map(({ element, plugin }) => [element.tag, plugin]),
    'a browser knows one element of a tag: name it after its plugin',
  );
  once(
    'K_DUPLICATE_FIELD',
    'The GraphQL field',
    inventory.fields.map(({ field, plugin }) => [field, plugin]),
    'rename one of them',
  );
  once(
    'K_DUPLICATE_ROUTE',
    'The route',
    [
      ...inventory.routes.flatMap(({ plugin, route }) =>
        [route.url, ...(route.aliases ?? [])].map((url) => [`${route.method} ${shape(url)}`, plugin] as const),
      ),
      ...inventory.mounts.map(({ plugin, mount }) => [`mount ${mount.path}`, plugin] as const),
    ],
    'move one of them to another path',
  );
}

/** Two paths are one to the router when only the names of their parameters differ. */
const shape = (url: string): string => url.replace(/:[A-Za-z0-9_]+/g, ':id');
