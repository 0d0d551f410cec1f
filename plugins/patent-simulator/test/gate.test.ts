import { t } from '@dossier/core/testing/t';
import { client, codeOf, noon } from './client.ts';

const biblio = 'published-data/publication/docdb/EP.1012211.A1/biblio';

t.test(
  'a token is text throughout, holds for 1199 seconds, and is refused with the bytes of the gateway',
  async (t) => {
    const { ops, clock, token, get } = await client();
    t.teardown(() => ops.close());
    const answer = await (await token()).text();
    t.match(JSON.parse(answer), {
      expires_in: '1199',
      issued_at: String(noon),
      token_type: 'BearerToken',
      status: 'approved',
    });
    t.equal((await get(biblio)).status, 200);
    clock.now += 1_198_000;
    t.equal((await get(biblio)).status, 200);
    clock.now += 1_000;
    const expired = await get(biblio);
    t.equal(expired.status, 400);
    t.equal(expired.type, 'application/xml');
    t.equal(
      expired.text,
      '<error><code>400</code><message>invalid_access_token</message><description>Access token is invalid</description>\n\t\t\t\t</error>\n\t\t\t',
    );
    t.match(expired.headers.get('www-authenticate'), 'Access Token expired');
    t.equal(expired.headers.get('x-registeredquotaperweek-used'), null, 'it counts for nothing');
    t.equal(expired.headers.get('x-throttling-control'), null);
  },
);

t.test('revoked and invented tokens, a wrong secret, and no token', async (t) => {
  const { ops, token, get } = await client();
  t.teardown(() => ops.close());
  t.equal((await get(biblio, { authorization: 'Bearer x' })).status, 400);
  ops.control.revoke();
  const revoked = await get(biblio);
  t.equal(revoked.status, 400);
  t.match(revoked.headers.get('www-authenticate'), 'oauth.v2.InvalidAccessToken');
  const wrong = await token(ops.key, 'wrong');
  t.equal(wrong.status, 401);
  t.equal(await wrong.text(), '<error><code>401</code><message>ClientId is Invalid</message>\n\t\t\t</error>\n\t\t');
  const none = await fetch(`${ops.url}/3.2/rest-services/${biblio}`);
  t.equal(none.status, 403);
  t.equal(none.headers.get('x-rejection-reason'), 'AnonymousQuotaPerDay');
  ops.control.account('other', 'secret');
  t.equal((await token('other', 'secret')).status, 200);
});

t.test('bytes of bodies are counted into hour and week, faults too, and are refused above a limit', async (t) => {
  const { ops, clock, get } = await client();
  t.teardown(() => ops.close());
  const one = await get(biblio);
  t.equal(one.headers.get('x-individualquotaperhour-used'), String(one.bytes.length));
  const two = await get('published-data/publication/docdb/EP.9.A1/biblio');
  t.equal(codeOf(two), '404 SERVER.EntityNotFound');
  t.equal(two.bytes.length, 179, 'as long as the recorded one');
  const both = one.bytes.length + two.bytes.length;
  t.equal(two.headers.get('x-registeredquotaperweek-used'), String(both));
  clock.now += 3_600_000 - 1;
  ops.control.limits({ hour: both });
  const over = await get(biblio);
  t.equal(over.status, 400, 'the token is gone before the hour is');
  await t.test('with a new token', async (t) => {
    const again = await client({ hour: 1000, week: 1_000_000 });
    t.teardown(() => again.ops.close());
    await again.get(biblio);
    const refused = await again.get(biblio);
    t.equal(refused.status, 403);
    t.equal(refused.headers.get('x-rejection-reason'), 'IndividualQuotaPerHour');
    t.match(refused.text, 'violation of Fair Use policy');
    again.ops.control.limits({ hour: 450_000_000, week: 1000 });
    t.equal((await again.get(biblio)).headers.get('x-rejection-reason'), 'RegisteredQuotaPerWeek');
    again.ops.control.used({ hour: 0, week: 999 });
    t.equal((await again.get(biblio)).status, 200);
  });
});

t.test('a minute holds so many calls: green, yellow, red, then black with milliseconds to wait', async (t) => {
  const { ops, clock, search } = await client({ perMinute: { search: 8 } });
  t.teardown(() => ops.close());
  const colours: string[] = [];
  for (let i = 0; i < 8; i += 1)
    colours.push(
      /search=(\w+:\d+)/.exec((await search('ti=brake')).headers.get('x-throttling-control') ?? '')?.[1] ?? '',
    );
  t.same(colours, ['green:8', 'green:8', 'green:8', 'yellow:8', 'yellow:8', 'yellow:8', 'red:8', 'red:8']);
  clock.now += 20_000;
  const black = await search('ti=brake');
  t.equal(black.status, 403);
  t.equal(black.headers.get('retry-after'), '40000');
  t.match(
    black.headers.get('x-throttling-control'),
    'idle (images=green:200, inpadoc=green:60, other=green:1000, retrieval=green:200, search=black:0)',
  );
  clock.now += 40_000;
  t.equal((await search('ti=brake')).status, 200);
});

t.test('state of the system, suspension and the robot by control', async (t) => {
  const { ops, clock, get } = await client();
  t.teardown(() => ops.close());
  ops.control.system('busy');
  t.match((await get(biblio)).headers.get('x-throttling-control'), 'busy (images=green:100, inpadoc=green:45');
  ops.control.black('retrieval', 5000);
  const black = await get(biblio);
  t.same([black.status, black.headers.get('retry-after')], [403, '5000']);
  clock.now += 5000;
  ops.control.robot(true);
  t.equal(codeOf(await get(biblio)), '403 CLIENT.RobotDetected');
  ops.control.reset();
  t.equal((await get(biblio)).status, 200);
});
