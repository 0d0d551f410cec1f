import { t } from '@dossier/core/testing/t';
import { testPlatform } from '@dossier/core/testing';
import { platformOnPostgres } from '../../../../test/servers/postgres.ts';
import { People } from '../contract.ts';
import { Fixture, fixturePlugin } from './fixture.ts';

const rounds = 8;
const own = { 'x-dossier-csrf': '1' };
const postgres = await platformOnPostgres(t);

t.test('on PostgreSQL, where two requests are truly at the same time', { skip: postgres === null }, async (t) => {
  const platform = await testPlatform({
    plugins: [fixturePlugin],
    env: postgres!,
  });
  t.teardown(() => platform.stop());
  const [people, fixture] = [platform.service(People), platform.service(Fixture)];
  const ann = await fixture.person('ann');
  const acme = await fixture.organization('acme', [ann]);
  await fixture.organization('beta', [ann]);
  const session = async () =>
    platform.as({
      cookie: `dossier=${(await people.openSession({ user: ann, organization: acme.id, issuer: 'urn:test' })).secret}`,
    });
  const works = async (cookie: unknown): Promise<boolean> =>
    (await platform.get('/api/v1/session', { cookie: /^[^;]+/.exec(String(cookie))?.[0] ?? '' })).status === 200;

  await t.test(
    'sessions that go on to another organization while everything is signed out are signed out too',
    async (t) => {
      for (let round = 0; round < rounds; round++) {
        const here = await session();
        const others = await Promise.all(Array.from({ length: 6 }, session));
        const moving = others.map((one) => one.post('/api/v1/session/organization', { slug: 'beta' }, own));
        // Some are under way by then, others not.
        await platform.get('/health/live');
        t.equal((await here.post('/api/v1/sign-out-everywhere', undefined, own)).status, 204);
        for (const { status, headers } of await Promise.all(moving)) {
          t.ok([200, 401, 409].includes(status), String(status));
          if (status === 200) t.notOk(await works(headers['set-cookie']));
        }
      }
    },
  );

  await t.test('of two tokens for one place there is one', async (t) => {
    const one = await session();
    const issue = (name: string) => one.post('/api/v1/tokens', { name }, own);
    for (let i = 0; i < 99; i++) await people.issueToken({ user: ann, organization: acme.id, name: `Job ${i}` });
    for (let round = 0; round < rounds; round++) {
      const both = await Promise.all([issue('left'), issue('right')]);
      t.same(both.map(({ status }) => status).sort(), [201, 409]);
      await one.delete(`/api/v1/tokens/${both.find(({ status }) => status === 201)!.body.id}`, own);
    }
    await Promise.all(
      (await one.get('/api/v1/tokens')).body.map(({ id }: { id: string }) => one.delete(`/api/v1/tokens/${id}`, own)),
    );
  });

  await t.test('a token that is issued at that moment opens nothing afterwards', async (t) => {
    for (let round = 0; round < rounds; round++) {
      const [here, there] = [await session(), await session()];
      const [issued, out] = await Promise.all([
        there.post('/api/v1/tokens', { name: `Late ${round}` }, own),
        here.post('/api/v1/sign-out-everywhere', undefined, own),
      ]);
      t.equal(out!.status, 204);
      t.ok([201, 401].includes(issued!.status), String(issued!.status));
      if (issued!.status === 201)
        t.equal(
          (await platform.get('/api/v1/session', { authorization: `Bearer ${issued!.body.secret}` })).status,
          401,
        );
      const later = await session();
      t.same(
        (await later.get('/api/v1/tokens')).body.filter(
          ({ revokedAt }: { revokedAt: string | null }) => revokedAt === null,
        ),
        [],
        'none is left that works',
      );
    }
  });
});
