/** A platform with everything that is installed, and a bank in which each of its operations can be done. */
import type { Test } from 'tap';
import { installed } from '@dossier/config';
import { startOps, unhurried } from '@dossier/patent-simulator/testing';
import type { RouteSpec } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, TestAnswer, TestPlatform } from '@dossier/core/testing';
import { resourcesOf } from '../../facilities/http/resources.ts';
import { People } from '../../platform/people/contract.ts';
import { furnish } from '../enumeration/furnish.ts';
import { nameOf, operationsOf } from '../enumeration/operations.ts';
import type { Ids, Operation } from '../enumeration/operations.ts';
import { sample } from '../enumeration/sample.ts';
import { shares } from '../enumeration/shares.ts';
import { fill } from '../enumeration/slots.ts';
import { routes as routeKind } from '../../facilities/http/kinds.ts';

type Sender = Pick<Bank['admin'], 'request'>;

/** The operations of a platform, and what is needed to do each. */
export interface EveryOperation {
  readonly platform: TestPlatform;
  readonly a: Bank;
  readonly idsOfA: Ids;
  /** A body that the route takes; undefined where it takes none. */
  bodyOf(operation: Operation): unknown;
  /** Sends what the operation takes unless another body is given. */
  send(
    client: Sender,
    operation: Operation,
    ids: Ids,
    o?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<TestAnswer>;
  /** Somebody who may do it. */
  fitting(operation: Operation): Sender;
  /**
   * The GET of what an operation changes, and whether it changes what is there already; undefined when it says that
   * there is none.
   */
  changed(operation: Operation): { readonly read: Operation; readonly exists: boolean } | undefined;
  /** The ETag with which it answers now. */
  tagOf(read: Operation): Promise<string>;
}

const operatorToken = 'operator-token-for-these-tests';

/** May people do it, or keys? */
export const accepts = ({ route: { gate } }: Pick<Operation, 'route'>, kind: 'user' | 'key'): boolean =>
  'open' in gate || (gate.actors ?? ['user']).includes(kind);

/**
 * When it is done if all are done: what is taken away (also the secret of a key) comes after what needs it, and last
 * what ends the access of who asks.
 */
export const turn = ({ route: { method, status }, url }: Operation): number =>
  method === 'GET' ? 0 : method === 'DELETE' || url.endsWith('/rotate') ? 2 : status === 204 ? 3 : 1;

/** Has it no body, or one that may be null? */
export const takesNothing = ({ body }: RouteSpec): boolean =>
  body === undefined || ('type' in body && [body.type].flat().includes('null'));

/** Starts the platform, which is stopped when `t` is over. */
export async function everyOperation(t: Test): Promise<EveryOperation> {
  const office = await startOps({ limits: unhurried });
  t.teardown(() => office.close());
  const platform = await testPlatform({
    env: { OPERATOR_TOKEN: operatorToken, PATENT_OFFICE_URL: office.url },
    plugins: installed.filter((name) => !name.startsWith('@dossier/core/')),
  });
  t.teardown(() => platform.stop());
  const a = await bank(platform, 'acme', 'PATENT');
  await platform
    .service(People)
    .openSession({ user: a.admin.id, organization: a.organization, issuer: 'https://test.example' });
  const { ids: idsOfA, bodies, queries } = await furnish(a, platform);

  const bodyOf: EveryOperation['bodyOf'] = (operation) => {
    const { body } = operation.route;
    return body ? (bodies.get(nameOf(operation)) ?? sample(body)) : undefined;
  };
  const send: EveryOperation['send'] = (client, operation, ids, o = {}) => {
    const { route } = operation;
    const body = 'body' in o ? o.body : bodyOf({ ...operation, url: route.url });
    const query = new URLSearchParams(queries.get(nameOf(operation)));
    return client.request({
      method: route.method,
      url: `${fill(operation, ids)}${query.size === 0 ? '' : `?${query}`}`,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...o.headers },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  };
  const fitting: EveryOperation['fitting'] = (operation) => {
    const { plugin, name, route } = operation;
    const { gate } = route;
    if ('scope' in gate && gate.scope === 'installation' && gate.permission)
      return platform.as({ authorization: `Bearer ${operatorToken}` });
    if (shares.get(plugin)?.byClient?.includes(name)) return a.client;
    return accepts(operation, 'user') ? a.admin : a.key;
  };
  const changed: EveryOperation['changed'] = ({ route }) => {
    const url = resourcesOf(platform.kernel.plan.inventory.of(routeKind))(route)?.read.url;
    const read = operationsOf(platform).find((one) => one.route.method === 'GET' && one.url === url);
    return read && { read, exists: [...read.url.matchAll(/:[A-Za-z]+/g)].every(([name]) => route.url.includes(name)) };
  };
  const tagOf: EveryOperation['tagOf'] = async (read) =>
    String((await send(fitting(read), read, idsOfA)).headers['etag']);

  return { platform, a, idsOfA, bodyOf, send, fitting, changed, tagOf };
}
