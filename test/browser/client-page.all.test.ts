/** A client on a phone and an officer by keyboard, in two windows, on the real platform: papers until they are fine. */
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '@dossier/core/testing';
import { withdrawOwnApplications } from '@dossier/core/platform/applications/contract';
import { People } from '@dossier/core/platform/people/contract';
import { startBrowser } from '../servers/browser.ts';
import { buildWeb } from '../../web/build.ts';
import { violationsInBoth } from '../../web/test/axe.ts';
import { engineWords, everyWord } from '../../web/test/engine-words.ts';
import { sideways } from '../../web/test/sideways.ts';

const platformFolder = join(import.meta.dirname, '../../core/platform');
const outDir = join(t.testdir({}), 'dist');
await buildWeb({
  outDir,
  plugins: ['applications', 'comments', 'documents'].map((id) => ({
    id,
    root: join(platformFolder, id),
    entry: 'web/index.ts',
    policy: id === 'documents' ? ['wasm-unsafe-eval' as const] : [],
  })),
});
const platform = await testPlatform({ plugins: ['@dossier/workflow-handlers'], listen: true, webDir: outDir });
const acme = await bank(platform);
const address = platform.kernel.server.server.address();
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`;
const browser = await startBrowser();
t.teardown(async () => {
  await browser.close();
  await platform.stop();
});
const template = await acme.template([], {
  workflow: [
    {
      name: 'Papers complete',
      kind: 'SYSTEM',
      handler: 'DocumentCompletenessCheckHandler',
      forClients: 'We read your papers',
    },
    { name: 'Underwriting', kind: 'MANUAL', forClients: 'We decide' },
  ],
  requiredDocuments: [{ key: 'payslips', title: 'Payslips', description: 'Of the last three months.' }],
});

const windowOf = async (person: (typeof acme)['officer'], size: { width: number; height: number }) => {
  const { secret } = await platform
    .service(People)
    .openSession({ user: person.id, organization: acme.organization, issuer: 'https://test.example' });
  const context = await browser.newContext({ baseURL: url, viewport: size, reducedMotion: 'reduce' });
  await context.addCookies([{ name: 'dossier', value: secret, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
};

/** Goes there by the Tab key alone. */
const tabTo = async (page: Page, place: Locator): Promise<void> => {
  await place.waitFor();
  for (let i = 0; i < 80 && !(await place.evaluate((element) => element.matches(':focus'))); i += 1)
    await page.keyboard.press('Tab');
};

const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`Paid, says ${name}.`) });

t.test(
  'three files at once, one too large and one that fails and is tried again; one is rejected and one accepted by keyboard, and the client sees both',
  async (t) => {
    const { id } = (await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email })))
      .body;
    const client = await windowOf(acme.client, { width: 390, height: 844 });
    await client.page.goto(`/p/acme/w/${acme.clientWorkspace}/my/${id}`);
    const asked = client.page.getByRole('region', { name: 'Please send: Payslips' });
    await asked.getByText('One thing to do').waitFor();
    await asked.getByText('Of the last three months.').waitFor();
    t.equal(await client.page.getByText('Nothing for you to do').count(), 0);
    const body = client.page.locator('dossier-client-application');
    t.match(await everyWord(body), /We read your papers[\s\S]*We decide[\s\S]*You hear from us/);

    await client.page.route('**/documents', (route) => route.abort(), { times: 1 });
    const failing = client.page.waitForEvent('requestfailed');
    await asked
      .getByLabel('Choose files for Payslips')
      .setInputFiles([
        text('september.txt'),
        { name: 'film.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(26 * 1_048_576 + 1) },
        text('october.txt'),
      ]);
    await failing;
    const row = (name: string): Locator => client.page.locator('dossier-documents-sent li', { hasText: name });
    await asked.getByText('It is too large: 27.3 MB, and 25 MB can be sent.').waitFor();
    const failed = asked.getByRole('listitem').filter({ hasText: 'Not sent' });
    await failed.getByRole('button', { name: /^Try again/ }).click();
    for (const name of ['september.txt', 'october.txt']) await row(name).getByText('We read it').waitFor();
    await asked.getByRole('button', { name: 'Remove film.pdf' }).click();
    await client.page.getByRole('heading', { name: 'Nothing for you to do' }).waitFor();

    const officer = await windowOf(acme.officer, { width: 1280, height: 900 });
    await officer.page.goto(`/p/acme/w/${acme.staffWorkspace}/applications/${id}`);
    await tabTo(officer.page, officer.page.getByRole('button', { name: 'Preview september.txt' }));
    await officer.page.keyboard.press('Enter');
    const viewer = officer.page.getByRole('region', { name: 'september.txt' });
    await viewer.getByText('Paid, says september.txt.').waitFor();
    t.same(await violationsInBoth(officer.page), []);
    await tabTo(officer.page, viewer.getByRole('button', { name: 'Close the preview' }));
    await officer.page.keyboard.press('Enter');
    await tabTo(officer.page, officer.page.getByRole('button', { name: 'Reject october.txt' }));
    await officer.page.keyboard.press('Enter');
    await tabTo(officer.page, officer.page.getByRole('dialog').getByLabel('Reason'));
    await officer.page.keyboard.type('The lower half is cut off.');
    await tabTo(officer.page, officer.page.getByRole('dialog').getByRole('button', { name: 'Reject' }));
    await officer.page.keyboard.press('Enter');
    await row('october.txt').getByText('Please send again').waitFor();
    await row('october.txt').getByText('The lower half is cut off.').waitFor();
    await asked.getByText('We could not use october.txt: The lower half is cut off.').waitFor();
    t.equal(await client.page.getByText('Nothing for you to do').count(), 0, 'it is asked for again');
    await tabTo(officer.page, officer.page.getByRole('button', { name: 'Accept september.txt' }));
    await officer.page.keyboard.press('Enter');
    await officer.page.getByText('1 of 2 accepted').waitFor();
    await officer.page.getByText('Accepted by you').waitFor();

    await row('september.txt').getByText('Fine', { exact: true }).waitFor();
    await client.page.getByRole('heading', { name: 'Your application is approved' }).waitFor();
    t.same(engineWords(await everyWord(body)), []);
    t.same(await sideways(client.page), []);
    t.same(await violationsInBoth(client.page), []);
    t.same([...client.complaints, ...officer.complaints], []);
  },
);

t.test('what was decided is said in words, with the reason and what comes next, without a reload', async (t) => {
  const { id } = (await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email })))
    .body;
  const { page, complaints } = await windowOf(acme.client, { width: 390, height: 844 });
  await page.goto(`/p/acme/w/${acme.clientWorkspace}/my/${id}`);
  await page.getByRole('region', { name: 'Please send: Payslips' }).waitFor();
  const { status } = await acme.officer.post(`/api/v1/applications/${id}/reject`, {
    reason: 'No payslips came.\n\nApply again with them.',
  });
  t.equal(status, 200);
  const said = page.getByRole('region', { name: 'Your application was not approved' });
  await said.getByText('Apply again with them.').waitFor();
  await said.getByRole('heading', { name: 'What comes next' }).waitFor();
  t.equal(await page.getByRole('region', { name: /^Please send/ }).count(), 0);
  t.same(engineWords(await everyWord(page.locator('dossier-client-application'))), []);
  t.same(await violationsInBoth(page), []);
  t.same(complaints, []);
});

t.test('a client takes an application back, after one question, and reads that it has ended', async (t) => {
  await acme.grant('client', withdrawOwnApplications, true);
  const { id, number } = (
    await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email }))
  ).body;
  const { page, complaints } = await windowOf(acme.client, { width: 390, height: 844 });
  await page.goto(`/p/acme/w/${acme.clientWorkspace}/my/${id}`);
  await tabTo(page, page.getByRole('button', { name: 'Take my application back' }));
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: `Take back ${number}?` });
  await question.getByRole('button', { name: 'Take it back' }).click();
  await page.getByRole('region', { name: 'You took your application back' }).waitFor();
  t.equal(await page.getByRole('button', { name: 'Take my application back' }).count(), 0);
  t.match((await acme.officer.get(`/api/v1/applications/${id}`)).body, { status: 'Withdrawn' });
  t.same(await violationsInBoth(page), []);
  t.same(complaints, []);
});
