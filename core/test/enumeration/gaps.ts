/** The pure half of the enumerations: what of a plan cannot be tried, told without starting any of it. */
import Schema from 'typebox/schema';
import type { RouteSpec } from '@dossier/sdk';
import { documentationOf } from '@dossier/core/testing';
import type { Share } from '@dossier/core/testing';
import { routes as routeKind } from '../../facilities/http/kinds.ts';
import { resourcesOf } from '../../facilities/http/resources.ts';
import type { Plan } from '../../kernel/index.ts';
import { isBase } from './base.ts';
import { namingBelow, namingIn, ownersOf, schemaOf } from './graphql.ts';
import { idOf, isOpen, isWrite, operationsIn } from './operations.ts';
import type { Operation } from './operations.ts';
import { sample } from './sample.ts';
import { placeOf } from './shares.ts';
import type { Shares } from './shares.ts';
import { kindIn, parametersOf, topicsIn } from './topics.ts';
import { isMade, kindOf, kindOfArgument, namingPathsOf } from './slots.ts';

/**
 * Sentences that say what is missing, and where it is to be added, so that a new route, field or topic is tried by
 * every test that tries all of them. An empty list: nothing is missing.
 */
export function gapsOf(plan: Plan, shares: Shares): readonly string[] {
  const operations = operationsIn(plan).filter(({ route, url }) => url === route.url);
  return [
    ...operations.flatMap((operation) => [
      ...slotsWithoutKind(operation, shares),
      ...withoutBody(operation, shares),
      ...withoutQuery(operation, shares),
    ]),
    ...withoutResource(plan, operations),
    ...withoutMock(plan, operations),
    ...argumentsWithoutKind(plan, shares),
    ...topicsWithoutKind(plan, shares),
    ...madeTwice(shares),
    ...strayNames(plan, shares),
  ];
}

const told = (look: () => unknown): readonly string[] => {
  try {
    look();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
};

/** The schema is read, not compiled: to compile those of all operations takes a second. */
const fits = (schema: object, value: unknown): boolean => Schema.Check(schema, value);

const slotsWithoutKind = (operation: Operation, shares: Shares): readonly string[] =>
  namingPathsOf(operation).flatMap((path) => told(() => kindOf(operation, path, shares)));

function withoutBody(operation: Operation, shares: Shares): readonly string[] {
  const { plugin, name, route } = operation;
  if (route.body === undefined) return [];
  const given = shares.get(plugin)?.bodies?.[name];
  // One that is made from what is there is tried where that is.
  if (typeof given === 'function') return [];
  if (fits(route.body, given ?? sample(route.body))) return [];
  return given === undefined
    ? [`${idOf(operation)} takes a body that no schema can make up: add one to the bodies in ${placeOf(plugin)}.`]
    : [`The body of ${idOf(operation)} in ${placeOf(plugin)} does not fit its schema: correct it.`];
}

const requiredOf = ({ query }: RouteSpec): readonly string[] =>
  query && 'required' in query && Array.isArray(query.required) ? query.required : [];

function withoutQuery(operation: Operation, shares: Shares): readonly string[] {
  const { plugin, name, route } = operation;
  const required = requiredOf(route);
  return required.length === 0 || shares.get(plugin)?.queries?.[name] !== undefined
    ? []
    : [`${idOf(operation)} needs a query with ${required.join(', ')}: add one to the queries in ${placeOf(plugin)}.`];
}

function withoutResource({ inventory }: Plan, operations: readonly Operation[]): readonly string[] {
  const resourceOf = resourcesOf(inventory.of(routeKind));
  return operations
    .filter(({ route }) => isWrite(route) && !isOpen(route) && route.resource !== null && !resourceOf(route))
    .map((operation) => `${idOf(operation)} changes something: name the GET of that in its \`resource\`, or null.`);
}

/** A page is tried before a stand-in for the server, which answers what nobody has made up by an example. */
function withoutMock(plan: Plan, operations: readonly Operation[]): readonly string[] {
  const { example, demand } = documentationOf(plan);
  return operations.flatMap((operation) => {
    const { method } = operation.route;
    const url = operation.url.replaceAll(/:[A-Za-z]+/g, '01939f00-0000-7000-8000-000000000001');
    const faults = told(() => {
      const { status, body, schema } = example(method, url);
      if (schema && !fits(schema, body)) demand(method, url, status, { type: 'application/json', body });
    });
    return faults.map((fault) => `${idOf(operation)} has a reply of which pages get no mock: ${fault}`);
  });
}

function argumentsWithoutKind(plan: Plan, shares: Shares): readonly string[] {
  const [schema, owners] = [schemaOf(plan), ownersOf(plan)];
  const fields = Object.values({ ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() });
  return [
    ...fields.flatMap(({ name, args }) =>
      args
        .flatMap((arg) => namingIn(arg.name, arg.type))
        .flatMap((path) => told(() => kindOfArgument(owners.get(name) ?? 'core', name, path, shares))),
    ),
    ...namingBelow(schema).map((field) => `${field} takes an identifier, and no test comes there: ask at the root.`),
  ];
}

function topicsWithoutKind(plan: Plan, shares: Shares): readonly string[] {
  return topicsIn(plan).flatMap(({ plugin, topic: { id, address, gate } }) => {
    const unknown = parametersOf(address)
      .filter((name) => !['organizationId', 'userId', 'workspaceId'].includes(name))
      .map((name) => kindIn(address, name))
      .filter((kind) => !isMade(kind, shares));
    const closed = !('open' in gate) && gate.scope === 'any workspace' && !(gate.permission ?? gate.anyOf?.[0]);
    return [
      ...unknown.map((kind) => `The topic ${id} names one of ${kind}: make one in ${placeOf(plugin)} (makes).`),
      ...(closed ? [`The topic ${id} opens in any workspace by no permission: give its gate one.`] : []),
    ];
  });
}

/** Names of routes and fields that a share says something of. */
function namesIn(share: Share): readonly string[] {
  const ofPlaces = [...Object.keys(share.spared ?? {}), ...Object.keys(share.kinds ?? {})].filter((key) =>
    key.includes(' '),
  );
  return [
    ...[share.bodies, share.queries, share.rounds, share.asks, share.alsoIn].flatMap((by) => Object.keys(by ?? {})),
    ...[share.forStaff, share.closedToClients, share.byClient, share.ofOneself].flatMap((names) => names ?? []),
    ...[share.absent, share.refusedBefore].flatMap((names) => names ?? []),
    ...ofPlaces.map((key) => key.split(' ')[0]!),
  ];
}

/** Kinds that two shares make: one of them would stand for the other. */
function madeTwice(shares: Shares): readonly string[] {
  const makers = [...shares].flatMap(([plugin, { makes = {} }]) =>
    Object.values(makes).flatMap((made) => Object.keys(made).map((kind) => ({ plugin, kind }))),
  );
  return [...Map.groupBy(makers, ({ kind }) => kind)].flatMap(([kind, by]) =>
    by.length > 1 || isBase(kind)
      ? [`${by.map(({ plugin }) => placeOf(plugin)).join(', ')}: ${kind} is made already; choose another word (kinds).`]
      : [],
  );
}

/** Names of what is not there, so that a share does not outlive what it speaks of. */
function strayNames(plan: Plan, shares: Shares): readonly string[] {
  return [...shares].flatMap(([plugin, share]) => {
    const spec = plan.specs.get(plugin);
    if (!spec) return [`${placeOf(plugin)} is the share of ${plugin}, which is not installed.`];
    const known = new Set([...Object.keys(spec.routes ?? {}), ...Object.keys(spec.graphql?.fields ?? {})]);
    return [...new Set(namesIn(share))]
      .filter((name) => !known.has(name))
      .map((name) => `${placeOf(plugin)} names ${name}, and ${plugin} has neither such a route nor such a field.`);
  });
}
