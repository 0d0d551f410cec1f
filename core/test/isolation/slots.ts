import type { RouteSpec } from '@dossier/sdk';
import { newId } from '@dossier/sdk';
import type { Ids, Operation } from '../http/enumeration.ts';
import { sample } from '../http/enumeration.ts';

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

/** What a name stands for, where it is not the word before it in the path. */
const kinds: Readonly<Record<string, string>> = {
  workspaceId: 'workspaces',
  teamId: 'teams',
  sharedWithTeamId: 'teams',
  userId: 'users',
  userIds: 'users',
  sourceUserId: 'users',
  targetUserId: 'users',
  toUserId: 'users',
  ownerId: 'users',
  standInId: 'users',
  assignee: 'users',
  source: 'users',
  actorId: 'users',
  subjectId: 'applications',
  fileId: 'files',
  commentId: 'comments',
  threadId: 'message-threads',
  messageId: 'messages',
  fileIds: 'waiting-message-files',
  attachmentId: 'attachments',
  attachmentIds: 'comment-files',
  replyTo: 'comments',
  replaces: 'documents',
  roleId: 'roles',
  teamRoleId: 'roles',
  templateId: 'templates',
  applicationId: 'applications',
  invitationId: 'team-invitations',
  userProfileId: 'user-profiles',
  userProfileSchemaId: 'user-profile-schemas',
  authProviderUserId: 'subjects',
  topic: 'topics',
  slug: 'slugs',
  emails: 'emails',
  workspaceIds: 'workspaces',
  recipients: 'users',
  template: 'report-templates',
  scheduleId: 'report-schedules',
};

/** Slots that name nothing of an organization, and why. An addition here says why too. */
const sparedSlots: Readonly<Record<string, string>> = {
  'body/features/*/id': 'A feature is declared by a plugin, the same for every organization.',
  'params/plugin': 'A plugin belongs to the installation.',
  'params/entry': 'No installed plugin has a collection; the one in core/test/seams/settings.test.ts is tried there.',
  'params/collection': 'A collection of settings is declared by a plugin, the same for every organization.',
  'body/wizard/*/key': 'A page of the form in the same body.',
  'body/workflow/*/key': 'A step of the workflow in the same body.',
  'params/number':
    'The number of a publication is the same for every organization; plugins/patent-office/test tries what each has of it.',
  'body/amount': 'A field of the template in the same body.',
  'body/keyAnswers': 'Fields of the template in the same body.',
  'body/foundBy': 'Fields of the template in the same body.',
  'body/workflow/*/checklist/*/key': 'A line of the checklist in the same body.',
  'params/ready': 'The ready templates are the same for every organization.',
  'params/version': 'A version is counted from 1 in each template.',
  'params/language': 'A language is the same for every organization.',
  'GET /api/v1/workspaces/:workspaceId/report-values query/source':
    'A source of reports is declared by a plugin, the same for every organization.',
  'body/query/source': 'What a view is narrowed to by where it came from is kept as it is; a list finds nothing by it.',
  'body/requiredDocuments/*/key': 'A document that the template in the same body asks for.',
  'POST /api/v1/notices/seen body/ids':
    'Of what concerns others nothing happens; plugins/notifications/test/inbox.test.ts tries what others hear of.',
  'POST /api/v1/notices/done body/ids': 'As above.',
  'POST /api/v1/organizations body/slug': 'A slug is unique in the installation: that it is taken has to be said.',
  'PUT /api/v1/organization body/slug': 'As above.',
  'POST /api/v1/installation/seed body/slug': 'Only the operator of the installation comes here.',
};

/** What stands in a path and names nothing of an organization, and is there in each. */
const everywhere: Readonly<Record<string, string>> = { version: '1', language: 'de', number: 'EP1012211A1' };

const words = (url: string): readonly string[] => url.split('/').filter((word) => word !== '' && !word.startsWith(':'));

/** @throws Error for a name of which no kind is known, so that no new parameter is skipped silently. */
export function kindOf(operation: string, path: string, kinded: Ids): string | null {
  if (sparedSlots[path] !== undefined || sparedSlots[`${operation} ${path}`] !== undefined) return null;
  const name = path
    .split('/')
    .filter((part) => part !== '*')
    .at(-1)!;
  const before = operation.split(' ')[1]!.split('/:').slice(0, -1).at(-1)?.split('/').at(-1);
  const kind =
    kinds[name] ??
    (path === 'body/subject/id'
      ? 'applications'
      : path === 'params/id'
        ? operation.split(' ')[1]!.split('/:id')[0]!.split('/').at(-1)
        : path === 'body/id'
          ? words(operation.split(' ')[1]!).at(-1)
          : before);
  if (kind === undefined || kinded[kind] === undefined)
    throw new Error(
      `${operation} names something at ${path}, and there is no real id of another organization to try: give it a kind in slots.ts and furnish() one, or say there why it names nothing of an organization.`,
    );
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

export const nameOf = ({ route, url }: Operation): string => `${route.method} ${url}`;

/** The slots of an operation. Whatever stands in the path names something, whatever it is called. */
export function slotsOf(operation: Operation, kinded: Ids): readonly Slot[] {
  const { route, url } = operation;
  const paths = [
    ...[...url.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => `params/${name}`),
    ...namingPaths(route.query, 'query'),
    ...namingPaths(route.body, 'body'),
  ];
  return [...new Set(paths)].flatMap((path) => {
    const kind = kindOf(nameOf(operation), path, kinded);
    return kind === null ? [] : [{ path, kind }];
  });
}

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
  const { route, url } = operation;
  const valueAt = (path: string): string | undefined => {
    if (instead[path] !== undefined) return instead[path];
    const kind =
      isNaming(path.split('/').at(-1)!) || path.startsWith('params/') ? kindOf(nameOf(operation), path, ids) : null;
    return kind === null ? undefined : ids[kind];
  };
  const filled = url.replaceAll(/:([A-Za-z]+)/g, (_all, name: string) =>
    encodeURIComponent(valueAt(`params/${name}`) ?? everywhere[name] ?? 'none'),
  );
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

/** Of the same form as `like`, and of nobody. */
export function randomLike(like: string): string {
  const [uuid, nobody] = [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, `nobody-${newId().slice(-12)}`];
  return uuid.test(like)
    ? like.replaceAll(uuid, () => newId())
    : like.includes('@')
      ? `${nobody}@elsewhere.example`
      : nobody;
}
