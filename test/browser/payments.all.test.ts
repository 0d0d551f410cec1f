/**
 * A fee in three windows: an administrator asks for it in the designer, a client reads on a phone how to pay it, and an
 * officer records it by keyboard alone, or waives it.
 */
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { Test } from 'tap';
import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '@dossier/core/testing';
import { holds } from '@dossier/core/testing/waiting';
import { startBrowser } from '../servers/browser.ts';
import { buildWeb } from '../../web/build.ts';
import { violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { People } from '@dossier/core/platform/people/contract';
import { Templates } from '@dossier/core/platform/templates/contract';
import { recordPayments } from '@dossier/payments/contract';

const root = join(import.meta.dirname, '../..');
const outDir = join(t.testdir({}), 'dist');
await buildWeb({
  outDir,
  plugins: [
    ...['applications', 'documents', 'templates'].map((id) => ({ id, root: join(root, 'core/platform', id) })),
    { id: 'payments', root: join(root, 'plugins/payments') },
  ].map((one) => ({ ...one, entry: 'web/index.ts' })),
});
const platform = await testPlatform({
  plugins: ['@dossier/workflow-handlers', '@dossier/payments', '@dossier/reports'],
  listen: true,
  webDir: outDir,
});
const acme = await bank(platform);
await acme.grant('officer', recordPayments, true);
const address = platform.kernel.server.server.address();
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`;
const browser = await startBrowser();
t.teardown(async () => {
  await browser.close();
  await platform.stop();
});
/** The folder for pictures of the pages, when somebody wants to look at them. */
const pictures = process.env['DOSSIER_PICTURES'];
const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
};
/** No finding, light and dark, and nothing that scrolls sideways. */
const looks = async (t: Test, page: Page, name: string): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'light' });
  await picture(page, `${name}-light`);
  t.strictSame(await violationsInBoth(page), [], name);
  t.strictSame(await sideways(page), [], name);
  await picture(page, `${name}-dark`);
};

const windowOf = async (person: (typeof acme)['officer'], o: { width?: number } = {}) => {
  const { secret } = await platform
    .service(People)
    .openSession({ user: person.id, organization: acme.organization, issuer: 'https://test.example' });
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: o.width ?? 1280, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  await context.addCookies([{ name: 'dossier', value: secret, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /policy|trusted/i.test(message.text())) complaints.push(message.text());
  });
  return { page, complaints };
};
const staffAt = (id: string): string => `/p/acme/w/${acme.staffWorkspace}/applications/${id}`;
const clientAt = (id: string): string => `/p/acme/w/${acme.clientWorkspace}/my/${id}`;
const submit = async (template: string): Promise<string> =>
  (await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email }))).body.id;
const charging = (): Promise<string> =>
  acme.template([], {
    workflow: [
      {
        ...{ name: 'Fee', kind: 'SYSTEM', handler: 'PaymentCheckHandler' },
        settings: { fee: 50, currency: 'EUR', purpose: 'Application fee' },
      },
      { name: 'Underwriting', kind: 'MANUAL' },
    ],
  });
/** Writes a year into a day that has the focus at its beginning: it is the third part of it. */
const writeYear = async (page: Page, year: string): Promise<void> => {
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(year);
};

/** Goes on with Tab until this has the focus. */
const tabTo = async (page: Page, wanted: Locator): Promise<void> => {
  await wanted.waitFor();
  for (let i = 0; i < 80; i++) {
    if (await wanted.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab leads to ${String(wanted)}.`);
};

t.test('an administrator asks for a fee in the designer, and a fault of its settings leads to it', async (t) => {
  const templates = platform.service(Templates);
  const { id } = await templates.create(acme.access, {
    name: 'With a fee',
    content: {
      schema: {
        type: 'object',
        properties: {
          amount: { type: 'number', title: 'Amount' },
          total: { 'x-id': 'sum', type: 'number', title: 'Total' },
          remarks: { type: 'string', title: 'Remarks' },
        },
      },
      wizard: [{ key: 'all', title: 'All', fields: ['amount', 'total', 'remarks'] }],
      workflow: [{ name: 'Underwriting', kind: 'MANUAL' }],
      requiredDocuments: [],
    },
  });
  const { page, complaints } = await windowOf(acme.admin);
  await page.goto(`/p/acme/w/${acme.staffWorkspace}/templates/${id}/workflow`);
  await page.getByRole('button', { name: 'Payment', exact: true }).click();
  const step = page.locator('dossier-template-workflow-step').first();
  await step.getByLabel('What for').fill('Application fee');
  await step.getByLabel('Currency').fill('EUR');
  await step.getByLabel(/^Fee/).fill('50');
  const calculated = step.getByLabel(/^Calculated by/);
  t.strictSame(await calculated.locator('option').allInnerTexts(), ['No answer', 'Amount', 'Total']);
  await calculated.selectOption('Total');
  const settings = async () => (await acme.admin.get(`/api/v1/templates/${id}`)).body.draft.workflow[0].settings;
  await holds(page, 'the choice is the id of the field', async () => (await settings())?.calculation === 'sum');
  await page.getByText('1 thing to look at').click();
  await page.getByRole('button', { name: /Set either a fee or the field/ }).click();
  await step.getByLabel(/^Fee/).and(page.locator(':focus')).waitFor();
  await step.locator('.fault', { hasText: 'Set either a fee' }).waitFor();
  await looks(t, page, 'designer');
  await calculated.selectOption('No answer');
  await page.getByText('1 thing to look at').waitFor({ state: 'detached' });

  // A field that goes stays in sight where it was chosen.
  await step.getByLabel(/^Fee/).fill('');
  await calculated.selectOption('Total');
  await holds(page, 'it is saved', async () => (await settings())?.fee === undefined);
  const { name, draft } = (await acme.admin.get(`/api/v1/templates/${id}`)).body;
  const { total: _, ...properties } = draft.schema.properties;
  const without = {
    ...{ ...draft, schema: { ...draft.schema, properties } },
    wizard: [{ key: 'all', title: 'All', fields: ['amount', 'remarks'] }],
  };
  t.equal((await acme.admin.put(`/api/v1/templates/${id}`, { name, ...without })).status, 200);
  await page.reload();
  await calculated.locator('option', { hasText: 'sum (gone)' }).waitFor({ state: 'attached' });
  await step.locator('.fault', { hasText: /sum/ }).waitFor();
  await calculated.selectOption('No answer');
  await step.getByLabel(/^Fee/).fill('50');
  await page.getByText('1 thing to look at').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByRole('button', { name: 'Publish version 1' }).click();
  await page.getByText('Version 1 in use').waitFor();
  t.match(await settings(), { purpose: 'Application fee', currency: 'EUR', fee: 50 });
  t.strictSame(complaints, []);
});

t.test('what is due is read on a phone, recorded by keyboard, and seen by the client at once', async (t) => {
  const id = await submit(await charging());
  const officer = await windowOf(acme.officer);
  const client = await windowOf(acme.client, { width: 390 });
  await client.page.goto(clientAt(id));
  await client.page.getByRole('heading', { name: 'Please pay €50.00' }).waitFor();
  await client.page.getByText('lets you know how to pay').waitFor();
  await looks(t, client.page, 'due-without-account');
  await officer.page.goto(staffAt(id));
  await officer.page.getByText('Clients do not see how to pay').waitFor();
  await looks(t, officer.page, 'staff-without-account');

  const values = {
    ...{ payee: 'Acme Bank', iban: 'DE89370400440532013000', bic: 'COBADEFF' },
    instructions: 'It takes two days.\nCards are taken at our desk.',
  };
  t.equal((await acme.admin.put('/api/v1/integrations/payments', { values })).status, 200);
  await client.page.reload();
  const pay = client.page.locator('dossier-pay section');
  await pay.getByText('DE89 3704 0044 0532 0130 00').waitFor();
  t.match(await pay.innerText(), /Application fee[^]*Acme Bank[^]*COBADEFF[^]*two days\.\nCards[^]*goes on by itself/);
  const { reference } = (await acme.officer.get(`/api/v1/applications/${id}/payment`)).body.payment;
  await pay.getByRole('button', { name: 'Copy the reference' }).click();
  await client.page.getByText('Copied.').first().waitFor();
  const clipboard = (): Promise<string> => client.page.evaluate(() => navigator.clipboard.readText());
  t.equal(await clipboard(), reference);
  await pay.getByRole('button', { name: 'Copy the amount' }).click();
  await holds(client.page, 'the amount is copied', clipboard, '50.00');
  await looks(t, client.page, 'due');

  const { page } = officer;
  await page.reload();
  const card = page.locator('dossier-payment');
  await card.getByText('Due since').waitFor();
  await looks(t, page, 'staff-due');
  await page.setViewportSize({ width: 390, height: 900 });
  await looks(t, page, 'staff-due-phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await tabTo(page, card.getByRole('button', { name: 'Mark as paid' }).first());
  await page.keyboard.press('Enter');
  const dialog = card.locator('dialog[open]');
  await dialog.getByLabel('Reference').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Statement 12/3');
  await page.keyboard.press('Tab');
  await writeYear(page, '2099');
  const save = dialog.getByRole('button', { name: 'Mark as paid' });
  await tabTo(page, save);
  await page.keyboard.press('Enter');
  await dialog.locator('#date-hint .fault').waitFor();
  await dialog.getByLabel('Day on which it was paid').and(page.locator(':focus')).waitFor();
  t.equal(await dialog.locator('.fault').count(), 1);
  await looks(t, page, 'recording');
  await client.page.evaluate('globalThis.marked = true');
  await writeYear(page, String(platform.clock.now().getUTCFullYear()));
  await tabTo(page, save);
  await page.keyboard.press('Enter');
  await card.getByText('Paid on').waitFor();
  await page.getByText('€50.00 marked as paid').first().waitFor();
  await card.locator('h2').and(page.locator(':focus')).waitFor();
  t.match(await card.locator('section').innerText(), /reference Statement 12\/3[^]*Recorded by Otto Officer/);
  await looks(t, page, 'staff-paid');

  const mine = client.page.locator('dossier-payment');
  await mine.getByText('You paid €50.00 on').waitFor();
  await client.page.getByRole('heading', { name: 'Please pay' }).waitFor({ state: 'detached' });
  t.equal(await client.page.evaluate('globalThis.marked'), true, 'without a reload');
  await looks(t, client.page, 'paid');
  const receipt = (await mine.getByRole('link', { name: 'Receipt (PDF)' }).getAttribute('href')) ?? '';
  const answer = await client.page.context().request.get(receipt);
  t.strictSame([answer.status(), answer.headers()['content-type']], [200, 'application/pdf']);
  t.match((await acme.officer.get(`/api/v1/applications/${id}`)).body, { status: 'Approved' });
  t.strictSame([...officer.complaints, ...client.complaints], []);
});

t.test('it is waived, and the client reads why', async (t) => {
  const id = await submit(await charging());
  const officer = await windowOf(acme.officer);
  const client = await windowOf(acme.client, { width: 390 });
  await client.page.goto(clientAt(id));
  await client.page.getByRole('heading', { name: 'Please pay €50.00' }).waitFor();
  const { page } = officer;
  await page.goto(staffAt(id));
  const card = page.locator('dossier-payment');
  await card.getByRole('button', { name: 'Waive' }).first().click();
  const dialog = card.locator('dialog[open]');
  await dialog.getByText('The client reads it.').waitFor();
  await dialog.getByRole('button', { name: 'Waive' }).click();
  await dialog.locator('#reason-hint .fault').waitFor();
  await looks(t, page, 'waiving');
  await dialog.getByLabel('Reason').fill('You showed us that it would be a hardship.\nAll the best.');
  await dialog.getByRole('button', { name: 'Waive' }).click();
  await card.getByText('Waived:').waitFor();
  await looks(t, page, 'staff-waived');
  const mine = client.page.locator('dossier-payment');
  await mine.getByText('You need not pay €50.00').waitFor();
  t.match(
    await mine.locator('.mine').innerText(),
    /You need not pay €50\.00: You showed us that it would be a hardship\.\nAll the best\./,
  );
  await looks(t, client.page, 'waived');
  t.strictSame([...officer.complaints, ...client.complaints], []);
});

t.test('two who record it at once: the second reads how it stands now', async (t) => {
  const id = await submit(await charging());
  const { page, complaints } = await windowOf(acme.officer);
  await page.goto(staffAt(id));
  const card = page.locator('dossier-payment');
  await card.getByRole('button', { name: 'Mark as paid' }).first().click();
  const dialog = card.locator('dialog[open]');
  await dialog.getByLabel('Reference').fill('Statement 12/4');
  const received = { reference: 'Statement 1', date: platform.clock.now().toISOString().slice(0, 10) };
  t.equal((await acme.officer.post(`/api/v1/applications/${id}/payment/record`, received)).status, 200);
  await dialog.getByRole('button', { name: 'Mark as paid' }).click();
  await card.getByRole('alert').getByText('This is how it stands now').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await card.getByText('Statement 1', { exact: true }).waitFor();
  await looks(t, page, 'staff-overtaken');
  t.strictSame(complaints, []);
});

t.test('without a fee there is nothing of it, and nothing is asked for', async (t) => {
  const id = await submit(await acme.template(['DocumentCompletenessCheckHandler']));
  const officer = await windowOf(acme.officer);
  const client = await windowOf(acme.client, { width: 390 });
  const asked: string[] = [];
  for (const { page } of [officer, client]) page.on('request', (request) => asked.push(request.url()));
  await officer.page.goto(staffAt(id));
  await officer.page.locator('.papers dossier-documents').waitFor();
  await officer.page.locator('.papers > dossier-slot[data-empty]').waitFor({ state: 'attached' });
  t.equal(await officer.page.locator('.papers > dossier-slot:not([data-empty])').count(), 1, 'documents alone');
  await looks(t, officer.page, 'staff-without-fee');
  await client.page.goto(clientAt(id));
  await client.page.getByRole('heading', { name: 'What you sent' }).waitFor();
  await client.page.locator('.part dossier-payment').waitFor({ state: 'attached' });
  await looks(t, client.page, 'client-without-fee');
  t.strictSame(
    asked.filter((one) => one.endsWith('/payment')),
    [],
  );
});
