/** A correction in two windows: an officer asks by keyboard alone, a client answers on a phone, both see the change. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Json } from '@dossier/core/testing';
import { startBrowser } from '../servers/browser.ts';
import { buildWeb } from '../../web/build.ts';
import { violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { People } from '@dossier/core/platform/people/contract';

const platformFolder = join(import.meta.dirname, '../../core/platform');
const outDir = join(t.testdir({}), 'dist');
await buildWeb({
  outDir,
  plugins: ['applications', 'comments', 'corrections', 'documents', 'templates'].map((id) => ({
    id,
    root: join(platformFolder, id),
    entry: 'web/index.ts',
  })),
});
const platform = await testPlatform({ plugins: ['@dossier/workflow-handlers'], listen: true, webDir: outDir });
const acme = await bank(platform);
const address = platform.kernel.server.server.address();
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`;
const template = await acme.template(['DocumentCompletenessCheckHandler'], {
  requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
});
const browser = await startBrowser();
t.teardown(async () => {
  await browser.close();
  await platform.stop();
});
/** Where pictures of the pages go, when somebody wants to look at them. */
const pictures = process.env['DOSSIER_PICTURES'];
const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
};

/** An application whose amount is too small, so that an officer has it before them. */
const submit = async (): Promise<string> =>
  (
    await acme.key.post(
      '/api/v1/applications',
      acme.record(template, { primary: acme.client.email, answers: { amount: 500, purpose: 'CAR' } }),
    )
  ).body.id;

const windowOf = async (person: (typeof acme)['officer'], o: { width?: number; dark?: boolean } = {}) => {
  const { secret } = await platform
    .service(People)
    .openSession({ user: person.id, organization: acme.organization, issuer: 'https://test.example' });
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: o.width ?? 1280, height: 900 },
    reducedMotion: 'reduce',
    colorScheme: o.dark ? 'dark' : 'light',
  });
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
const staffAt = (id: string, tab = ''): string => `/p/acme/w/${acme.staffWorkspace}/applications/${id}${tab}`;
const clientAt = (id: string): string => `/p/acme/w/${acme.clientWorkspace}/my/${id}`;
const rounds = async (id: string): Promise<Json> =>
  (await acme.officer.get(`/api/v1/applications/${id}/corrections`)).body;

/** Goes on with Tab until this has the focus. */
const tabTo = async (page: Page, name: string | RegExp, role: 'button' | 'checkbox' | 'textbox'): Promise<void> => {
  const wanted = page.getByRole(role, { name });
  await wanted.waitFor();
  for (let i = 0; i < 80; i++) {
    if (await wanted.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab leads to ${String(name)}.`);
};

t.test('asked by keyboard, corrected on a phone, and what is different is seen by both', async (t) => {
  const id = await submit();
  const officer = await windowOf(acme.officer, { dark: true });
  const client = await windowOf(acme.client, { width: 390 });
  await client.page.goto(clientAt(id));
  await officer.page.goto(staffAt(id));
  await tabTo(officer.page, 'Request correction', 'button');
  await officer.page.keyboard.press('Enter');
  await officer.page.getByRole('heading', { name: /Ask .* for a correction/ }).waitFor();
  await tabTo(officer.page, /^Amount/, 'checkbox');
  await officer.page.keyboard.press('Space');
  await tabTo(officer.page, 'What to do about Amount', 'textbox');
  await officer.page.keyboard.type('The smallest loan is 1,000.');
  await tabTo(officer.page, /^Proof of income/, 'checkbox');
  await officer.page.keyboard.press('Space');
  await tabTo(officer.page, 'What to do about Proof of income', 'textbox');
  await officer.page.keyboard.type('Please send your payslip of October.');
  const letter = officer.page.locator('dossier-ask-correction .letter');
  t.match(await letter.innerText(), /Two things are missing[^]*Amount\. The smallest loan[^]*payslip of October/);
  t.strictSame(await violationsInBoth(officer.page), [], 'the dialog');
  t.strictSame(await sideways(officer.page), []);
  await picture(officer.page, 'ask-correction');
  await tabTo(officer.page, 'Send to Carl', 'button');
  await officer.page.keyboard.press('Enter');
  await officer.page.getByRole('button', { name: 'Waiting for client' }).waitFor();

  await client.page.getByRole('heading', { name: 'Please correct one answer and send one paper' }).waitFor();
  await client.page.getByText('The smallest loan is 1,000.').waitFor();
  t.match(await client.page.locator('dossier-correct .task').innerText(), /You wrote 500 before/);
  t.strictSame(await violationsInBoth(client.page), [], 'the task');
  t.strictSame(await sideways(client.page), []);
  await picture(client.page, 'task');
  await client.page.getByRole('button', { name: /^Send both to/ }).click();
  await client.page.getByText('2 things need another look').waitFor();
  const amount = client.page.locator('dossier-correct').getByLabel('Amount');
  await amount.fill('2500');
  await amount.blur();
  await client.page
    .getByLabel('Choose a file for Proof of income')
    .setInputFiles({ name: 'payslip.txt', mimeType: 'text/plain', buffer: Buffer.from('Paid') });
  await client.page.getByLabel('Add another file for Proof of income').waitFor();
  await client.page.getByText('Saved by itself.').waitFor();
  // What is kept outlives the page.
  await client.page.reload();
  await client.page.locator('dossier-correct').getByLabel('Amount').waitFor();
  t.equal(await client.page.locator('dossier-correct').getByLabel('Amount').inputValue(), '2500');
  await client.page.getByRole('button', { name: /^Send both to/ }).click();
  await client.page.getByRole('heading', { name: 'Nothing for you to do' }).waitFor();
  await client.page.getByText('What you corrected before').click();
  await client.page.locator('ins', { hasText: '2,500' }).waitFor();
  t.strictSame(await violationsInBoth(client.page), [], 'what was corrected');
  await picture(client.page, 'corrected');

  await officer.page.getByRole('button', { name: 'Request correction' }).waitFor();
  await officer.page.goto(staffAt(id, '?tab=dossier-corrections'));
  await officer.page.locator('del', { hasText: '500' }).waitFor();
  await officer.page.locator('ins', { hasText: '2,500' }).waitFor();
  await officer.page.locator('dossier-corrections').getByText('payslip.txt').waitFor();
  t.strictSame(await violationsInBoth(officer.page), [], 'what is different');
  await picture(officer.page, 'corrections');
  t.match(await rounds(id), [{ state: 'sent', changes: [{ key: 'amount', from: 500, to: 2_500 }] }]);
  t.strictSame([...officer.complaints, ...client.complaints], []);
});

t.test('who says that it is right sends it so; what is taken back is gone from the page', async (t) => {
  const id = await submit();
  const client = await windowOf(acme.client, { width: 390 });
  await client.page.goto(clientAt(id));
  const ask = (days: number) =>
    acme.officer.post(`/api/v1/applications/${id}/corrections`, {
      items: [{ field: 'purpose', reason: 'Is it a car?' }],
      dueAt: new Date(platform.clock.time() + days * 86_400_000).toISOString(),
    });
  const first = (await ask(3)).body.id;
  await client.page.getByRole('heading', { name: 'Please correct one answer' }).waitFor();
  t.equal((await acme.officer.delete(`/api/v1/corrections/${first}`)).status, 204);
  await client.page.getByRole('heading', { name: 'Please correct one answer' }).waitFor({ state: 'detached' });
  await ask(3);
  await client.page.getByRole('button', { name: /It is right as it is.*Purpose/ }).click();
  await client.page.getByText('Saved by itself.').waitFor();
  await client.page.getByRole('button', { name: /^Send it to/ }).click();
  await client.page.getByText('What you corrected before').click();
  await client.page.getByText('Confirmed as it was').waitFor();
  t.match(await rounds(id), [{ state: 'taken-back' }, { state: 'sent', changes: [] }]);
  t.strictSame(client.complaints, []);
});
