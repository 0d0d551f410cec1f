import { Agent, request } from 'node:http';
import { t } from '@dossier/core/testing/t';
import { testPlatform } from '@dossier/core/testing';
import { People } from '../contract.ts';
import { Fixture, fixturePlugin } from './fixture.ts';

// All over one connection, of which the kernel remembers who sent its last request; and at a clock that stands, so that
// nothing is forgotten by waiting.
const minute = 60_000;
const platform = await testPlatform({ plugins: [fixturePlugin], listen: true });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
t.teardown(async () => {
  agent.destroy();
  await platform.stop();
});
const people = platform.service(People);
const fixture = platform.service(Fixture);
const [ann, bob] = [await fixture.person('ann'), await fixture.person('bob')];
const acme = await fixture.organization('acme', [ann, bob]);

const ports = new Set<number | undefined>();
const ask = (headers: Readonly<Record<string, string>>): Promise<{ status: number | undefined; text: string }> =>
  new Promise((resolve, reject) => {
    request(`${platform.kernel.publicUrl()}/api/v1/session`, { agent, headers }, (answer) => {
      ports.add(answer.socket.localPort);
      let text = '';
      answer
        .setEncoding('utf8')
        .on('data', (piece: string) => {
          text += piece;
        })
        .once('end', () => resolve({ status: answer.statusCode, text }));
    })
      .once('error', reject)
      .end();
  });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const issue = (user: string, until?: string) =>
  people.issueToken({ user, organization: acme.id, name: 'script', ...(until === undefined ? {} : { until }) });

t.test("each request is its own sender's, no matter who sent the last one", async (t) => {
  const [annToken, bobToken] = [await issue(ann), await issue(bob)];
  for (const [token, user] of [
    [annToken, ann],
    [annToken, ann],
    [bobToken, bob],
    [annToken, ann],
  ] as const)
    t.match(JSON.parse((await ask(bearer(token.secret))).text), { user: { id: user } });
  t.equal((await ask({})).status, 401);
  t.equal((await ask(bearer(annToken.secret))).status, 200);
  t.equal(
    (await ask({ ...bearer(annToken.secret), 'x-api-key': 'nonsense' })).status,
    401,
    'a field that decides before the token does',
  );
  t.equal(ports.size, 1, 'over one connection');
});

t.test('what is withdrawn ends with the next request', async (t) => {
  const { id, secret } = await issue(ann);
  t.equal((await ask(bearer(secret))).status, 200);
  const other = await issue(ann);
  t.equal((await platform.as(bearer(other.secret)).delete(`/api/v1/tokens/${id}`)).status, 204);
  t.equal((await ask(bearer(secret))).status, 401);
  t.equal((await ask(bearer(other.secret))).status, 200);
  const session = await people.openSession({ user: ann, organization: acme.id, issuer: 'urn:test' });
  t.equal(
    (
      await platform
        .as({ cookie: `dossier=${session.secret}` })
        .post('/api/v1/sign-out-everywhere', undefined, { 'x-dossier-csrf': '1' })
    ).status,
    204,
  );
  t.equal((await ask(bearer(other.secret))).status, 401, 'with everything else of a person');
  t.equal(ports.size, 1);
});

t.test('a token that ends sooner than it would be forgotten ends then', async (t) => {
  const { secret } = await issue(bob, new Date(platform.clock.time() + minute).toISOString());
  platform.clock.advance(minute - 100);
  t.equal((await ask(bearer(secret))).status, 200);
  platform.clock.advance(100);
  t.equal((await ask(bearer(secret))).status, 401);
  t.equal(ports.size, 1);
});
