import { STATUS_CODES } from 'node:http';
import type { RouteSpec } from '@dossier/sdk';
import type { Resource } from './resources.ts';

/** What follows from the shape of a route, whatever its handler does, described as a client sees it. */
export function refusalsOf(route: RouteSpec, resource: Resource | undefined): Readonly<Record<number, string>> {
  const { gate, method, query } = route;
  const guarded = !('open' in gate);
  const leadsTo =
    route.url.includes(':') || (guarded && gate.scope !== 'installation') || (guarded && gate.feature !== undefined);
  const all: readonly (readonly [number, boolean, string])[] = [
    [400, true, query === undefined ? 'The request cannot be read' : 'The request, or its query, cannot be read'],
    [401, guarded, 'No credential, or one that is not accepted here'],
    [403, guarded, 'Known, but not allowed to do this'],
    [404, leadsTo, "Nothing is there, it is another organization's, or its feature is off (`feature-off`)"],
    [408, true, `The request${method === 'GET' ? '' : ', or its body,'} did not arrive in time`],
    [
      409,
      guarded && (gate.actors ?? ['user']).includes('user'),
      'Of a browser alone: the page shows another organization than its session works in by now (`other-organization`)',
    ],
    [
      412,
      resource?.guarded === true || route.etag === 'compared',
      'It has changed since the version that If-Match names (`stale`)',
    ],
    [413, method !== 'GET', 'The body is larger than this operation takes, also where it takes none'],
    [415, method !== 'GET', 'The body is of another media type than this operation reads'],
    [422, method !== 'GET', 'What was sent is not valid: every fault at once, each with its pointer'],
    [429, true, 'Too many requests; `Retry-After` says when to go on'],
    [431, true, 'The address and the fields of the header are too long together'],
  ];
  const derived = all.filter(([, applies]) => applies).map(([status, , text]) => [status, text] as const);
  const own = Object.entries(route.problems ?? {}).map(([status, text]) => [Number(status), text] as const);
  const byStatus = Map.groupBy([...derived, ...own], ([status]) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, texts]) => [
      status,
      `${STATUS_CODES[status]}. ${texts.map(([, text]) => text).join('. ')}.`,
    ]),
  );
}
