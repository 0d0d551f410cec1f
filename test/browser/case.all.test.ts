/** The page on which staff decides a case, in one window and in two, on the real platform and under the real policy. */
import { join } from 'node:path';
import type { Locator, Page, Request } from 'playwright-core';
import { t } from '@dossier/core/testing/t';
import { bank, logged, testPlatform } from '@dossier/core/testing';
import { assignApplications } from '@dossier/core/platform/applications/contract';
import { People } from '@dossier/core/platform/people/contract';
import { startBrowser } from '../servers/browser.ts';
import { buildWeb } from '../../web/build.ts';
import { violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';

const platformFolder = join(import.meta.dirname, '../../core/platform');
const outDir = join(t.testdir({}), 'dist');
await buildWeb({
  outDir,
  plugins: ['applications', 'comments', 'documents', 'phrases'].map((id) => ({
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
  schema: {
    type: 'object',
    properties: {
      amount: {
        type: 'number',
        title: 'Amount',
        'x-kind': 'money',
        'x-currency': 'EUR',
        'x-decimals': 2,
        'x-id': 'loan_amount',
      },
      purpose: { type: 'string', title: 'Purpose' },
      months: { type: 'integer', title: 'Months to repay' },
    },
    required: ['amount', 'purpose', 'months'],
  },
  wizard: [{ key: 'loan', title: 'Your loan', fields: ['amount', 'purpose', 'months'] }],
  amount: 'loan_amount',
  keyAnswers: ['months'],
});
const browser = await startBrowser();
t.teardown(async () => {
  await browser.close();
  await platform.stop();
});

/** An application that halts at the officer, since its purpose is missing. */
const submit = async (): Promise<string> =>
  (
    await acme.key.post(
      '/api/v1/applications',
      acme.record(template, { primary: acme.client.email, answers: { amount: 24_500, months: 60 } }),
    )
  ).body.id;

const windowOf = async (person: (typeof acme)['officer'], path: string, o: { width?: number } = {}) => {
  const { secret } = await platform
    .service(People)
    .openSession({ user: person.id, organization: acme.organization, issuer: 'https://test.example' });
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: o.width ?? 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  await context.addCookies([{ name: 'dossier', value: secret, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(path);
  return { page, faults };
};
const list = `/p/acme/w/${acme.staffWorkspace}/applications`;
const caseAt = (id: string): string => `${list}/${id}`;
const head = (page: Page): Locator => page.locator('dossier-case header');
const status = (page: Page, text: string): Promise<void> => head(page).locator('.chip', { hasText: text }).waitFor();
const isFocused = (one: Locator): Promise<boolean> => one.evaluate((element) => element.matches(':focus'));
/** Tab, until it is there. */
const tabTo = async (page: Page, one: Locator): Promise<void> => {
  for (let i = 0; i < 60 && !(await isFocused(one)); i += 1) await page.keyboard.press('Tab');
};

t.test('by keyboard alone a case is opened, read, approved with a note, and the next one comes', async (t) => {
  const ids = [await submit(), await submit()];
  const { page, faults } = await windowOf(acme.officer, list);
  await page.locator('vaadin-grid .row-link:visible').nth(1).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await head(page).getByRole('heading', { name: 'Carl Client' }).waitFor();
  const first = ids.find((id) => page.url().includes(id));
  t.ok(first, page.url());
  t.match(await head(page).innerText(), /€24,500\.00[\s\S]*60[\s\S]*1 of 1 check failed\.[\s\S]*Purpose/);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByRole('heading', { name: 'On a case' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  t.ok(await isFocused(page.getByRole('tab', { name: 'People' })));
  const approve = head(page).getByRole('button', { name: 'Approve', exact: true });
  await page.keyboard.press('Shift+Tab');
  for (let i = 0; i < 60 && !(await isFocused(approve)); i += 1) await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Approve €24,500.00 for Carl Client?' }).waitFor();
  t.match(await dialog.innerText(), /1 of 1 check failed/);
  const send = dialog.getByRole('button', { name: 'Approve €24,500.00' });
  await tabTo(page, send);
  await page.keyboard.press('Enter');
  await dialog.getByText('Please say why you approve although a check failed.').waitFor();
  t.ok(await isFocused(dialog.getByLabel(/^Why do you approve/)), 'the focus is where something is to be written');
  await page.keyboard.type('A car, says the branch.');
  await tabTo(page, send);
  await page.keyboard.press('Enter');
  await status(page, 'Approved');
  const next = head(page).getByRole('button', { name: 'Next case' });
  await next.waitFor();
  t.ok(await isFocused(next));
  await page.keyboard.press('Enter');
  await page.waitForURL((to) => to.pathname !== caseAt(first ?? ''));
  t.same(faults, []);
  const seen = (await acme.client.get(`/api/v1/applications/${first}`)).body;
  t.equal(seen.status, 'Approved');
  t.equal(seen.decision.reason, null, 'what an officer notes is for colleagues');
  t.equal((await acme.officer.get(`/api/v1/applications/${first}`)).body.decision.reason, 'A car, says the branch.');
});

t.test('of two who decide at once the second reads who was quicker, and what they wrote is kept', async (t) => {
  const id = await submit();
  const otto = await windowOf(acme.officer, caseAt(id));
  const ada = await windowOf(acme.admin, caseAt(id));
  await otto.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await otto.page.getByLabel(/^Why do you approve/).fill('It is fine.');
  await ada.page.getByRole('button', { name: 'Reject', exact: true }).click();
  await ada.page.getByRole('dialog').getByLabel('Reason').fill('Too little remains.\n\nYou may ask for less.');
  await ada.page.getByRole('button', { name: 'Reject €24,500.00' }).click();
  await status(ada.page, 'Rejected');
  t.match(
    await head(ada.page).locator('.reason').innerText(),
    /Too little remains\.\n\nYou may ask for less\./,
    'its paragraphs stay',
  );
  const dialog = otto.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Approve €24,500.00' }).click();
  await dialog.getByRole('heading', { name: 'Somebody was quicker' }).waitFor();
  // The clock of the platform stands still, and that of the page does not.
  t.ok(await dialog.getByText(/^Ada Admin rejected this application (just now|\d+ minutes? ago)\.$/).isVisible());
  t.equal(await dialog.getByLabel('Your reason').inputValue(), 'It is fine.');
  await otto.page.keyboard.press('Enter');
  await status(otto.page, 'Rejected');
  await head(otto.page).locator('.acts .primary:focus', { hasText: 'Next case' }).waitFor();
});

t.test('a change by somebody else is looked at before it is decided over', async (t) => {
  const id = await submit();
  const { page } = await windowOf(acme.officer, caseAt(id));
  const asks = (what: string) => (one: Request) => one.postData()?.includes(`query ${what}(`) === true;
  const seen = page.waitForResponse((one) => asks('Audit')(one.request()));
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Why do you approve/).fill('It is fine.');
  // What is in the trail by now is no change since.
  await seen;
  t.equal((await acme.admin.post(`/api/v1/applications/${id}/assignees`, { userId: acme.admin.id })).status, 204);
  await logged(platform);
  await dialog.getByRole('button', { name: 'Approve €24,500.00' }).click();
  await dialog.getByRole('heading', { name: 'It changed while you looked' }).waitFor();
  t.match(await dialog.innerText(), /Ada Admin assigned the application to /);
  const held = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (asks('Application')(route.request())) await held.promise;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Show the present state' }).click();
  await dialog.getByRole('button', { name: 'Loading…' }).waitFor();
  held.resolve();
  // The dialog makes way when the present state is there.
  await dialog.waitFor({ state: 'detached' });
  t.match(await head(page).locator('dossier-case-assigned .to').innerText(), 'Ada Admin');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  t.equal(await dialog.getByLabel(/^Why do you approve/).inputValue(), 'It is fine.', 'and nothing is written twice');
  await dialog.getByRole('button', { name: 'Approve €24,500.00' }).click();
  await status(page, 'Approved');
});

t.test('colleagues see each other read, and that somebody has left', async (t) => {
  const id = await submit();
  const otto = await windowOf(acme.officer, caseAt(id));
  await status(otto.page, 'In review');
  t.equal(await otto.page.getByText('is reading this too').count(), 0);
  // One actor tells something once in a second, by the clock of the platform: what Otto's page asked is over.
  await otto.page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/presence')),
  );
  platform.clock.advance(2_000);
  const clara = await windowOf(acme.clerk, caseAt(id));
  await otto.page.getByText('Clara Clerk is reading this too').waitFor();
  // By now Otto's page answers, whatever it has told before.
  platform.clock.advance(2_000);
  await clara.page.getByText('Otto Officer is reading this too').waitFor();
  await otto.page.getByRole('tab', { name: 'People' }).click();
  t.match(await otto.page.getByRole('tabpanel').innerText(), /Here now\s+CC\s+Clara Clerk/);
  platform.clock.advance(2_000);
  await clara.page.locator('dossier-case a.back').click();
  await otto.page.getByText('Clara Clerk is reading this too').waitFor({ state: 'detached' });
  const trail = (await acme.admin.get(`/api/v1/applications/${id}/audit`)).body;
  t.notMatch(JSON.stringify(trail), /being-read/, 'nothing of it is kept');
});

t.test('a reason begins with a text of the organization, and is there again after a reload', async (t) => {
  const text = 'Too little remains.\n\nYou may ask for less.';
  const made = await acme.admin.post('/api/v1/organization/phrases', { use: 'rejection', title: 'Income', text });
  t.equal(made.status, 201);
  const id = await submit();
  const { page, faults } = await windowOf(acme.officer, caseAt(id));
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Begin with a text').selectOption('Income');
  const reason = dialog.getByLabel('Reason', { exact: true });
  t.equal(await reason.inputValue(), text);
  t.ok(await dialog.getByText(`${text.length} of 2,000`).isVisible());
  await reason.fill(`${text}\n\nOtto`);
  await page.reload();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  t.equal(await reason.inputValue(), `${text}\n\nOtto`);
  await page.keyboard.press('Escape');
  t.equal(await dialog.count(), 0, 'it is kept, so nothing has to be asked');
  t.same(faults, []);
});

t.test('a case is taken, given back and assigned from its head; who is refused is named beside them', async (t) => {
  const priya = await acme.person('Priya Nandan', 'officer');
  for (let i = 1; i <= 6; i += 1) await acme.person(`Colleague ${i}`, 'clerk');
  const record = acme.record(template, { primary: priya.email, answers: { amount: 24_500, months: 60 } });
  const { id } = (await acme.key.post('/api/v1/applications', record)).body;
  const { page } = await windowOf(acme.officer, caseAt(id));
  const control = head(page).locator('dossier-case-assigned');
  const says = (text: string): Promise<void> => control.getByRole('button', { name: text, exact: true }).waitFor();
  await says('Assigned to you');
  await page.locator('dossier-case-assigned .to').focus();
  await page.keyboard.press('Enter');
  t.equal(await control.getByRole('button', { name: 'Assign…' }).count(), 0, 'nothing for who may not assign others');
  await control.getByRole('button', { name: 'Give back' }).click();
  await says('Nobody is assigned yet');
  await control.getByRole('button', { name: 'Take it' }).click();
  await says('Assigned to you');
  await page.keyboard.press('Escape');
  await control.getByRole('dialog').waitFor({ state: 'hidden' });

  await acme.grant('officer', assignApplications, true);
  await page.reload();
  await says('Assigned to you');
  await page.locator('dossier-case-assigned .to').click();
  await control.getByRole('button', { name: 'Assign…' }).click();
  await control.getByRole('checkbox', { name: 'Clara Clerk' }).check();
  await control.getByRole('searchbox', { name: 'Find by name' }).fill('NAND');
  await control.getByRole('checkbox', { name: 'Colleague' }).first().waitFor({ state: 'detached' });
  await control.getByRole('checkbox', { name: 'Priya Nandan' }).check();
  await control.getByRole('button', { name: 'Assign 2 people' }).click();
  await says('Assigned to you and Clara Clerk');
  const refused = control.locator('label', { hasText: 'Priya Nandan' });
  await refused.getByText('This person is an applicant of it.').waitFor();
  t.ok(await refused.getByRole('checkbox').isChecked());
  t.same(await violationsInBoth(page), []);
  const assigned = (await acme.officer.get(`/api/v1/applications/${id}`)).body.assignees;
  t.same(assigned, [acme.officer.id, acme.clerk.id]);
});

t.test('nothing stands in the way of anybody: on a desk and on a phone, light and dark', async (t) => {
  const id = await submit();
  for (const width of [1440, 390]) {
    const { page, faults } = await windowOf(acme.officer, caseAt(id), { width });
    await status(page, 'In review');
    await page.locator('dossier-case-rail').getByRole('tab', { name: 'Comments' }).waitFor();
    t.same(await violationsInBoth(page), [], `${width}: the page`);
    t.same(await sideways(page), [], `${width}: nothing is cut off`);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('dialog').getByRole('heading').first().waitFor();
    t.same(await violationsInBoth(page), [], `${width}: the dialog`);
    t.same(faults, []);
  }
});
