import type { GraphQLSchema } from 'graphql';
import type { Gate, Permission } from '@dossier/sdk';
import type { TestAnswer, TestClient } from '@dossier/core/testing';
import type { Bodies } from '../enumeration/furnish.ts';
import { nameOf, operationsOf } from '../enumeration/operations.ts';
import type { Ids } from '../enumeration/operations.ts';
import { kindOfArgument, requestOf } from '../enumeration/slots.ts';
import { filled, topicsIn, valuesOf } from '../enumeration/topics.ts';
import { documentOf } from './leaks.ts';
import type { Stage } from './stage.ts';
import { fields as fieldKind } from '../../facilities/graphql/kinds.ts';

/** Something behind a gate: a route, a GraphQL field or a topic. */
export interface Door {
  readonly name: string;
  readonly gate: Exclude<Gate, { open: 'to everyone' }>;
  /**
   * The code of the refusal, or `open`. Whatever writes is asked for nothing that its schema knows, so that nothing
   * happens behind an open door.
   */
  readonly knock: (client: TestClient) => Promise<string>;
}

const said = ({ status, body }: TestAnswer): string =>
  status === 401 || status === 403 || status === 404 ? String(body.code) : status >= 500 ? `${status}` : 'open';
const isGated = (gate: Gate): gate is Door['gate'] => !('open' in gate);

/**
 * Every door of the installation, for somebody of the organization whose ids these are. `organization` and the admin's
 * id fill addresses of topics.
 */
export function doorsOf(
  { platform }: Pick<Stage, 'platform'>,
  ids: Ids,
  at: { readonly organization: string; readonly user: string },
  bodies: Bodies,
): readonly Door[] {
  const { inventory } = platform.kernel.plan;
  const { schema } = (platform.kernel.server as unknown as { readonly graphql: { readonly schema: GraphQLSchema } })
    .graphql;
  const routes = operationsOf(platform).flatMap((operation): Door[] => {
    const { route, url } = operation;
    const { gate } = route;
    if (!isGated(gate) || url !== route.url) return [];
    const request = requestOf(operation, ids, {}, bodies.get(nameOf(operation)));
    // A place that the body names is looked up once the body is valid.
    const valid = route.method === 'GET' || ('at' in gate && gate.at.in === 'body');
    const nothing = { payload: '{"neverAField":1}', headers: { 'content-type': 'application/json' } };
    return [
      {
        name: nameOf(operation),
        gate,
        knock: async (client) => said(await client.request({ ...request, ...(valid ? {} : nothing) })),
      },
    ];
  });
  const fields = inventory.of(fieldKind).flatMap(({ plugin, name: field, value: gate }): Door[] => {
    const [type, name] = field.split('.');
    const declared = type === 'Query' ? schema.getQueryType()?.getFields()[name!] : undefined;
    if (gate === 'inherit' || !isGated(gate) || !declared) return [];
    const document = documentOf('query', { ...declared, plugin }, ids, {
      ...(declared.args.some((arg) => arg.name === 'id') ? { id: ids[kindOfArgument(plugin, name!, 'id')]! } : {}),
      ...(declared.args.some((arg) => arg.name === 'pages') ? { pages: `${ids['workspaces']}/applications` } : {}),
    });
    return [
      {
        name: field,
        gate,
        async knock(client) {
          const { errors } = (await client.post('/graphql', document)).body as {
            errors?: readonly { path: readonly string[]; extensions: { code: string } }[];
          };
          return errors?.find(({ path }) => path.length === 1)?.extensions.code ?? 'open';
        },
      },
    ];
  });
  const topics = topicsIn(platform.kernel.plan).flatMap(({ topic: { gate, address } }): Door[] => {
    const topic = encodeURIComponent(filled(address, valuesOf(address, { ...at, ids })));
    return isGated(gate)
      ? [{ name: address, gate, knock: async (client) => said(await client.get(`/api/v1/events?topic=${topic}`)) }]
      : [];
  });
  return [...routes, ...fields, ...topics];
}

/** So many that none waits for a connection to the database as long as makes a busy server refuse it. */
const atOnce = 8;

/** What everybody answers, by name of the door, in the order of the doors. */
export async function knockAll(doors: readonly Door[], client: TestClient): Promise<ReadonlyMap<string, string>> {
  const answers = new Map(doors.map(({ name }) => [name, 'no answer yet']));
  const next = doors.values();
  const knocking = async (): Promise<void> => {
    for (const { name, knock } of next) answers.set(name, await knock(client));
  };
  await Promise.all(Array.from({ length: atOnce }, knocking));
  return answers;
}

/** Would the gate open, by what it names, to somebody who holds these permissions, wherever they are asked for? */
export const opensTo = ({ gate }: Door, holds: (permission: Permission) => boolean): boolean =>
  (!gate.permission || holds(gate.permission)) && (!gate.anyOf || gate.anyOf.some(holds));

export const acceptsKind = ({ gate }: Door, kind: 'user' | 'key'): boolean => (gate.actors ?? ['user']).includes(kind);
