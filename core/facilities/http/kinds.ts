import type { MountSpec, RouteSpec, WebElement } from '@dossier/sdk';
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

/** Web elements, by their tags. */
export const elements: Kind<WebElement> = {
  id: 'elements',
  of: (spec) => (spec.web?.elements ?? []).map((value) => ({ name: value.tag, value })),
  once: {
    code: 'K_DUPLICATE_ELEMENT',
    what: 'The web element',
    way: 'a browser knows one element of a tag: name it after its plugin',
  },
  gated: ({ name, value: { gate } }) => ({ what: `The web element ${name}`, contributionGate: gate }),
  shown: {
    json: ({ value: { tag, slot, gate } }) => ({ tag, slot: slot.id, gate: describeGate(gate) }),
    text: {
      title: 'Web elements',
      row: ({ plugin, value: { tag, slot, gate } }) => [tag, plugin, slot.id, describeGate(gate)],
    },
  },
};

/** Two paths are one to the router when only the names of their parameters differ. */
const shape = (url: string): string => url.replace(/:[A-Za-z0-9_]+/g, ':id');
