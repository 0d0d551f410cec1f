import { getNamedType, isInputObjectType, isLeafType, isListType, isNonNullType, isObjectType } from 'graphql';
import type { GraphQLArgument, GraphQLInputType, GraphQLObjectType, GraphQLOutputType, GraphQLSchema } from 'graphql';
import type { TestAnswer, TestClient } from '@dossier/core/testing';
import type { Bodies } from '../enumeration/furnish.ts';
import { namingIn, ownersOf } from '../enumeration/graphql.ts';
import { nameOf, operationsOf } from '../enumeration/operations.ts';
import type { Ids, Operation } from '../enumeration/operations.ts';
import { kindOfArgument, randomLike, requestOf, slotsOf } from '../enumeration/slots.ts';
import type { Slot } from '../enumeration/slots.ts';
import type { Stage } from './stage.ts';

/** One attempt to reach into another organization by naming something of it at one place of an operation. */
export interface Attempt {
  readonly name: string;
  readonly slots: readonly Slot[];
  readonly send: (client: TestClient, at: Readonly<Record<string, string>>) => Promise<TestAnswer>;
}

export const isInstallationWide = ({ route: { gate } }: Operation): boolean =>
  'open' in gate || (gate.scope === 'installation' && (gate.permission !== undefined || gate.actors?.length === 0));

/**
 * Of REST: each slot for itself, and all at once. The operator's operations act in the installation, and open ones show
 * what everybody may see.
 */
export function restAttempts({ platform }: Pick<Stage, 'platform'>, own: Ids, bodies: Bodies): readonly Attempt[] {
  return operationsOf(platform)
    .filter((operation) => !isInstallationWide(operation))
    .flatMap((operation) => {
      const slots = slotsOf(operation);
      // Under its other paths it is the same.
      const body = bodies.get(nameOf({ ...operation, url: operation.route.url }));
      const send: Attempt['send'] = (client, at) => client.request(requestOf(operation, own, at, body));
      const each = slots.map((slot) => ({ name: `${nameOf(operation)} ${slot.path}`, slots: [slot], send }));
      return slots.length > 1 ? [...each, { name: `${nameOf(operation)} everywhere`, slots, send }] : each;
    });
}

/** Of GraphQL: each argument of each root field that names something, nested ones too. */
export function graphqlAttempts({ platform }: Pick<Stage, 'platform'>, own: Ids): readonly Attempt[] {
  const { schema } = (platform.kernel.server as unknown as { readonly graphql: { readonly schema: GraphQLSchema } })
    .graphql;
  const owners = ownersOf(platform.kernel.plan);
  return [['query', schema.getQueryType()] as const, ['mutation', schema.getMutationType()] as const].flatMap(
    ([kind, root]) => (root ? attemptsOf(kind, { root, owners }, own) : []),
  );
}

interface Root {
  readonly root: GraphQLObjectType;
  readonly owners: ReadonlyMap<string, string>;
}

function attemptsOf(kind: string, { root, owners }: Root, own: Ids): readonly Attempt[] {
  return Object.values(root.getFields()).flatMap(({ name, args, type }) => {
    const plugin = owners.get(name) ?? 'core';
    const paths = args.flatMap((arg) => namingIn(arg.name, arg.type));
    const slots = paths.map((path) => ({ path, kind: kindOfArgument(plugin, name, path) }));
    return slots.map((slot) => ({
      name: `${kind} ${name} ${slot.path}`,
      slots: [slot],
      send: (client: TestClient, at: Readonly<Record<string, string>>) =>
        client.post(
          '/graphql',
          documentOf(
            kind,
            { plugin, name, args, type },
            own,
            // What a field is about it needs, whatever else is tried.
            Object.fromEntries(
              slots
                .filter(({ path }) => path === slot.path || path === 'id')
                .map(({ path, kind: of }) => [path, at[path] ?? own[of]!]),
            ),
          ),
        ),
    }));
  });
}

/** A field with its required arguments and everything below it that needs none. */
export function documentOf(
  kind: string,
  field: { plugin: string; name: string; args: readonly GraphQLArgument[]; type: GraphQLOutputType },
  own: Ids,
  at: Readonly<Record<string, string>>,
): { query: string; variables: Record<string, unknown> } {
  const used = field.args.filter(
    ({ name, type, defaultValue }) =>
      (isNonNullType(type) && defaultValue === undefined) ||
      Object.keys(at).some((path) => path === name || path.startsWith(`${name}/`)),
  );
  const kindAt = (path: string): string => kindOfArgument(field.plugin, field.name, path);
  const variables = Object.fromEntries(used.map((arg) => [arg.name, inputOf(arg.name, arg.type, kindAt, { own, at })]));
  const declared = used.length > 0 ? `(${used.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')})` : '';
  const passed = used.length > 0 ? `(${used.map(({ name }) => `${name}: $${name}`).join(', ')})` : '';
  return { query: `${kind} ${declared} { ${field.name}${passed} ${selection(field.type, 4)} }`, variables };
}

interface Given {
  readonly own: Ids;
  readonly at: Readonly<Record<string, string>>;
}

function inputOf(path: string, type: GraphQLInputType, kindAt: (path: string) => string, given: Given): unknown {
  const { own, at } = given;
  const bare = isNonNullType(type) ? type.ofType : type;
  if (isListType(bare)) return [inputOf(path, bare.ofType, kindAt, given)];
  if (isInputObjectType(bare))
    return Object.fromEntries(
      Object.values(bare.getFields()).map((inner) => [
        inner.name,
        inputOf(`${path}/${inner.name}`, inner.type, kindAt, given),
      ]),
    );
  if (at[path] !== undefined) return at[path];
  return namingIn(path, type).length > 0
    ? own[kindAt(path)]
    : (({ Int: 1, Float: 1, Boolean: true } as Readonly<Record<string, unknown>>)[bare.name] ?? 'x');
}

function selection(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (isLeafType(named) || !isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).filter(
    ({ type: inner, args }) =>
      !args.some((arg) => isNonNullType(arg.type)) && (isLeafType(getNamedType(inner)) || depth > 0),
  );
  return `{ ${fields.map((field) => `${field.name} ${selection(field.type, depth - 1)}`).join(' ')} }`;
}

/** What a client learns from an answer: without what differs from answer to answer, and without what it sent itself. */
function learnt({ status, text, headers }: TestAnswer, sent: readonly string[]): string {
  const shown = Object.entries(headers)
    .filter(
      ([name]) => !['date', 'etag', 'content-length', 'x-ratelimit-remaining', 'x-ratelimit-reset'].includes(name),
    )
    .sort();
  let all = JSON.stringify([status, text, status < 300 ? shown : [...shown, text.length]]);
  for (const value of sent) all = all.replaceAll(value, '(sent)').replaceAll(encodeURIComponent(value), '(sent)');
  return all
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)')
    .replaceAll(/[A-Za-z0-9_-]{40,}/g, '(secret)')
    .replaceAll(/\\"version\\":\d+/g, '(version)')
    .replaceAll(/\\"ahead\\":(\d+|null)/g, '(ahead)');
}

/** Everything that a foreign answer must not hold, but for what was sent: ids and the name in each of its texts. */
const marksOf = (foreign: Ids, sent: readonly string[]): readonly string[] =>
  Object.values(foreign).filter(
    (id) => /[0-9a-f]{12}$/.test(id) && !sent.some((value) => value.includes(id) || id.includes(value)),
  );

/**
 * Tries everything as `client`, with ids of `foreign`, and gives one sentence for each attempt of which the answer
 * differs from that to ids that nobody has, or tells something of the other. An empty list is the proof.
 */
export async function leaks(
  attempts: readonly Attempt[],
  client: TestClient,
  foreign: Ids,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const attempt of attempts) {
    const real = Object.fromEntries(
      attempt.slots.flatMap(({ path, kind }) => (foreign[kind] === undefined ? [] : [[path, foreign[kind]]])),
    );
    const none = Object.fromEntries(Object.entries(real).map(([path, id]) => [path, randomLike(id)]));
    const [answer, expected] = await Promise.all([attempt.send(client, real), attempt.send(client, none)]);
    const sent = Object.values(real);
    if (answer.status >= 500) found.push(`${attempt.name}: ${answer.status} ${answer.text}`);
    else if (learnt(answer, sent) !== learnt(expected, Object.values(none)))
      found.push(
        `${attempt.name}: ${answer.status} ${answer.text.slice(0, 300)} but for nobody's ${expected.status} ${expected.text.slice(0, 300)}`,
      );
    const told = marksOf(foreign, sent).filter((mark) => answer.text.includes(mark));
    if (told.length > 0) found.push(`${attempt.name}: tells ${told.join(', ')}`);
  }
  return found;
}
