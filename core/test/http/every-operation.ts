/** A platform with everything that is installed, and a bank in which each of its operations can be done. */
import type { Test } from 'tap';
import { installed } from '@dossier/config';
import { startOps, unhurried } from '@dossier/ops-simulator/testing';
import type { RouteSpec } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, TestAnswer, TestPlatform } from '@dossier/core/testing';
import { resourcesOf } from '../../facilities/http/resources.ts';
import { People } from '../../platform/people/contract.ts';
import { bodiesOf, fill, furnish, operationsOf, queriesOf, sample } from './enumeration.ts';
import type { Ids, Operation } from './enumeration.ts';
import { routes as routeKind } from '../../facilities/http/kinds.ts';

type Sender = Pick<Bank['admin'], 'request'>;

/** The operations of a platform, and what is needed to do each. */
export interface EveryOperation {
  readonly platform: TestPlatform;
  readonly a: Bank;
  readonly idsOfA: Ids;
  /** A body that the route takes; undefined where it takes none. */
  bodyOf(route: RouteSpec): unknown;
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

/** What only the client of an application can do. */
const ofClients: ReadonlySet<string> = new Set([
  '/api/v1/applications/:id/confirm',
  '/api/v1/applications/:id/withdraw',
  '/api/v1/applications/:id/additions',
  '/api/v1/corrections/:id/answers',
  '/api/v1/corrections/:id/send',
]);

/** How a call names its operation. */
export const nameOf = ({ route, url }: Operation): string => `${route.method} ${url}`;

/** May people do it, or keys? */
export const accepts = ({ route: { gate } }: Operation, kind: 'user' | 'key'): boolean =>
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
  const idsOfA = await furnish(a, platform);
  const bodies: ReadonlyMap<string, unknown> = await bodiesOf(a, idsOfA);
  const queries = queriesOf(a, idsOfA);

  const bodyOf: EveryOperation['bodyOf'] = ({ url, body }) => (body ? (bodies.get(url) ?? sample(body)) : undefined);
  const send: EveryOperation['send'] = (client, { route, url }, ids, o = {}) => {
    const body = 'body' in o ? o.body : bodyOf(route);
    const query = new URLSearchParams(queries.get(url));
    if (query.size === 0 && route.query && 'required' in route.query && Array.isArray(route.query.required))
      t.fail(`${route.method} ${url} needs a query: add one to queriesOf().`);
    return client.request({
      method: route.method,
      url: `${fill(url, ids)}${query.size === 0 ? '' : `?${query}`}`,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...o.headers },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  };
  const fitting: EveryOperation['fitting'] = (operation) => {
    const { gate, url } = operation.route;
    if ('scope' in gate && gate.scope === 'installation' && gate.permission)
      return platform.as({ authorization: `Bearer ${operatorToken}` });
    if (ofClients.has(url)) return a.client;
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
