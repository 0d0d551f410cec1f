import type { MountSpec, RouteSpec } from '@dossier/sdk';
import { byName } from '../../kernel/facility.ts';
import type { Kind, Registered } from '../../kernel/facility.ts';
import { describeGate } from '../../kernel/index.ts';

/** How a fault calls a route. */
export const routeInWords = ({ name, value: { method, url } }: Pick<Registered<RouteSpec>, 'name' | 'value'>): string =>
  `The route ${name} (${method} ${url})`;

const once = { code: 'K_DUPLICATE_ROUTE', what: 'The route', way: 'move one of them to another path' };

export const routes: Kind<RouteSpec> = {
  id: 'routes',
  of: (spec) => byName(spec.routes),
  once: {
    ...once,
    keys: ({ value: { method, url, aliases = [] } }) => [url, ...aliases].map((one) => `${method} ${shape(one)}`),
  },
  gated: (entry) => ({ what: routeInWords(entry), gate: entry.value.gate }),
  shown: {
    json: ({ name, value: { method, url, aliases = [], gate } }) => ({
      name,
      method,
      url,
      aliases,
      gate: describeGate(gate),
    }),
    text: {
      title: 'Routes',
      row: ({ plugin, value: { method, url, aliases = [], gate } }) => [
        method,
        url,
        plugin,
        describeGate(gate),
        aliases.length > 0 ? `also ${aliases.join(', ')}` : '',
      ],
    },
  },
};

/** Paths that are handed to foreign handlers. */
export const mounts: Kind<MountSpec> = {
  id: 'mounts',
  of: (spec) => byName(spec.mounts),
  once: { ...once, keys: ({ value: { path } }) => [`mount ${path}`] },
  shown: {
    json: ({ name, value: { path, why } }) => ({ name, path, why }),
    text: {
      title: 'Mounts',
      row: ({ plugin, value: { path, why } }) => [path, plugin, `open to everyone: ${why}`],
    },
  },
};

/** Two paths are one to the router when only the names of their parameters differ. */
const shape = (url: string): string => url.replace(/:[A-Za-z0-9_]+/g, ':id');
