import type { RouteSpec } from '@dossier/sdk';
import type { Registered } from '../../kernel/facility.ts';

/** Of a route: which GET shows what it shows or changes, and what of that makes its entity tag. */
export interface Resource {
  /** Name of that GET as `plugin.route`, and the route; the route itself when it is that GET. */
  readonly key: string;
  readonly read: RouteSpec;
  /** Members that make the tag; null for all. */
  readonly of: readonly string[] | null;
  /** Its answer has the tag, and the kernel puts it there. */
  readonly shown: boolean;
  /** It changes what the GET shows, and the kernel compares what `If-Match` names. */
  readonly guarded: boolean;
}

const replaces: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);
const parametersOf = (url: string): readonly string[] => [...url.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]!);

/** Address of the GET that a route names, or that stands at its own address. */
const addressOf = ({ method, url, resource }: RouteSpec): string | null =>
  resource === undefined ? (replaces.has(method) ? url : null) : resource;

/**
 * Reads of routes which resource they show or change; undefined for those of none. A GET is a resource when another
 * route names it.
 */
export function resourcesOf(routes: readonly Registered<RouteSpec>[]): (route: RouteSpec) => Resource | undefined {
  const reads = new Map(routes.filter(({ value }) => value.method === 'GET').map((one) => [one.value.url, one]));
  const found = new Map<RouteSpec, Resource>();
  const isNamed = new Set<string>();
  for (const { value: route } of routes) {
    const read = reads.get(addressOf(route) ?? '');
    if (!read || route === read.value) continue;
    isNamed.add(read.value.url);
    const of = membersOf(read.value);
    const own = parametersOf(route.url);
    const guarded = route.etag !== 'compared' && parametersOf(read.value.url).every((name) => own.includes(name));
    found.set(route, {
      key: `${read.plugin}.${read.name}`,
      read: read.value,
      of,
      guarded,
      shown: route.etag === undefined && shows(route, read.value, of),
    });
  }
  for (const { plugin, name, value: route } of reads.values()) {
    if (isNamed.has(route.url))
      found.set(route, {
        key: `${plugin}.${name}`,
        read: route,
        of: membersOf(route),
        guarded: false,
        shown: route.etag !== 'sent',
      });
  }
  return (route) => found.get(route);
}

const membersOf = ({ etag }: RouteSpec): readonly string[] | null => (typeof etag === 'object' ? etag.of : null);

/** The answer of a change has the tag when it shows what makes it. */
function shows({ reply }: RouteSpec, read: RouteSpec, of: readonly string[] | null): boolean {
  if (reply === undefined) return false;
  return (
    reply === read.reply ||
    (of !== null && 'properties' in reply && of.every((name) => Object.hasOwn(reply.properties as object, name)))
  );
}

/** What is wrong with the resource that a route names, in words for the plan. */
export function resourceFault(route: RouteSpec, all: readonly RouteSpec[]): string | undefined {
  const { resource, url, method } = route;
  if (typeof resource !== 'string') return undefined;
  if (!all.some((one) => one.method === 'GET' && one.url === resource))
    return `names ${resource} as its resource, where no installed plugin has a GET`;
  const lacking = parametersOf(resource).filter((name) => !parametersOf(url).includes(name));
  return lacking.length > 0 && method !== 'POST'
    ? `changes ${resource}, and its own address does not say which ${lacking.join(', ')}`
    : undefined;
}
