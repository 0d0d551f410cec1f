import { newId } from '@dossier/sdk';
import type { RouteSpec } from '@dossier/sdk';
import { routes as routeKind } from '../../facilities/http/kinds.ts';
import type { Plan } from '../../kernel/index.ts';

/** Identifiers of what an organization has, by kind. */
export interface Ids {
  readonly [kind: string]: string;
}

/** A route under one of its paths. */
export interface Operation {
  readonly plugin: string;
  /** Name of the route in its plugin. */
  readonly name: string;
  readonly route: RouteSpec;
  readonly url: string;
}

/** Every operation of the plan under every path that it has. */
export const operationsIn = ({ inventory }: Pick<Plan, 'inventory'>): readonly Operation[] =>
  inventory
    .of(routeKind)
    .flatMap(({ plugin, name, value: route }) =>
      [route.url, ...(route.aliases ?? [])].map((url) => ({ plugin, name, route, url })),
    );

/** The same of a platform that runs. */
export const operationsOf = (platform: {
  readonly kernel: { readonly plan: Pick<Plan, 'inventory'> };
}): readonly Operation[] => operationsIn(platform.kernel.plan);

/** The name of an operation in tests: `GET /api/v1/comments/:id`. */
export const nameOf = ({ route, url }: Pick<Operation, 'route' | 'url'>): string => `${route.method} ${url}`;
/** Its name in the OpenAPI document: `comments.get`. */
export const idOf = ({ plugin, name }: Pick<Operation, 'plugin' | 'name'>): string => `${plugin}.${name}`;

export const isOpen = ({ gate }: RouteSpec): boolean => 'open' in gate;
export const isWrite = ({ method }: RouteSpec): boolean => method !== 'GET';
export const randomIds = (like: Ids): Ids => Object.fromEntries(Object.keys(like).map((kind) => [kind, newId()]));
