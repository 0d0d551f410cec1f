import { t } from '@dossier/core/testing/t';
import { PGlite } from '@electric-sql/pglite';
import { installed } from '@dossier/config';
import { startOps, unhurried } from '@dossier/patent-simulator/testing';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Bank, TestAnswer, TestPlatform } from '@dossier/core/testing';
import { sizeBoundOf, limitOf } from '../../facilities/http/size-bound.ts';
import { furnish } from '../enumeration/furnish.ts';
import type { Furnished } from '../enumeration/furnish.ts';
import { nameOf, operationsOf } from '../enumeration/operations.ts';
import type { Operation } from '../enumeration/operations.ts';
import { requestOf } from '../enumeration/slots.ts';
import { worstBodies, worstDocuments } from '../http/worst.ts';
import type { Worst } from '../http/worst.ts';

/**
 * Every route of the plan is sent what could cost most, as much as it takes, and half of it: what grows with the square
 * of its size shows, at whatever speed.
 */
const operatorToken = 'operator-token-for-these-tests';
let platform: TestPlatform;
let a: Bank;
let given: Furnished;

/** Milliseconds of processor that the embedded database took, which on a server are another process's. */
let inDatabase = 0;
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const { execProtocolRawSync } = PGlite.prototype;
t.before(async () => {
  PGlite.prototype.execProtocolRawSync = function counted(message) {
    const before = spent();
    try {
      return execProtocolRawSync.call(this, message);
    } finally {
      inDatabase += spent() - before;
    }
  };
  const office = await startOps({ limits: unhurried });
  t.teardown(() => office.close());
  platform = await testPlatform({
    env: { OPERATOR_TOKEN: operatorToken, PATENT_OFFICE_URL: office.url },
    plugins: installed.filter((name) => !name.startsWith('@dossier/core/')),
  });
  a = await bank(platform, 'acme', 'PATENT');
  given = await furnish(a, platform);
});
t.teardown(async () => {
  PGlite.prototype.execProtocolRawSync = execProtocolRawSync;
  await platform.stop();
});

const nothing = { type: ['object', 'null'], additionalProperties: false };
const writes = (): readonly Operation[] =>
  operationsOf(platform).filter(({ route, url }) => route.method !== 'GET' && url === route.url);

function fitting({ route: { gate } }: Operation): Pick<TestPlatform, 'request'> {
  if ('scope' in gate && gate.scope === 'installation' && gate.permission)
    return platform.as({ authorization: `Bearer ${operatorToken}` });
  return 'open' in gate || (gate.actors ?? ['user']).includes('user') ? a.admin : a.key;
}

/** Makes a request, which is sent by what it returns: what making it costs is not the platform's. */
type MakeRequest = () => () => Promise<TestAnswer>;

interface Cost {
  readonly answer: TestAnswer;
  readonly milliseconds: number;
}

async function costOf(send: () => Promise<TestAnswer>): Promise<Cost> {
  const [began, before] = [spent(), inDatabase];
  const answer = await send();
  return { answer, milliseconds: spent() - began - (inDatabase - before) };
}

/** Below this, twice as much says nothing: a collection of garbage takes as long. */
const LEAST = 15;
const MOST_TIMES = 2.5;

/**
 * How many times as much the whole costs as its half; 1 where it costs next to nothing. The least of some tries, since
 * whatever disturbs one makes it longer.
 */
async function growth(
  whole: MakeRequest,
  half: MakeRequest,
): Promise<{ readonly times: number; readonly answer: TestAnswer }> {
  const { answer, milliseconds } = await costOf(whole());
  let [most, least] = [milliseconds, Infinity];
  for (let tries = 0; tries < 5 && most > LEAST && most > MOST_TIMES * Math.max(least, LEAST / 2); tries++) {
    least = Math.min(least, (await costOf(half())).milliseconds);
    if (most > MOST_TIMES * Math.max(least, LEAST / 2)) most = Math.min(most, (await costOf(whole())).milliseconds);
  }
  return { times: most <= LEAST ? 1 : most / Math.max(least, LEAST / 2), answer };
}

t.test(
  'every JSON body has its bounds: texts, lists and objects, or bytes where the schema takes anything',
  async (t) => {
    for (const operation of writes().filter(({ route }) => route.body)) {
      const { bytes, unbounded } = sizeBoundOf(operation.route.body);
      t.strictSame(unbounded, [], nameOf(operation));
      t.ok(
        Number.isFinite(bytes) || operation.route.bodyLimit !== undefined,
        `${nameOf(operation)} takes anything and says no bodyLimit`,
      );
    }
  },
);

t.test(
  'whatever is sent within the limit of a route, twice as much costs twice as much, and the answer is short',
  async (t) => {
    for (const operation of writes()) {
      const { route, url } = operation;
      const schema = route.body ?? nothing;
      // Files come as JSON too: theirs is a limit of its own.
      const limit = Math.min(route.bodyLimit ?? limitOf(schema), 1 << 20);
      const request = requestOf(operation, given.ids, {}, given.bodies.get(nameOf(operation)));
      const headers = { 'content-type': 'application/json' };
      const requestOfSize =
        (text: Worst['text'], bytes: number): MakeRequest =>
        () => {
          const payload = text(bytes);
          return () => fitting(operation).request({ ...request, headers, payload });
        };
      const all: readonly Worst[] =
        url === '/graphql'
          ? worstDocuments
          : worstBodies(schema, request.payload === undefined ? {} : JSON.parse(request.payload));
      for (const { name, text } of all) {
        const { times, answer } = await growth(requestOfSize(text, limit), requestOfSize(text, limit / 2));
        const what = `${nameOf(operation)}: ${name}: ${answer.status} ${answer.text.slice(0, 100)}`;
        if (answer.status >= 500 || times > MOST_TIMES) t.fail(`${what}: ${times.toFixed(1)} times as much`);
        if (answer.status >= 400 && (answer.text.length > 40_000 || (answer.body.errors?.length ?? 0) > 100))
          t.fail(`${what} is ${answer.text.length} long`);
        if (/call stack/i.test(answer.text)) t.fail(what);
      }
      t.ok(all.length > 0, nameOf(operation));
    }
  },
);

t.test('the same of queries, as long as the head of a request may be', async (t) => {
  for (const operation of operationsOf(platform).filter(
    ({ route, url }) => route.method === 'GET' && url === route.url,
  )) {
    const request = requestOf(operation, given.ids, {}, undefined);
    const known =
      operation.route.query && 'properties' in operation.route.query
        ? Object.keys(operation.route.query.properties as object)
        : [];
    const texts: readonly ((bytes: number) => string)[] = [
      (bytes) => Array.from({ length: bytes / 6 }, (_, n) => `u${n}`).join('&'),
      ...known.map((name) => (bytes: number) => `${name}=${'a,'.repeat(bytes / 2)}`),
    ];
    for (const text of texts) {
      const ofSize =
        (bytes: number): MakeRequest =>
        () => {
          const url = `${request.url}${request.url.includes('?') ? '&' : '?'}${text(bytes)}`;
          return () => fitting(operation).request({ method: 'GET', url });
        };
      const { times, answer } = await growth(ofSize(14_000), ofSize(7_000));
      // Who signs in is sent on by an issuer, of which there is none here: that is 503.
      if (answer.status === 500 || times > MOST_TIMES || (answer.body.errors?.length ?? 0) > 100)
        t.fail(`${nameOf(operation)} ${text(30)}: ${answer.status}, ${times.toFixed(1)} times as much`);
    }
    t.pass(nameOf(operation));
  }
});
