/** Fees of applications: asked for, read by both sides, settled once. */
import { t } from '@dossier/core/testing/t';
import { letterBox, testPlatform, toldOf } from '@dossier/core/testing';
import type { Json, TestClient } from '@dossier/core/testing';
import { AccessAdministration } from '@dossier/core/platform/access/contract';
import { calculating, charge, feature, fifty, held, stage, workflowOf } from './stage.ts';
import type { Fee } from './stage.ts';

const box = letterBox();
const platform = await testPlatform({
  plugins: [
    box.plugin,
    '@dossier/workflow-handlers',
    '@dossier/notifications',
    '@dossier/payments',
    '@dossier/reports',
  ],
});
t.teardown(() => platform.stop());
const { acme, at, received, template, submit, application, payment } = await stage(platform);
const beta = await stage(platform, 'beta');
const { admin, officer, clerk, client, otherClient, key } = acme;
const integration = '/api/v1/integrations/payments';
const fixed = await template();
const olaf = await acme.person('Olaf Officer', 'officer');

const record = (id: string, body: object = received, who: TestClient = officer) => who.post(`${at(id)}/record`, body);
const waive = (id: string, body: object = { reason: 'Hardship' }, who: TestClient = officer) =>
  who.post(`${at(id)}/waive`, body);
const trail = async (id: string): Promise<readonly Json[]> =>
  (await admin.get(`/api/v1/applications/${id}/audit?limit=200`)).body.filter(({ type }: Json) =>
    type.startsWith('payments/'),
  );
/** News of its payment for the client. */
const said = async (id: string): Promise<readonly string[]> =>
  (await toldOf(platform, client, id)).filter(({ kind }) => kind.startsWith('payment-')).map(({ text }) => text);
/** The client corrects the amount. */
const amended = async (id: string, amount: number | null): Promise<void> => {
  const dueAt = new Date(platform.clock.time() + 86_400_000).toISOString();
  const items = [{ field: 'amount', reason: 'Another one' }];
  const round = (await admin.post(`/api/v1/applications/${id}/corrections`, { items, dueAt })).body;
  await client.put(`/api/v1/corrections/${round.id}/answers`, { answers: { amount } });
  const { status } = await client.post(`/api/v1/corrections/${round.id}/send`, {});
  if (status !== 200) throw new Error(String(status));
};
const stepOf = async (id: string): Promise<Json> => (await application(id)).steps[0];

t.test('the application waits; both sides read what is due, how, and with which reference', async (t) => {
  const id = await submit(fixed);
  t.match(await application(id), {
    status: 'Submitted',
    steps: [{ state: 'waiting', reasons: [{ code: 'payment-due', text: '€50.00 are to be paid: Application fee.' }] }],
  });
  const due = {
    state: 'due',
    amount: { minor: '5000', currency: 'EUR' },
    purpose: 'Application fee',
    account: null,
    received: null,
    reason: null,
    settledAt: null,
    by: null,
    hasReceipt: false,
  };
  t.match(await payment(id), { ...due, mayRecord: true });
  t.match(await payment(id, clerk), { ...due, mayRecord: false });
  const { number } = await application(id);
  const { reference } = await payment(id, client);
  t.match(reference, new RegExp(`^RF\\d\\d${number.replace('-', '')}$`));
  const digits = `${reference.slice(4)}${reference.slice(0, 4)}`.replaceAll(/[A-Z]/g, (one: string) =>
    String(one.charCodeAt(0) - 55),
  );
  t.equal(BigInt(digits) % 97n, 1n, 'its check digits are those of ISO 11649');

  const values = { payee: 'Acme Bank', iban: 'de89 3704 0044 0532 0130 00', bic: 'cobadeff' };
  for (const [wrong, pointer] of [
    [{ iban: 'DE88370400440532013000' }, '/values/iban'],
    [{ bic: 'ABC' }, '/values/bic'],
  ] as const) {
    const refused = await admin.put(integration, { values: { ...values, ...wrong } });
    t.strictSame([refused.status, refused.body.errors.map((one: Json) => one.pointer)], [422, [pointer]]);
  }
  t.equal((await admin.put(integration, { values })).status, 200);
  const account = { payee: 'Acme Bank', iban: 'DE89370400440532013000', bic: 'COBADEFF', instructions: '' };
  t.strictSame((await payment(id, client)).account, account);
  t.equal((await payment(id, client)).mayRecord, false);
  const [asked, ...more] = await trail(id);
  t.equal(more.length, 0);
  t.match(asked, { type: 'payments/due@1', details: { amount: 50, currency: 'EUR', purpose: 'Application fee' } });
  const other = await submit(await acme.template(['DocumentCompletenessCheckHandler']));
  t.strictSame((await officer.get(at(other))).body, { payment: null });
});

t.test('it is recorded once, and the workflow goes on by itself', async (t) => {
  const id = await submit(fixed);
  const { headers } = await officer.get(at(id));
  const wrong = await record(id, { reference: ' ', date: '2999-01-01' });
  t.equal(wrong.status, 422);
  t.strictSame(
    wrong.body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`),
    ['/reference missing', '/date future'],
  );
  t.match(await record(id, { reference: 'A', date: '2001-01-01' }), { body: { errors: [{ code: 'too-early' }] } });
  t.equal((await record(id, { reference: 'A', date: '31.12.2026', more: 1 })).status, 422);
  t.equal((await payment(id)).state, 'due');

  const [one, two] = await Promise.all([record(id), record(id)]);
  t.strictSame([one.status, two.status].toSorted(), [200, 409]);
  const { payment: paid } = one.status === 200 ? one.body : two.body;
  t.match(paid, {
    state: 'paid',
    account: null,
    received,
    by: { kind: 'user', name: 'Otto Officer' },
    mayRecord: false,
    hasReceipt: true,
  });
  t.match(await application(id), { status: 'Approved', steps: [{ state: 'passed' }, { state: 'skipped' }] });
  t.match(await record(id), { status: 409, body: { code: 'already-paid' } });
  t.match(await waive(id), { status: 409, body: { code: 'already-paid' } });
  t.strictSame((await payment(id, client)).by, null, 'a client does not read who of the staff it was');
  t.strictSame((await payment(id, client)).received, received);
  const [, done, ...more] = await trail(id);
  t.equal(more.length, 0);
  t.match(done, {
    type: 'payments/recorded@1',
    actor: { id: officer.id },
    details: { amount: 50, currency: 'EUR', ...received },
  });

  const other = await submit(fixed);
  const stale = await officer.post(`${at(other)}/record`, received, { 'if-match': String(headers['etag']) });
  t.match(stale, { status: 412, body: { code: 'stale' } });
  const again = { 'idempotency-key': 'once' };
  const blank = { ...received, reference: `  ${received.reference} ` };
  const first = await officer.post(`${at(other)}/record`, blank, again);
  t.strictSame(first.body.payment.received, received);
  t.strictSame((await officer.post(`${at(other)}/record`, blank, again)).body, first.body);
  t.equal((await trail(other)).length, 2);
});

t.test('what was paid has a receipt, for both sides', async (t) => {
  const id = await submit(fixed);
  const receipt = (who: TestClient = officer) => who.get(`${at(id)}/receipt`);
  t.match(await receipt(), { status: 404, body: { code: 'no-receipt' } });
  await record(id);
  const { number } = await application(id);
  const { status, headers, bytes } = await receipt(client);
  t.equal(status, 200);
  t.equal(headers['content-type'], 'application/pdf');
  t.equal(headers['content-disposition'], `inline; filename="receipt-${number}.pdf"`);
  t.equal(bytes.subarray(0, 5).toString('latin1'), '%PDF-');
  t.equal((await receipt(otherClient)).status, 404);
  t.equal((await receipt(beta.acme.officer)).status, 404);
});

t.test('it is waived with a reason that the client reads', async (t) => {
  const id = await submit(fixed);
  t.match(await waive(id, { reason: '\u200b' }), { status: 422, body: { errors: [{ pointer: '/reason' }] } });
  t.match(await waive(id), {
    status: 200,
    body: { payment: { state: 'waived', reason: 'Hardship', hasReceipt: false } },
  });
  t.match(await payment(id, client), { state: 'waived', reason: 'Hardship', by: null });
  t.equal((await application(id)).status, 'Approved');
  t.match(await waive(id), { status: 409, body: { code: 'already-waived' } });
  t.match(await record(id), { status: 409, body: { code: 'already-waived' } });
  t.match((await trail(id)).at(-1), { type: 'payments/waived@1', details: { reason: 'Hardship' } });
  t.match(await client.get(`${at(id)}/receipt`), { status: 404, body: { code: 'no-receipt' } });
});

t.test('staff with the right settles it, and nobody else', async (t) => {
  const id = await submit(fixed);
  for (const who of [client, otherClient, clerk, key]) {
    t.equal((await record(id, received, who)).status, 403);
    t.equal((await waive(id, { reason: 'Me' }, who)).status, 403);
  }
  t.equal((await key.get(at(id))).status, 403);
  t.equal((await otherClient.get(at(id))).status, 404);
  t.equal((await beta.acme.officer.get(at(id))).status, 404);
  t.equal((await record(id, received, beta.acme.officer)).status, 404);
  t.equal((await payment(id)).state, 'due');

  // An officer who applies is a client of it, whatever they may do with others.
  const ofOfficer = (await key.post('/api/v1/applications', acme.record(fixed, { primary: olaf.email }))).body.id;
  t.equal((await record(ofOfficer, received, olaf)).status, 403);
  t.equal((await payment(ofOfficer, olaf)).mayRecord, false);
  t.equal((await record(ofOfficer)).status, 200);
});

t.test('a calculated fee follows the answers until it is paid', async (t) => {
  const form = await template(charge, calculating);
  const id = await submit(form, { amount: 1234.5 });
  t.match(await payment(id), { amount: { minor: '1235', currency: 'EUR' } }, 'rounded half up, as the form shows it');
  await amended(id, 1234.6);
  t.equal((await trail(id)).length, 1, 'asked for anew where the fee is another one');
  await amended(id, 0);
  t.match(await payment(id), { state: 'dropped', mayRecord: false });
  t.match(await application(id), { status: 'Approved', steps: [{ reasons: [{ code: 'no-fee' }] }] });

  const free = await submit(form, { amount: 0 });
  t.equal(await payment(free), null, 'nothing was ever due');
  const blank = await submit(form, {});
  t.match(await stepOf(blank), { state: 'failed' });
  const plain = await template({ ...charge, calculation: 'amount' }, calculating);
  for (const amount of [-5, 12.345, 2_000_000_000])
    t.match(await stepOf(await submit(plain, { amount })), { state: 'failed', reasons: [{ code: 'fee-unknown' }] });

  const halting = await template(charge, { ...calculating, workflow: held(charge) });
  const raised = await submit(halting, { amount: 1000 });
  t.strictSame(await said(raised), ['Please pay €10.00: Charge']);
  await amended(raised, 2000);
  t.strictSame(await said(raised), ['Please pay €20.00: Charge'], 'the last one alone');
  await amended(raised, 0);
  t.match(await payment(raised), { state: 'dropped' });
  t.strictSame(await said(raised), []);
  await amended(raised, 1000);
  t.match(await payment(raised), { state: 'due', amount: { minor: '1000' } });
  t.equal((await record(raised)).status, 200);
  await amended(raised, 900);
  t.match(await stepOf(raised), { state: 'passed' }, 'what was paid suffices');
  await amended(raised, 5000);
  t.match(await application(raised), {
    status: 'InReview',
    steps: [{ state: 'failed', reasons: [{ code: 'paid-less', text: /^€10\.00 were paid, and €50\.00 are due/ }] }],
  });
  t.match(await payment(raised), { state: 'paid', amount: { minor: '1000' } });
});

t.test('a trial of a draft judges past payments, and asks for nothing', async (t) => {
  const form = await template();
  const [paid, waived] = [await submit(form), await submit(form)];
  await record(paid);
  await waive(waived);
  await platform.settle();
  const triedWith = async (change: object): Promise<Json> => {
    const { name, draft } = (await admin.get(`/api/v1/templates/${form}`)).body;
    const workflow = workflowOf({ ...fifty, ...change });
    t.equal((await admin.put(`/api/v1/templates/${form}`, { name, ...draft, workflow })).status, 200);
    const begun = await admin.post(`/api/v1/templates/${form}/simulations`, { workspaceId: acme.staffWorkspace });
    await platform.settle();
    return (await admin.get(`/api/v1/simulations/${begun.body.id}`)).body;
  };
  t.match(await triedWith({ fee: 40 }), { state: 'done', tried: 2, same: 2, different: 0 });
  t.match(await triedWith({ fee: 60 }), { state: 'done', tried: 2, same: 1, different: 1 });
  t.match(await triedWith({ currency: 'USD' }), { state: 'done', tried: 2, same: 1, different: 1 });
  t.match(await payment(paid), { state: 'paid', amount: { minor: '5000' } });
});

t.test('a template says a fee that can be paid', async (t) => {
  const refused = async (settings: Fee): Promise<readonly string[]> => {
    const name = `Refused ${JSON.stringify(settings)}`.slice(0, 100);
    const content = { ...calculating, requiredDocuments: [], workflow: workflowOf(settings) };
    const { body: made } = await admin.post('/api/v1/templates', { name, ...content });
    const answer = await admin.post(`/api/v1/templates/${made.id}/publish`, {});
    return answer.status === 422
      ? answer.body.errors.map(({ pointer, code }: Json) => `${pointer.replace('/workflow/0/settings', '')} ${code}`)
      : [String(answer.status)];
  };
  t.strictSame(await refused({ ...fifty, fee: 50.5, currency: 'JPY' }), ['/fee decimals']);
  t.strictSame(await refused({ ...fifty, fee: 50.001 }), ['/fee decimals']);
  t.strictSame(await refused({ ...fifty, fee: 50.001, currency: 'KWD' }), ['200']);
  t.strictSame(await refused({ ...fifty, currency: 'XQX' }), ['/currency unknown-currency']);
  t.strictSame(await refused({ ...fifty, fee: 0 }), ['/fee bad-setting']);
  t.strictSame(await refused({ ...fifty, fee: undefined }), ['/fee one-of']);
  t.strictSame(await refused({ ...charge, fee: 5 }), ['/fee one-of']);
  t.strictSame(await refused({ ...charge, calculation: 'nobody' }), ['/calculation unknown-field']);
  t.strictSame(await refused({ ...charge, currency: 'JPY' }), ['/currency other-currency', '/calculation decimals']);
  const twice = await acme.template([], { workflow: workflowOf(fifty, fifty) }).catch((error: unknown) => error);
  t.match(twice, { errors: [{ pointer: '/workflow/1/settings', code: 'one-payment' }] });
});

t.test('nothing is due of an application that ended, or whose template asks for nothing any more', async (t) => {
  const id = await submit(fixed);
  t.equal((await client.post(`/api/v1/applications/${id}/withdraw`, {})).status, 200);
  t.match(await payment(id), { state: 'dropped', account: null, mayRecord: false });
  t.match(await record(id), { status: 409, body: { code: 'already-decided' } });

  const moving = await template();
  const moved = await submit(moving);
  const goesOn = async (workflow: readonly object[]): Promise<void> => {
    const { name, draft } = (await admin.get(`/api/v1/templates/${moving}`)).body;
    t.equal((await admin.put(`/api/v1/templates/${moving}`, { name, ...draft, workflow })).status, 200);
    const { version } = (await admin.post(`/api/v1/templates/${moving}/publish`, {})).body;
    const wanted = { applicationIds: [moved], version };
    t.match((await admin.post(`/api/v1/templates/${moving}/moves`, wanted)).body, [{ moved: true }]);
    await platform.settle();
  };
  await goesOn(workflowOf({ ...fifty, purpose: 'Filing fee' }));
  t.match(await payment(moved), { state: 'due', purpose: 'Filing fee' });
  await goesOn(held(fifty).slice(1));
  t.match(await payment(moved), { state: 'dropped' });
  t.match(await record(moved), { status: 409, body: { code: 'nothing-due' } });
});

t.test('without the feature there is nothing of it, and the step halts at an officer', async (t) => {
  const grants = platform.service(AccessAdministration);
  const switched = (on: boolean): Promise<unknown> =>
    grants.setFeature(acme.access, { workspace: acme.staffWorkspace, feature, on });
  await switched(false);
  const id = await submit(fixed);
  t.match(await officer.get(at(id)), { status: 404, body: { code: 'feature-off' } });
  t.match(await record(id), { status: 404, body: { code: 'feature-off' } });
  t.match(await application(id), { status: 'InReview', steps: [{ reasons: [{ code: 'no-handler' }] }] });
  await switched(true);
});

t.test('the client hears that something is to be paid, until it is, and that it came', async (t) => {
  await platform.settle();
  box.take();
  const id = await submit(fixed);
  t.strictSame(await said(id), ['Please pay €50.00: Application fee']);
  t.ok(box.take().some(({ to }) => to.address === client.email));
  await record(id);
  t.strictSame(await said(id), ['Your payment of €50.00 has arrived']);
  const waived = await submit(fixed);
  await waive(waived);
  t.strictSame(await said(waived), ['You need not pay €50.00 any more']);
});

t.test('reports list payments with their amounts', async (t) => {
  const form = await beta.template();
  const [first, second, third] = [await beta.submit(form), await beta.submit(form), await beta.submit(form)];
  t.equal((await beta.payment(await beta.submit(form))).state, 'due');
  await beta.acme.officer.post(`${at(first)}/record`, received);
  await beta.acme.officer.post(`${at(second)}/waive`, { reason: 'Hardship' });
  await beta.acme.client.post(`/api/v1/applications/${third}/withdraw`, {});
  await platform.settle();
  const answer = await beta.acme.admin.post(`/api/v1/workspaces/${beta.acme.staffWorkspace}/report-previews`, {
    definition: {
      ...{ title: 'Fees', period: { kind: 'thisMonth' }, compare: false, filters: {} },
      ...{ grouping: 'auto', targetDays: 10 },
      sections: [
        {
          kind: 'figures',
          title: 'Payments',
          figures: ['paid', 'waived', 'due'].map((measure) => ({ source: 'payments', measure })),
        },
        {
          kind: 'table',
          title: 'Payments',
          source: 'payments',
          columns: ['state', 'amount', 'currency', 'reference', 'reason'],
          at: 'dueSince',
        },
      ],
    },
  });
  t.equal(answer.status, 200, answer.text);
  const [figures, table] = answer.body.sections;
  t.strictSame(
    figures.figures.map(({ value }: Json) => value),
    [1, 1, 1],
  );
  t.strictSame(
    table.rows.toSorted((a: Json, b: Json) => String(a[0]).localeCompare(String(b[0]))),
    [
      ['dropped', 50, 'EUR', null, null],
      ['due', 50, 'EUR', null, null],
      ['paid', 50, 'EUR', 'Statement 12/3', null],
      ['waived', 50, 'EUR', null, 'Hardship'],
    ],
  );
});
