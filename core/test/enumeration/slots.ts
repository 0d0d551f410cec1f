import type { RouteSpec } from '@dossier/sdk';
import { newId } from '@dossier/sdk';
import type { Share } from '@dossier/core/testing';
import { isBase, kinds, spared } from './base.ts';
import type { Ids, Operation } from './operations.ts';
import { sample } from './sample.ts';
import { placeOf, shares } from './shares.ts';
import type { Shares } from './shares.ts';

/**
 * A place of an operation at which a request names something: `params/teamId`, `query/topic`, `body/toUserId`, with a
 * star for the items of a list.
 */
export interface Slot {
  readonly path: string;
  readonly kind: string;
}

/** Names other than `id`, `…Id` and `…Ids` that name something of an organization. */
const alsoNaming: ReadonlySet<string> = new Set([
  'topic',
  'slug',
  'assignee',
  'source',
  'emails',
  'hash',
  'key',
  'plugin',
  'replaces',
  'replyTo',
]);
const isNaming = (name: string): boolean => /^ids?$|Ids?$|ID$/.test(name) || alsoNaming.has(name);

/** A route, or a field of GraphQL, of a plugin; the word before an identifier in its path is a kind. */
export type Owned = Pick<Operation, 'plugin' | 'name' | 'url'>;

/** The reason for which a place is spared, and of a parameter of a path its value. */
function sparedBy(share: Share | undefined, { name }: Owned, path: string) {
  return share?.spared?.[`${name} ${path}`] ?? share?.spared?.[path] ?? spared[path];
}

/**
 * The kind of what is named at a place of an operation; null where nothing of an organization is named.
 * @throws Error for a name of which no kind is known, so that no new parameter is skipped silently
 */
export function kindOf(owned: Owned, path: string, all: Shares = shares, called = path): string | null {
  const share = all.get(owned.plugin);
  if (sparedBy(share, owned, path) !== undefined) return null;
  const parts = path.split('/').filter((part) => part !== '*');
  const name = parts.at(-1)!;
  const own = share?.kinds ?? {};
  const kind =
    own[`${owned.name} ${path}`] ??
    own[path] ??
    own[name] ??
    kinds[name] ??
    (path === 'body/id' ? wordsOf(owned.url).at(-1) : wordBefore(owned.url, path));
  if (kind === undefined || !isMade(kind, all)) throw new Error(unknownKind(owned, called));
  return kind;
}

const unknownKind = (owned: Owned, path: string): string =>
  `${owned.plugin}.${owned.name} names something at ${path}, and there is no identifier of another organization to try there. In ${placeOf(owned.plugin)} make one (makes) and say its kind (kinds), or say why it names nothing of an organization (spared).`;

const wordsOf = (url: string): readonly string[] =>
  url.split('/').filter((word) => word !== '' && !word.startsWith(':'));

/** The word before a parameter of the path. */
const wordBefore = (url: string, path: string): string | undefined =>
  path.startsWith('params/') ? wordsOf(url.split(`/:${path.slice(7)}`)[0]!).at(-1) : undefined;

/** Kinds of the base, and those that a share makes, have somebody who makes one. */
export const isMade = (kind: string, all: Shares): boolean =>
  isBase(kind) || [...all.values()].some(({ makes = {} }) => Object.values(makes).some((made) => kind in made));

/** The same of an argument of a root field: `id` names one of what the field is called. */
export function kindOfArgument(plugin: string, field: string, path: string, all: Shares = shares): string {
  const owned = { plugin, name: `Query.${field}`, url: `/${field}s/:id` };
  const own = all.get(plugin)?.kinds?.[`Query.${field} ${path}`];
  const kind = own ?? kindOf(owned, path === 'id' ? 'params/id' : `args/${path}`, all, path);
  if (kind === null || !isMade(kind, all)) throw new Error(unknownKind(owned, path));
  return kind;
}

type Schema = Readonly<Record<string, unknown>> & {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};

/** Every path of a schema that names something. */
function namingPaths(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema as Schema;
  return [
    ...Object.entries(properties).flatMap(([name, inner]) =>
      isNaming(name) || /^ids? of\b/i.test(String(inner['description'] ?? ''))
        ? [`${path}/${name}`]
        : namingPaths(inner, `${path}/${name}`),
    ),
    ...namingPaths(items, `${path}/*`),
    ...[...anyOf, ...oneOf].flatMap((one) => namingPaths(one, path)),
  ];
}

/** Places of an operation that name something. Whatever stands in the path does, whatever it is called. */
export function namingPathsOf({ route, url }: Pick<Operation, 'route' | 'url'>): readonly string[] {
  return [
    ...new Set([
      ...[...url.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => `params/${name}`),
      ...namingPaths(route.query, 'query'),
      ...namingPaths(route.body, 'body'),
    ]),
  ];
}

/** The slots of an operation. */
export const slotsOf = (operation: Operation): readonly Slot[] =>
  namingPathsOf(operation).flatMap((path) => {
    const kind = kindOf(operation, path);
    return kind === null ? [] : [{ path, kind }];
  });

/** The value in a path of a parameter that names nothing of an organization. */
export function sparedValue(operation: Owned, name: string): string {
  const given = sparedBy(shares.get(operation.plugin), operation, `params/${name}`);
  return typeof given === 'object' ? given.value : 'none';
}

/** The path of an operation with identifiers in place of its parameters. */
const pathOf = (operation: Owned, valueAt: (path: string) => string | undefined): string =>
  operation.url.replaceAll(/:([A-Za-z]+)/g, (_all, name: string) =>
    encodeURIComponent(valueAt(`params/${name}`) ?? sparedValue(operation, name)),
  );

/** The path with these identifiers. */
export const fill = (operation: Owned, ids: Ids): string =>
  pathOf(operation, (path) => ids[kindOf(operation, path) ?? '']);

export interface Request {
  readonly method: RouteSpec['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}

/**
 * The request of an operation with `ids` at every slot, but for those of `instead`, by path. Optional slots are there
 * only when they are replaced.
 */
export function requestOf(
  operation: Operation,
  ids: Ids,
  instead: Readonly<Record<string, string>>,
  given: unknown,
): Request {
  const { route } = operation;
  const valueAt = (path: string): string | undefined => {
    if (instead[path] !== undefined) return instead[path];
    const kind = isNaming(path.split('/').at(-1)!) || path.startsWith('params/') ? kindOf(operation, path) : null;
    return kind === null ? undefined : ids[kind];
  };
  const filled = pathOf(operation, valueAt);
  const { required = [], properties = {} } = (route.query ?? {}) as Schema;
  const exampleOf = (name: string): string =>
    String((properties[name]?.['examples'] as readonly unknown[] | undefined)?.[0] ?? 'x');
  const asked = new Set([
    ...required,
    ...Object.keys(instead)
      .filter((path) => path.startsWith('query/'))
      .map((path) => path.slice(6)),
  ]);
  const query = [...asked]
    .map((name) => `${name}=${encodeURIComponent(valueAt(`query/${name}`) ?? exampleOf(name))}`)
    .join('&');
  const body = route.body ? bodyOf(route.body, 'body', { valueAt, wanted: Object.keys(instead) }, given) : undefined;
  return {
    method: route.method,
    url: query === '' ? filled : `${filled}?${query}`,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  };
}

interface Filling {
  readonly valueAt: (path: string) => string | undefined;
  readonly wanted: readonly string[];
}

function bodyOf(schema: unknown, path: string, filling: Filling, given: unknown): unknown {
  const {
    type,
    properties = {},
    required = [],
    items,
    minItems = 0,
  } = schema as Schema & { type?: string; minItems?: number };
  const wanted = filling.wanted.some((one) => one === path || one.startsWith(`${path}/`));
  if (type === 'object') {
    const from = typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {};
    const names = Object.keys(properties).filter(
      (name) =>
        required.includes(name) ||
        name in from ||
        filling.wanted.some((one) => one === `${path}/${name}` || one.startsWith(`${path}/${name}/`)),
    );
    if (names.length === 0) return given ?? sample(schema);
    return Object.fromEntries(
      names.map((name) => {
        const inner = `${path}/${name}`;
        const value = isNaming(name) ? filling.valueAt(inner) : undefined;
        const list = (properties[name] as Schema).items !== undefined;
        return [
          name,
          value === undefined ? bodyOf(properties[name], inner, filling, from[name]) : list ? [value] : value,
        ];
      }),
    );
  }
  if (type === 'array' && wanted) return [bodyOf(items, `${path}/*`, filling, undefined)];
  return given ?? (type === 'array' && minItems === 0 ? [] : sample(schema));
}

/** An identifier of the same form as `like`, and of nobody. */
export function randomLike(like: string): string {
  const [uuid, nobody] = [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, `nobody-${newId().slice(-12)}`];
  return uuid.test(like)
    ? like.replaceAll(uuid, () => newId())
    : like.includes('@')
      ? `${nobody}@elsewhere.example`
      : nobody;
}
