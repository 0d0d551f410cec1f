import { t } from '@dossier/core/testing/t';
import { eventually } from '@dossier/core/testing/waiting';
import { DECLINE_ABOVE } from '../bureau.ts';
import { startBureau } from '../testing.ts';

const ask = (
  url: string,
  key: string,
  o: { lastName?: string; amount?: number | null; body?: string; method?: string; signal?: AbortSignal } = {},
) =>
  fetch(url, {
    method: o.method ?? 'POST',
    signal: o.signal ?? null,
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
    const ends = new AbortController();
    const slow = ask(url, 's', { lastName: 'Slow', amount: 1, signal: ends.signal });
    await eventually('the slow one has arrived', () => bureau.decisions.has('s'));
    t.match(await (await ask(url, 'quick')).json(), { reference: 'quick' }, 'who comes later has an answer before');
    ends.abort();
    await t.rejects(slow, { name: 'AbortError' });
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
