/** What a template asks of officers, and what the page of a case says of it, on the real platform. */
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { t } from '@dossier/core/testing/t';
import { contributions, definePlugin } from '@dossier/sdk';
import { bank, testPlatform } from '@dossier/core/testing';
import { fileScanners } from '@dossier/core/platform/files/contract';
import type { FileScanner } from '@dossier/core/platform/files/contract';
import { People } from '@dossier/core/platform/people/contract';
import { startBrowser } from '../servers/browser.ts';
import { buildWeb } from '../../web/build.ts';
import { violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';

const platformFolder = join(import.meta.dirname, '../../core/platform');
const outDir = join(t.testdir({}), 'dist');
await buildWeb({
  outDir,
  plugins: ['applications', 'comments', 'corrections', 'documents'].map((id) => ({
    id,
    root: join(platformFolder, id),
    entry: 'web/index.ts',
  })),
});
let scan: FileScanner['scan'] = async () => ({ clean: true });
const scanner = definePlugin({
  id: 'scanner',
  version: '1.0.0',
  kernel: '^1.0.0',
  extends: [contributions(fileScanners, 'scanner')],
  setup: (_needs, plugin) =>
    plugin.contribute(fileScanners, 'scanner', { open: 'to members' }, { scan: (file) => scan(file) }),
});
const platform = await testPlatform({
  plugins: ['@dossier/workflow-handlers', scanner],
  listen: true,
  webDir: outDir,
});
const acme = await bank(platform);
const address = platform.kernel.server.server.address();
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`;
const browser = await startBrowser();
t.teardown(async () => {
  await browser.close();
  await platform.stop();
});

/** One that halts at the officer: two approve it, after two points are ticked. */
const template = await acme.template(['DocumentCompletenessCheckHandler'], {
  workflow: [
    { name: 'Documents', kind: 'SYSTEM', handler: 'DocumentCompletenessCheckHandler' },
    {
      name: 'Underwriting',
      kind: 'MANUAL',
      secondApprover: true,
      checklist: [
        { key: 'identity', text: 'Identity is proven' },
        { key: 'income', text: 'Income fits the payslips' },
      ],
    },
  ],
  requiredDocuments: [{ key: 'income', title: 'Proof of income' }],
});
const submit = async (primary = acme.client.email): Promise<string> =>
  (await acme.key.post('/api/v1/applications', acme.record(template, { primary }))).body.id;

const windowOf = async (
  person: (typeof acme)['officer'],
  id: string,
  o: { width?: number; dark?: boolean } = {},
): Promise<{ page: Page; faults: string[] }> => {
  const { secret } = await platform
    .service(People)
    .openSession({ user: person.id, organization: acme.organization, issuer: 'https://test.example' });
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: o.width ?? 1440, height: 900 },
    reducedMotion: 'reduce',
    colorScheme: o.dark ? 'dark' : 'light',
  });
  await context.addCookies([{ name: 'dossier', value: secret, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(`/p/acme/w/${acme.staffWorkspace}/applications/${id}`);
  await page.locator('dossier-case header .chip').waitFor();
  return { page, faults };
};
/** Where pictures of the pages go, when somebody wants to look at them. */
const pictures = process.env['DOSSIER_PICTURES'];
const picture = async (page: Page, name: string): Promise<void> => {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) });
};
const head = (page: Page): Locator => page.locator('dossier-case header');
const approve = (page: Page): Locator => head(page).getByRole('button', { name: 'Approve', exact: true });

t.test('a point that is not ticked keeps it from being approved; then it waits for a second person', async (t) => {
  // Somebody who is an officer and an applicant at once.
  const both = await acme.person('Betty Both', 'officer');
  const id = await submit(both.email);
  const { page, faults } = await windowOf(acme.officer, id);
  await approve(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Two officers approve this. You are the first').waitFor();
  await dialog.getByLabel(/^Why do you approve/).fill('She is known here.');
  await dialog.getByLabel('Identity is proven').check();
  const send = dialog.getByRole('button', { name: /^Approve/ });
  await send.click();
  await dialog.getByRole('alert').getByText('Tick first what you have checked: Income fits the payslips.').waitFor();
  const income = dialog.getByLabel('Income fits the payslips');
  t.ok(await income.evaluate((one) => one.matches(':focus')), 'it leads to what is left');
  t.equal((await acme.officer.get(`/api/v1/applications/${id}`)).body.decisionStep.approvals.length, 0);
  t.same(await violationsInBoth(page), []);
  await income.check();
  await dialog.getByLabel('Identity is proven').uncheck();
  await send.click();
  await dialog.getByRole('alert').getByText('Tick first what you have checked: Identity is proven.').waitFor();
  // The line is slow: what is sent at once still decides after the tick, and not over it.
  const slow = Promise.withResolvers<void>();
  await page.route('**/checklist/*', (route) => slow.promise.then(() => route.continue()));
  await dialog.getByLabel('Identity is proven').check();
  await send.click();
  slow.resolve();

  await head(page).getByText('It waits for a second person.').waitFor();
  // The clock of the platform stands, that of the browser does not.
  t.match(
    await head(page).locator('.half').innerText(),
    /You approved it (just now|\d+ minutes? ago)\..*She is known here\./s,
  );
  t.match(await page.locator('dossier-case-steps ol').innerText(), /Underwriting\s+Waits for a second person/);
  t.equal(await approve(page).count(), 0, 'who was the first is not the second');
  t.same(await violationsInBoth(page), []);
  t.same(faults, []);

  const applicant = await windowOf(both, id);
  await head(applicant.page).getByText('It waits for a second person.').waitFor();
  t.match(await head(applicant.page).locator('.half').innerText(), /Otto Officer approved it/);
  t.equal(await approve(applicant.page).count(), 0, 'nor is an applicant');

  const second = await windowOf(acme.admin, id);
  await head(second.page).getByText('Your approval decides.').waitFor();
  await approve(second.page).click();
  const decides = second.page.getByRole('dialog');
  await decides.getByText(/Otto Officer approved it (just now|\d+ minutes? ago)\. “She is known here\.”/).waitFor();
  t.ok(await decides.getByLabel(/^Identity is proven/).isChecked(), 'what the first has ticked');
  await decides.getByLabel(/^Why do you approve/).fill('So do I.');
  await decides.getByRole('button', { name: /^Approve/ }).click();
  await head(second.page).locator('.chip', { hasText: 'Approved' }).waitFor();
  await head(page).locator('.chip', { hasText: 'Approved' }).waitFor();
});

t.test('a paper that is being checked for viruses, or has one, says so and is not opened', async (t) => {
  const id = await submit();
  const send = (fileName: string) =>
    acme.client.upload(`/api/v1/applications/${id}/documents`, [
      { name: 'file', fileName, contentType: 'text/plain', bytes: fileName },
    ]);
  const verdict = Promise.withResolvers<{ clean: true }>();
  scan = async ({ bytes }) => {
    let text = '';
    for await (const piece of bytes) text += Buffer.from(piece).toString();
    return text === 'poison.txt' ? { clean: false, threat: 'Eicar' } : verdict.promise;
  };
  await send('payslip.txt');
  await send('poison.txt');
  const { page } = await windowOf(acme.officer, id);
  const row = (name: string): Locator => page.locator('dossier-documents li', { hasText: name });
  await row('poison.txt').getByText('Virus found').waitFor();
  await row('payslip.txt').getByText('Being checked for viruses').waitFor();
  for (const name of ['poison.txt', 'payslip.txt'])
    t.equal(
      await row(name)
        .getByRole('button', { name: /Preview|Download/ })
        .count(),
      0,
      `${name} is not opened`,
    );
  t.same(await violationsInBoth(page), []);
  verdict.resolve({ clean: true });
  await row('payslip.txt').getByRole('button', { name: 'Preview payslip.txt' }).waitFor();
  t.equal(await row('payslip.txt').getByText('Being checked').count(), 0);
  const phone = await windowOf(acme.officer, id, { width: 390 });
  await phone.page.getByText('Virus found').waitFor();
  t.same(await sideways(phone.page), []);
});

t.test('what a correction changed stands with what was sent, and each version can be looked at', async (t) => {
  const id = await submit();
  t.equal((await acme.officer.post(`/api/v1/applications/${id}/assignees`, { userId: acme.officer.id })).status, 204);
  const asked = await acme.officer.post(`/api/v1/applications/${id}/corrections`, {
    items: [{ field: 'amount', reason: 'The offer says less.' }],
    dueAt: new Date(platform.clock.now().getTime() + 5 * 86_400_000).toISOString(),
  });
  t.equal(asked.status, 201, asked.text);
  const at = `/api/v1/corrections/${asked.body.id}`;
  const { page } = await windowOf(acme.officer, id);
  const answers = page.getByRole('region', { name: 'Answers' });
  await answers.getByText('25,000').waitFor();
  const version = answers.getByLabel('Version of the answers');
  t.equal(await version.count(), 0, 'there is one');
  await acme.client.put(`${at}/answers`, { answers: { amount: 18_000 } });
  t.equal((await acme.client.post(`${at}/send`, {})).status, 200);
  await version.waitFor();
  t.match(await answers.innerText(), /Amount\s+Before:\s+25,000\s+, now:\s+18,000 Changed \w+ \w+\s/);
  t.match(await version.locator('option').allTextContents(), [
    /^After the correction of \w+ \w+$/,
    /^As sent on \w+ \w+$/,
  ]);
  t.same(await violationsInBoth(page), []);
  await picture(page, 'case-versions');
  await version.selectOption({ index: 1 });
  await answers.getByText('do not count any more').waitFor();
  t.match(await answers.innerText(), /Amount\s+25,000\s+Purpose/);
  t.same(await violationsInBoth(page), []);
  t.equal(
    (await acme.client.graphql(`{ application(id: "${id}") { revisions { at } } }`)).data.application.revisions,
    null,
  );
});

t.test('on a phone the parts of a case are one touch away, and the line says which is read', async (t) => {
  const id = await submit();
  const { page, faults } = await windowOf(acme.officer, id, { width: 390, dark: true });
  const nav = page.getByRole('navigation', { name: 'Go to' });
  t.equal(await nav.getByRole('button', { name: 'Checks' }).getAttribute('aria-current'), 'true');
  await picture(page, 'case-phone');
  for (const [name, part] of [
    ['Answers', '#answers'],
    ['Comments', '#rail'],
    ['Documents', '#documents'],
  ] as const) {
    await nav.getByRole('button', { name }).click();
    await nav.locator('[aria-current]', { hasText: name }).waitFor();
    t.ok(await page.locator(`dossier-case ${part}`).evaluate((one) => one.matches(':focus')), name);
    t.ok(await nav.isVisible());
    await picture(page, `case-phone-${name}`);
  }
  t.same(await violationsInBoth(page), []);
  t.same(await sideways(page), []);
  t.same(faults, []);
});
