import { createServer } from 'node:http';
import { t } from '@dossier/core/testing/t';
import { Type } from '@dossier/sdk';
import type { Clock, Http } from '@dossier/sdk';
import { eventually, testClock } from '@dossier/core/testing';
import { startBureau } from '@dossier/bureau-simulator/testing';
import { creditCheck } from '../credit-check.ts';
import { run, someCase, texts } from './case.ts';

/** Limits by their milliseconds; a test lets them pass. */
const limits = new Map<number, AbortController>();
/** Real HTTP, with a time limit as the kernel's service has one. */
const http: Pick<Http, 'request'> = {
  async request(url, { method, headers, body, timeout = 10_000, signal } = {}) {
    const limit = new AbortController();
    limits.set(timeout, limit);
    const answer = await fetch(url, {
      ...(method ? { method } : {}),
      ...(headers ? { headers } : {}),
      ...(body ? { body } : {}),
      signal: AbortSignal.any([limit.signal, ...(signal ? [signal] : [])]),
    });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  },
};
const clock: Clock = testClock(new Date('2026-01-01T00:00:00Z'));
const at = (url: string, timeout = 5_000) => creditCheck({ http, clock }, () => ({ url, timeout }));
const applicant = (lastName: string) =>
  someCase({
    applicants: [{ type: 'PRIMARY', firstName: 'Ada', lastName, email: 'ada@example.org', userId: 'user-1' }],
  });

t.test('against the simulated bureau', async (t) => {
  const bureau = await startBureau({ delay: 60_000 });
  t.teardown(() => bureau.close());

  t.test('a report that approves passes the step', async (t) => {
    t.same(await run(at(bureau.url), someCase(), { key: 'approves' }), {
      outcome: 'passed',
      notes: [{ code: 'credit-approved', text: 'The credit bureau approves (score 780).' }],
      evidence: { decision: 'approve', score: 780, reasons: [] },
    });
  });

  t.test('a template may ask for more than an approval, of a bureau that was asked before too', async (t) => {
    const handler = at(bureau.url);
    const asked = (leastScore: number) =>
      run(handler, someCase(), { key: `least-${leastScore}`, settings: { leastScore } });
    t.match(await asked(780), { outcome: 'passed' });
    t.match(await asked(781), { outcome: 'failed', reasons: [{ code: 'credit-score-low', text: /780 is below 781/ }] });
    const replayed = (evidence: unknown, leastScore: number) =>
      handler.replay?.({ case: someCase(), settings: { leastScore }, evidence });
    const { evidence } = await run(handler, someCase(), { key: 'kept' });
    t.match(replayed(evidence, 780), { outcome: 'passed' });
    t.match(replayed(evidence, 781), { outcome: 'failed', reasons: [{ code: 'credit-score-low' }] });
    t.match(replayed({ decision: 'approve' }, 1), { outcome: 'failed', reasons: [{ text: /without a score/ }] });
    t.equal(replayed({ score: 900 }, 1), null, 'what is no report tells nothing');
  });

  t.test('a report that declines fails it with the reasons of the bureau', async (t) => {
    t.same(texts(await run(at(bureau.url), someCase({ answers: { amount: 100_001 } }), { key: 'declines' })), [
      'The amount is above 100,000.',
    ]);
    t.same(texts(await run(at(bureau.url), applicant('Declined'), { key: 'declines-2' })), [
      'There are unpaid debts on record.',
    ]);
  });

  t.test('a bureau that is out of order is an error, so that the engine tries again', async (t) => {
    await t.rejects(run(at(bureau.url), applicant('Outage')), /status 500/);
  });

  t.test('a bureau that does not answer in time is an error', async (t) => {
    const waiting = run(at(bureau.url, 100), applicant('Slow'), { key: 'slow' });
    await eventually('the bureau has it', () => bureau.decisions.has('slow'));
    limits.get(100)?.abort(new DOMException('Too late.', 'TimeoutError'));
    await t.rejects(waiting, { name: 'TimeoutError' });
  });

  t.test('the engine can end the wait', async (t) => {
    const ends = new AbortController();
    const waiting = run(at(bureau.url), applicant('Slow'), { key: 'ended', signal: ends.signal });
    ends.abort(new Error('limit reached'));
    await t.rejects(waiting, /limit reached/);
  });

  t.test('an answer that is no report, or belongs to another enquiry, is an error and never a decision', async (t) => {
    await t.rejects(run(at(bureau.url), applicant('Wrong')), /not a credit report/);
    await t.rejects(run(at(bureau.url), applicant('Foreign')), /another enquiry/);
  });

  t.test('when the answer is lost, asking again with the same key brings the same single decision', async (t) => {
    await t.rejects(run(at(bureau.url), applicant('Twice'), { key: 'twice' }));
    t.ok(bureau.decisions.has('twice'), 'the bureau has decided');
    const count = bureau.decisions.size;
    t.equal((await run(at(bureau.url), applicant('Twice'), { key: 'twice' })).outcome, 'passed');
    t.equal((await run(at(bureau.url), applicant('Twice'), { key: 'twice' })).outcome, 'passed');
    t.equal(bureau.decisions.size, count);
  });

  t.test('a refusal fails the step with a readable reason', async (t) => {
    t.match(await run(at(bureau.url), applicant('Refused')), {
      outcome: 'failed',
      reasons: [{ code: 'credit-refused', text: /refused the enquiry \(400\)/ }],
    });
  });
});

t.test('what the bureau gets is the key, the credentials, who applies and the amount, and nothing else', async (t) => {
  const seen: { headers: Readonly<Record<string, unknown>>; body: unknown }[] = [];
  const server = createServer((request, response) => {
    request.setEncoding('utf8');
    let text = '';
    request.on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      seen.push({ headers: request.headers, body: JSON.parse(text) });
      response.end(JSON.stringify({ reference: 'key-7', decision: 'approve' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  );
  const address = server.address();
  const url = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}/` : t.fail('no port');

  const handler = creditCheck({ http, clock }, () => ({ url: String(url), token: 'secret', timeout: 5_000 }));
  const outcome = await run(
    handler,
    someCase({ answers: { amount: 'abc', salary: 1, religion: 'none of their business' } }),
    { key: 'key-7' },
  );
  t.same(outcome, {
    outcome: 'passed',
    notes: [{ code: 'credit-approved', text: 'The credit bureau approves.' }],
    evidence: { decision: 'approve', score: undefined, reasons: undefined },
  });
  t.match(seen[0]?.headers, {
    'idempotency-key': 'key-7',
    authorization: 'Bearer secret',
    'content-type': 'application/json',
  });
  t.same(seen[0]?.body, {
    reference: 'key-7',
    amount: null,
    applicants: [{ type: 'PRIMARY', firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org' }],
  });

  const named = someCase({ answers: { amount: 1, wanted: 18_000 } });
  const schema = Type.Object({ amount: Type.Number(), wanted: Type.Number({ 'x-id': 'f7' }) });
  await run(handler, { ...named, template: { ...named.template, schema, amount: 'f7' } }, { key: 'key-7' });
  t.match(seen[1]?.body, { amount: 18_000 }, 'the field that the template names, whatever it is called');
});

t.test('each status is either an answer, a refusal or worth another try', async (t) => {
  const answering = (status: number, text = '{}', headers: Readonly<Record<string, string>> = {}) =>
    creditCheck({ http: { request: async () => ({ status, headers, text }) }, clock }, () => ({
      url: 'http://bureau.example/',
      timeout: 1,
    }));
  for (const status of [408, 425, 429, 500, 503, 301])
    await t.rejects(run(answering(status), someCase()), new RegExp(`status ${status}`), String(status));
  for (const status of [400, 401, 403, 404, 422])
    t.match(
      await run(answering(status), someCase()),
      { outcome: 'failed', reasons: [{ text: new RegExp(String(status)) }] },
      String(status),
    );
  await t.rejects(run(answering(200, '<html>'), someCase()), /JSON/);
  await t.rejects(
    run(answering(409), someCase()),
    /not a credit report/,
    'a conflict without the earlier report is no decision',
  );
  for (const [field, seconds] of [
    ['120', 120],
    ['Thu, 01 Jan 2026 00:01:30 GMT', 90],
    ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ] as const) {
    await t.rejects(
      run(answering(503, '', { 'retry-after': field }), someCase()),
      { name: 'TryLater', seconds },
      field,
    );
  }
  await t.rejects(run(answering(503, '', { 'retry-after': 'soon' }), someCase()), { name: 'Error' });
});

t.test('without a bureau the step fails and says so', async (t) => {
  t.match(
    texts(
      await run(
        creditCheck({ http, clock }, () => null),
        someCase(),
      ),
    ),
    [/no credit bureau is configured/i],
  );
});

t.test('it calls outside, so it never runs inside a transaction', async (t) => {
  t.equal(creditCheck({ http, clock }, () => null).outside, true);
});
