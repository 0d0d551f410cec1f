import { t } from '@dossier/core/testing/t';
import { DECLINE_ABOVE } from '../bureau.ts';
import { startBureau } from '../testing.ts';

const ask = (
  url: string,
  key: string,
  o: { lastName?: string; amount?: number | null; body?: string; method?: string } = {},
) =>
  fetch(url, {
    method: o.method ?? 'POST',
    headers: { 'idempotency-key': key },
    ...(o.method === 'GET'
      ? {}
      : {
          body:
            o.body ??
            JSON.stringify({
              reference: key,
              applicants: [{ lastName: o.lastName ?? 'Byron' }],
              amount: o.amount ?? null,
            }),
        }),
  });

t.test('the simulated bureau', async (t) => {
  const bureau = await startBureau({ delay: 60_000 });
  t.teardown(() => bureau.close());
  const { url } = bureau;

  t.test('approves, and declines above its limit', async (t) => {
    t.match(await (await ask(url, 'a', { amount: DECLINE_ABOVE })).json(), { reference: 'a', decision: 'approve' });
    t.match(await (await ask(url, 'b', { amount: DECLINE_ABOVE + 1 })).json(), { reference: 'b', decision: 'decline' });
  });

  t.test('decides once for each key and repeats itself with 409, whatever is asked the second time', async (t) => {
    const first: unknown = await (await ask(url, 'c', { amount: 1 })).json();
    const again = await ask(url, 'c', { amount: DECLINE_ABOVE + 1 });
    t.equal(again.status, 409);
    t.same(await again.json(), first);
  });

  t.test('behaves by the last name of the first applicant', async (t) => {
    t.equal((await ask(url, 'd', { lastName: 'Outage' })).status, 500);
    t.equal((await ask(url, 'e', { lastName: 'Refused' })).status, 400);
    t.match(await (await ask(url, 'f', { lastName: 'declined' })).json(), { decision: 'decline' });
    t.match(await (await ask(url, 'g', { lastName: 'Foreign' })).json(), { reference: 'of-somebody-else' });
    t.notMatch(await (await ask(url, 'h', { lastName: 'Wrong' })).json(), { decision: String });
    await t.rejects(ask(url, 'i', { lastName: 'Twice' }));
    t.ok(bureau.decisions.has('i'), 'decided although the answer was lost');
  });

  t.test('answers slowly only to who is slow', async (t) => {
    await t.rejects(
      fetch(url, {
        method: 'POST',
        signal: AbortSignal.timeout(50),
        headers: { 'idempotency-key': 's' },
        body: JSON.stringify({ reference: 's', applicants: [{ lastName: 'Slow' }], amount: 1 }),
      }),
      { name: 'TimeoutError' },
    );
  });

  t.test('refuses what is no enquiry', async (t) => {
    t.equal((await ask(url, 'j', { method: 'GET' })).status, 405);
    t.equal((await ask(url, 'k', { body: '{' })).status, 400);
    t.equal((await ask(url, 'l', { body: '{}' })).status, 422);
    t.equal((await ask(url, '', {})).status, 422);
    t.equal((await ask(url, 'm', { body: `"${'x'.repeat(70_000)}"` })).status, 400);
  });

  t.test('keeps the newest thousand decisions', async (t) => {
    await ask(url, 'oldest');
    for (let i = 0; i < 1000; i += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, j) => ask(url, `n${i + j}`).then((answer) => answer.arrayBuffer())),
      );
    t.equal(bureau.decisions.size, 1000);
    t.notOk(bureau.decisions.has('oldest'));
  });
});
