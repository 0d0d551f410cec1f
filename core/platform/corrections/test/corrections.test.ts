/** Staff asks a client to correct an application; the client corrects what is marked, and nothing else. */
import { t } from '@dossier/core/testing/t';
import { bank, letterBox, testPlatform } from '@dossier/core/testing';
import type { Json, TestClient } from '@dossier/core/testing';
import { AccessAdministration } from '../../access/contract.ts';
import type { MailMessage } from '../../mail/contract.ts';
import { correctionsFeature } from '../contract.ts';

const box = letterBox();
const platform = await testPlatform({
  plugins: [box.plugin, '@dossier/workflow-handlers', '@dossier/bureau-simulator', '@dossier/notifications'],
});
t.teardown(() => platform.stop());
const acme = await bank(platform);
const beta = await bank(platform, 'beta');
const otto2 = await acme.person('Olaf Officer', 'officer');
const template = await acme.template(['DocumentCompletenessCheckHandler'], {
  requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
});
const DAY = 86_400_000;
const inDays = (days: number): string => new Date(platform.clock.time() + days * DAY).toISOString();

/** An application whose amount is too small, so that an officer has it before them: this one alone. */
const submit = async (primary = acme.client.email): Promise<string> => {
  const answers = { amount: 5, purpose: 'CAR', remarks: 'As it was' };
  const { id, assignees } = (await acme.key.post('/api/v1/applications', acme.record(template, { primary, answers })))
    .body;
  for (const userId of assignees) await acme.admin.delete(`/api/v1/applications/${id}/assignees/${userId}`);
  await acme.officer.post(`/api/v1/applications/${id}/assignees`, { userId: acme.officer.id });
  return id;
};
const of = (id: string): string => `/api/v1/applications/${id}/corrections`;
const amount = { field: 'amount', reason: 'The smallest loan is 1,000.' };
const income = { document: 'income', reason: 'Please send your payslip.' };
const request = (items: readonly object[], more = {}) => ({ items, dueAt: inDays(7), ...more });
const ask = async (who: TestClient, id: string, items: readonly object[], more = {}): Promise<Json> => {
  const answer = await who.post(of(id), request(items, more));
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
};
const keep = (who: TestClient, correction: string, answers: object, headers: Record<string, string> = {}) =>
  who.put(`/api/v1/corrections/${correction}/answers`, { answers }, headers);
const send = (who: TestClient, correction: string) => who.post(`/api/v1/corrections/${correction}/send`, {});
const payslip = (who: TestClient, id: string) =>
  who.upload(`/api/v1/applications/${id}/documents`, [
    { name: 'requirementKey', value: 'income' },
    { name: 'file', fileName: 'payslip.txt', contentType: 'text/plain', bytes: `Paid at ${platform.clock.time()}` },
  ]);
const now = async (who: TestClient, id: string): Promise<Json> => (await who.get(`/api/v1/applications/${id}`)).body;
const faultsOf = ({ body }: { body: Json }): readonly string[] =>
  body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);
/** E-mails since this was asked last, after all work is done. */
const mailed = async (): Promise<readonly MailMessage[]> => {
  await platform.settle();
  return box.take();
};
const query = (id: string) =>
  `{ corrections(applicationId: "${id}") { id number state message by { name } dueAt items { kind key title reason files { fileName } } changes { key title from to } mayAnswer answers } }`;
const rounds = async (who: TestClient, id: string): Promise<Json> => (await who.graphql(query(id))).data.corrections;

t.test('asked, corrected, sent: two rounds, the difference on both sides, and back to the same officer', async (t) => {
  const id = await submit();
  await mailed();
  const first = await ask(acme.officer, id, [amount, income], { message: 'Nearly everything is there.' });
  t.match(first, { number: 1, state: 'open', by: { name: 'Otto Officer' }, changes: [], mayAnswer: false });
  const waiting = await now(acme.officer, id);
  t.match(waiting, { status: 'InReview', assignees: [acme.officer.id], waitingUntil: first.dueAt });
  t.ok(waiting.waitingSince);
  const [letter, ...others] = await mailed();
  t.strictSame(others, []);
  t.match(letter, { to: { address: acme.client.email }, subject: /^Please correct your application by / });
  t.match(letter!.text, new RegExp(`/w/${acme.clientWorkspace}/my/${id}`));
  t.notMatch(letter!.text, /Nearly|smallest|payslip/, 'no word of the case');

  t.match(await rounds(acme.client, id), [
    {
      message: 'Nearly everything is there.',
      mayAnswer: true,
      items: [
        { kind: 'field', key: 'amount', title: 'Amount', reason: 'The smallest loan is 1,000.' },
        { kind: 'document', key: 'income', title: 'Proof of income', files: [] },
      ],
    },
  ]);
  t.strictSame(faultsOf(await send(acme.client, first.id)), ['/answers/amount minimum', '/documents/income missing']);
  const kept = await keep(acme.client, first.id, { amount: 2_500 });
  t.match(kept, { status: 200, body: { answers: { amount: 2_500 } } });
  t.match((await rounds(acme.client, id))[0].answers, { amount: 2_500 });
  t.strictSame((await rounds(acme.officer, id))[0].answers, {}, 'what is not sent is nobody else’s');
  t.match((await now(acme.officer, id)).answers, { amount: 5 });
  t.equal((await payslip(acme.client, id)).status, 201);
  platform.clock.advance(DAY);
  const sent = await send(acme.client, first.id);
  t.match(sent, { status: 200, body: { state: 'sent', mayAnswer: false, answers: {} } });

  const changes = [{ key: 'amount', title: 'Amount', from: 5, to: 2_500 }];
  for (const who of [acme.client, acme.officer])
    t.match(await rounds(who, id), [
      { state: 'sent', changes, items: [{ key: 'amount' }, { files: [{ fileName: 'payslip.txt' }] }] },
    ]);
  const back = await now(acme.officer, id);
  t.match(back, {
    status: 'InReview',
    assignees: [acme.officer.id],
    waitingSince: null,
    waitingUntil: null,
    answers: { amount: 2_500, purpose: 'CAR', remarks: 'As it was' },
    flags: ['corrected'],
  });
  t.notMatch(JSON.stringify(back.steps), /minimum/, 'the checks have run again');
  t.match(await mailed(), [{ to: { address: acme.officer.email }, subject: 'Corrected by Carl Client: Carl Client' }]);
  t.equal((await acme.officer.post(`/api/v1/corrections/${first.id}/seen`)).status, 204);
  t.strictSame((await now(acme.officer, id)).flags, []);

  const second = await ask(acme.officer, id, [{ field: 'purpose', reason: 'The offer is for a house.' }]);
  t.equal(second.number, 2);
  t.equal((await keep(acme.client, second.id, { purpose: 'HOME' })).status, 200);
  t.equal((await send(acme.client, second.id)).status, 200);
  t.match(await rounds(acme.client, id), [
    { number: 1, changes },
    { number: 2, changes: [{ key: 'purpose', from: 'CAR', to: 'HOME' }] },
  ]);
  t.strictSame(
    (await acme.officer.get(`/api/v1/applications/${id}/audit`)).body
      .filter(({ type }: Json) => type.startsWith('corrections/'))
      .map(({ type, actor }: Json) => [type, actor.name]),
    [
      ['corrections/asked@1', 'Otto Officer'],
      ['corrections/sent@1', 'Carl Client'],
      ['corrections/asked@1', 'Otto Officer'],
      ['corrections/sent@1', 'Carl Client'],
    ],
  );
});

t.test('nothing but what is marked can be changed, and only by its client', async (t) => {
  const id = await submit();
  const { id: correction } = await ask(acme.officer, id, [amount]);
  t.strictSame(faultsOf(await keep(acme.client, correction, { purpose: 'HOME', amount: 2_000, other: 1 })), [
    '/answers/purpose not-asked',
    '/answers/other not-asked',
  ]);
  for (const who of [acme.otherClient, beta.client, beta.officer]) {
    t.equal((await keep(who, correction, { amount: 1 })).status, 404);
    t.equal((await send(who, correction)).status, 404);
    t.equal((await who.get(`/api/v1/corrections/${correction}`)).status, 404);
    t.equal((await who.get(of(id))).status, 404);
  }
  t.equal((await beta.officer.post(of(id), request([amount]))).status, 404);
  t.equal((await beta.officer.delete(`/api/v1/corrections/${correction}`)).status, 404);
  t.equal((await acme.client.post(of(id), request([amount]))).status, 403);
  t.equal((await acme.clerk.post(of(id), request([amount]))).status, 403);
  t.equal((await keep(acme.officer, correction, { amount: 2_000 })).status, 403);
  t.equal((await send(acme.officer, correction)).status, 403);
  t.equal((await acme.client.delete(`/api/v1/corrections/${correction}`)).status, 403);
  t.equal((await acme.client.post(`/api/v1/corrections/${correction}/seen`)).status, 403);
  const { headers } = await acme.client.get(`/api/v1/corrections/${correction}`);
  const old = { 'if-match': String(headers['etag']) };
  t.equal((await keep(acme.client, correction, { amount: 2_000 }, old)).status, 200);
  t.match(await keep(acme.client, correction, { amount: 3_000 }, old), { status: 412, body: { code: 'stale' } });
});

t.test('what is asked for is asked sensibly: every fault at once', async (t) => {
  const id = await submit();
  const bad = await acme.officer.post(of(id), {
    items: [
      { field: 'income', reason: 'Why' },
      { document: 'amount', reason: ' ' },
      { reason: 'Why' },
      { field: 'amount', reason: 'Why' },
      { field: 'amount', reason: 'Why' },
    ],
    dueAt: inDays(-1),
  });
  t.equal(bad.status, 422);
  t.strictSame(faultsOf(bad), [
    '/items/0/field unknown-field',
    '/items/1/document unknown-requirement',
    '/items/1/reason missing',
    '/items/2 one-of',
    '/items/4/field named-twice',
    '/dueAt past',
  ]);
  const { id: correction } = await ask(acme.officer, id, [amount]);
  t.match(await acme.officer.post(of(id), request([amount])), { status: 409, body: { code: 'correction-open' } });
  t.equal((await acme.officer.delete(`/api/v1/corrections/${correction}`)).status, 204);
  t.match(await now(acme.officer, id), { waitingSince: null, assignees: [acme.officer.id] });
  t.match(await keep(acme.client, correction, { amount: 2_000 }), { status: 409, body: { code: 'correction-ended' } });
  t.match(await send(acme.client, correction), { status: 409, body: { code: 'correction-ended' } });
  t.match(await rounds(acme.client, id), [{ state: 'taken-back', mayAnswer: false }]);
});

t.test('who keeps an answer as it is says so; a document that comes in the place of another one counts', async (t) => {
  const id = await submit();
  const before = (await payslip(acme.client, id)).body;
  platform.clock.advance(60_000);
  await acme.officer.put(`/api/v1/documents/${before.id}`, { reviewStatus: 'rejected', reason: 'Cut off' });
  const { id: correction } = await ask(acme.officer, id, [{ field: 'purpose', reason: 'Is it?' }, income]);
  t.strictSame(faultsOf(await send(acme.client, correction)), [
    '/answers/purpose not-answered',
    '/documents/income missing',
  ]);
  await keep(acme.client, correction, { purpose: 'CAR' });
  platform.clock.advance(60_000);
  const again = await acme.client.upload(`/api/v1/applications/${id}/documents`, [
    { name: 'replaces', value: before.id },
    { name: 'file', fileName: 'whole.txt', contentType: 'text/plain', bytes: 'Whole' },
  ]);
  t.match(again, { status: 201, body: { requirementKey: 'income', replaces: before.id } });
  t.match(await send(acme.client, correction), {
    status: 200,
    body: { state: 'sent', changes: [], items: [{}, { files: [{ fileName: 'whole.txt' }] }] },
  });
});

t.test('sent at once from two devices it is sent once', async (t) => {
  const id = await submit();
  const { id: correction } = await ask(acme.officer, id, [amount]);
  await keep(acme.client, correction, { amount: 4_000 });
  await mailed();
  const both = await Promise.all([send(acme.client, correction), send(acme.client, correction)]);
  t.strictSame(
    both.map(({ status, body }) => [status, body.state]),
    [
      [200, 'sent'],
      [200, 'sent'],
    ],
  );
  t.equal((await mailed()).length, 1);
  t.equal(
    (await acme.officer.get(`/api/v1/applications/${id}/audit`)).body.filter(
      ({ type }: Json) => type === 'corrections/sent@1',
    ).length,
    1,
  );
});

t.test('decided or withdrawn meanwhile, there is nothing to correct', async (t) => {
  const decided = await submit();
  const one = await ask(acme.officer, decided, [amount]);
  await keep(acme.client, one.id, { amount: 4_000 });
  t.equal((await acme.officer.post(`/api/v1/applications/${decided}/reject`, { reason: 'No' })).status, 200);
  t.match(await send(acme.client, one.id), { status: 409 });
  t.match(await rounds(acme.client, decided), [{ state: 'closed', mayAnswer: false, answers: {} }]);
  const withdrawn = await submit();
  const two = await ask(acme.officer, withdrawn, [amount]);
  t.equal((await acme.client.post(`/api/v1/applications/${withdrawn}/withdraw`, {})).status, 200);
  await platform.settle();
  t.match(await keep(acme.client, two.id, { amount: 4_000 }), { status: 409 });
  t.match(await rounds(acme.officer, withdrawn), [{ state: 'closed' }]);
  t.match(await acme.officer.post(of(withdrawn), request([amount])), {
    status: 409,
    body: { code: 'already-decided' },
  });
});

t.test('another officer sees it and may take it back; it comes back to who asked', async (t) => {
  const id = await submit();
  await acme.officer.post(`/api/v1/applications/${id}/assignees`, { userId: otto2.id });
  const { id: correction } = await ask(acme.officer, id, [amount]);
  t.ok((await now(acme.officer, id)).assignees.includes(acme.officer.id));
  t.match(await rounds(otto2, id), [{ state: 'open', by: { name: 'Otto Officer' } }]);
  await keep(acme.client, correction, { amount: 4_000 });
  await send(acme.client, correction);
  t.ok((await now(acme.officer, id)).assignees.includes(acme.officer.id));
  const { id: next } = await ask(acme.officer, id, [amount]);
  t.equal((await otto2.delete(`/api/v1/corrections/${next}`)).status, 204);
});

t.test('the client is reminded once, two days before; where the time is shorter never', async (t) => {
  const [long, short] = [await submit(), await submit()];
  await ask(acme.officer, long, [amount], { dueAt: inDays(5) });
  await ask(acme.officer, short, [amount], { dueAt: inDays(1) });
  await mailed();
  const turn = async (days: number): Promise<readonly string[]> => {
    platform.clock.advance(days * DAY);
    return (await mailed()).map(({ subject }) => subject);
  };
  t.strictSame(await turn(2), []);
  t.match(await turn(1.5), [/waits for you/]);
  t.strictSame(await turn(1), []);
});

t.test('what staff alone knows is in nothing that the client is given', async (t) => {
  const id = await submit();
  const canary = 'quillmarrow';
  await acme.officer.post(`/api/v1/applications/${id}/comments`, { kind: 'internal', text: canary });
  await acme.officer.upload(`/api/v1/applications/${id}/documents`, [
    { name: 'audience', value: 'staff' },
    { name: 'file', fileName: `${canary}.txt`, contentType: 'text/plain', bytes: canary },
  ]);
  const { id: correction } = await ask(acme.officer, id, [income, amount]);
  await acme.officer.upload(`/api/v1/applications/${id}/documents`, [
    { name: 'audience', value: 'staff' },
    { name: 'file', fileName: `late-${canary}.txt`, contentType: 'text/plain', bytes: canary },
  ]);
  const given = [
    (await acme.client.get(of(id))).text,
    (await acme.client.get(`/api/v1/corrections/${correction}`)).text,
    JSON.stringify(await acme.client.graphql(query(id))),
    (await send(acme.client, correction)).text,
    JSON.stringify(await mailed()),
  ].join();
  t.match(given, /smallest loan/, 'the proof reads what the client is given');
  t.notMatch(given, canary);
  t.notMatch(given, /"flags":\[/, 'nor how staff marks the case');
});

t.test('without the feature nobody asks, and nothing is shown', async (t) => {
  const id = await submit();
  const turn = (on: boolean) =>
    platform
      .service(AccessAdministration)
      .setFeature(acme.access, { workspace: acme.staffWorkspace, feature: correctionsFeature, on });
  await turn(false);
  t.match(await acme.officer.get(of(id)), { status: 404, body: { code: 'feature-off' } });
  t.equal((await acme.officer.post(of(id), request([amount]))).status, 404);
  await turn(true);
  t.equal((await acme.officer.get(of(id))).status, 200);
});

t.test(
  'what was left open is added where the template lets clients, and nothing that is answered changes',
  async (t) => {
    const open = await acme.template(['DocumentCompletenessCheckHandler'], { additions: true });
    const made = async (templateId: string): Promise<string> =>
      (
        await acme.key.post(
          '/api/v1/applications',
          acme.record(templateId, { primary: acme.client.email, answers: { amount: 5, purpose: 'CAR' } }),
        )
      ).body.id;
    const add = (who: TestClient, id: string, answers: object) =>
      who.post(`/api/v1/applications/${id}/additions`, { answers });
    const id = await made(open);
    t.strictSame(faultsOf(await add(acme.client, id, { amount: 2_000, other: 1, remarks: 7 })), [
      '/answers/amount already-answered',
      '/answers/other not-asked',
      '/answers/remarks type',
    ]);
    t.strictSame(faultsOf(await add(acme.client, id, {})), ['/answers missing']);
    t.equal((await add(acme.otherClient, id, { remarks: 'Mine' })).status, 404);
    t.equal((await add(beta.client, id, { remarks: 'Mine' })).status, 404);
    t.equal((await add(acme.officer, id, { remarks: 'Mine' })).status, 403);
    t.match(await add(acme.client, id, { remarks: 'I forgot this' }), { status: 201, body: { revision: 2 } });
    t.match(await now(acme.officer, id), { answers: { amount: 5, purpose: 'CAR', remarks: 'I forgot this' } });
    t.strictSame(faultsOf(await add(acme.client, id, { remarks: 'Once more' })), ['/answers/remarks already-answered']);
    t.match(await add(acme.client, await made(template), { remarks: 'No' }), {
      status: 409,
      body: { code: 'no-additions' },
    });
    await acme.officer.post(`/api/v1/applications/${id}/reject`, { reason: 'No' });
    t.match(await add(acme.client, id, { remarks: 'Late' }), { status: 409, body: { code: 'already-decided' } });
  },
);
