import { t } from '@dossier/core/testing/t';
import { holds } from '@dossier/core/testing/waiting';
import type { Page } from 'playwright-core';
import { client, row, user } from '../../../../../web/test/mock/data.ts';
import type { Mock } from '../../../../../web/test/mock/mock.ts';
import { clientList, heard, openStage, staffList } from '../../../../../web/test/stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());

/** Opens the first application in review. */
const open = async (): Promise<{ mock: Mock; page: Page; id: string; faults: string[] }> => {
  const mock = await stage.mock();
  const id = mock.rows[1]!.id;
  const { page, faults } = await stage.window(mock, `${staffList}/${id}`);
  await page.getByRole('heading', { name: 'Workflow' }).waitFor();
  return { mock, page, id, faults };
};

const status = (page: Page, text: string): Promise<void> =>
  page.locator('dossier-case header .chip', { hasText: text }).waitFor();

t.test('it says where the application stands and why, in the words of the template', async (t) => {
  const { page, faults } = await open();
  t.match(
    await page.locator('dossier-case-steps ol').first().innerText(),
    /Credit report[\s\S]*Needs attention[\s\S]*Annual income \(EUR\): No answer was given/,
  );
  t.match(await page.getByRole('region', { name: 'Answers' }).innerText(), /Amount \(EUR\)\s+18,500/);
  t.match(await page.locator('dossier-case-activity ol').first().innerText(), /Partner portal/);
  t.ok(await page.getByText('Proof of income').first().isVisible(), 'what is still missing');
  t.same(faults, []);
});

t.test('its history stands in sentences, and what the workflow did unfolds', async (t) => {
  const { page } = await open();
  await page.locator('dossier-case-activity summary').first().waitFor();
  for (const run of await page.locator('dossier-case-activity summary').all()) await run.click();
  t.ok(await page.locator('dossier-case header').getByRole('button', { name: 'Assigned to you' }).isVisible());
  const history = await page.locator('dossier-case-activity ol').first().innerText();
  for (const said of [
    /Olga Officer rejected payslip-october\.pdf: The second page is missing\.\n/,
    /Partner portal uploaded payslip-october\.pdf for Proof of income\.\n/,
    /The workflow ran: 3 entries/,
    /The platform assigned the application to Omar Officer\.\n/,
    /The step Credit report is now: Failed\./,
  ])
    t.match(history, said);
});

t.test('on paper it is a dossier: nothing to press, and times that still say something tomorrow', async (t) => {
  const { page } = await open();
  await page.emulateMedia({ media: 'print' });
  t.ok(await page.getByRole('region', { name: 'Answers' }).isVisible());
  t.strictSame(await page.getByRole('button').filter({ visible: true }).allTextContents(), []);
  t.equal(await page.locator('dossier-case a.back').isVisible(), false);
  const time = page.locator('dossier-case header time').first();
  t.equal(
    await time.evaluate((one) => `${getComputedStyle(one).fontSize} ${getComputedStyle(one, '::after').content}`),
    `0px "${await time.getAttribute('title')}"`,
  );
});

t.test('the officer approves', async (t) => {
  const { mock, page, id } = await open();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Why do you approve/)
    .fill('The employer confirmed it.');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await status(page, 'Approved');
  t.equal(await page.getByRole('button', { name: 'Approve', exact: true }).count(), 0);
  t.ok(mock.requests.includes(`POST /api/v1/applications/${id}/approve`));
});

t.test('rejecting needs a reason', async (t) => {
  const { mock, page, id } = await open();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await dialog.getByRole('alert').getByText('Please give a reason').waitFor();
  t.notOk(mock.requests.includes(`POST /api/v1/applications/${id}/reject`));
  await dialog.getByLabel('Reason').fill('The income does not cover the instalments.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await status(page, 'Rejected');
  t.ok(
    await page.locator('dossier-case header').getByText('The income does not cover the instalments.').isVisible(),
    'the reason stands with the decision',
  );
});

t.test('when another officer was quicker, it says so kindly and shows the present state', async (t) => {
  const { mock, page } = await open();
  mock.conflict = 'decided';
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await page
    .getByRole('dialog')
    .getByLabel(/^Why do you approve/)
    .fill('The employer confirmed it.');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByRole('heading', { name: 'Somebody was quicker' }).waitFor();
  t.ok(await dialog.getByText('Rita Reviewer rejected this application a moment ago.').isVisible());
  await page.keyboard.press('Enter');
  await status(page, 'Rejected');
  t.equal(await dialog.count(), 0);
});

t.test('when it is being checked again, it says that and nothing of somebody else', async (t) => {
  const { mock, page } = await open();
  mock.conflict = 'checking';
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await page
    .getByRole('dialog')
    .getByLabel(/^Why do you approve/)
    .fill('The employer confirmed it.');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByRole('heading', { name: 'It is being checked again' }).waitFor();
  t.ok(await dialog.getByText('The application is still being checked by the system.').isVisible());
});

t.test('a decision whose answer was lost on its way counts when it is taken again', async (t) => {
  const { page } = await open();
  await page.route(
    '**/approve',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await page
    .getByRole('dialog')
    .getByLabel(/^Why do you approve/)
    .fill('The employer confirmed it.');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await page.locator('dossier-toasts .toast', { hasText: 'The application is approved.' }).waitFor();
  await status(page, 'Approved');
  t.equal(await dialog.count(), 0);
});

t.test('a decision taken elsewhere shows without a reload', async (t) => {
  const { mock, page, id } = await open();
  await holds(page, 'the page listens', () => mock.broker.connected() > 0);
  mock.change(id, { status: 'Approved', decidedAt: new Date().toISOString() });
  await status(page, 'Approved');
  t.pass();
});

t.test('a rejection that is overtaken keeps its reason in sight', async (t) => {
  const { mock, page } = await open();
  mock.conflict = 'checking';
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The income does not cover the instalments.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  t.equal(await dialog.getByLabel('Your reason').inputValue(), 'The income does not cover the instalments.');
});

t.test('a decision that is on its way cannot be cancelled, and the page says what was decided', async (t) => {
  const { page } = await open();
  const sent = Promise.withResolvers<void>();
  await page.route('**/reject', async (route) => {
    await sent.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The income does not cover the instalments.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await page.keyboard.press('Escape');
  t.ok(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled());
  t.equal(await dialog.getByLabel('Reason').inputValue(), 'The income does not cover the instalments.');
  // A second Escape closes whatever a page says.
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Escape');
  await dialog.getByRole('heading', { name: /^Reject/ }).waitFor();
  sent.resolve();
  await page.locator('dossier-toasts .toast', { hasText: 'The application is rejected.' }).waitFor();
  t.equal(await dialog.count(), 0);
});

t.test('what a decision leaves behind is said calmly', async (t) => {
  const { mock, page, id } = await open();
  const overview = page.locator('dossier-case .desk');
  await overview.getByText('Needs attention').waitFor();
  mock.change(id, { status: 'Approved', decidedAt: new Date().toISOString() });
  await page.reload();
  await status(page, 'Approved');
  t.match(
    await overview.locator('dossier-documents ul').first().innerText(),
    /Proof of income\s+Was not sent[\s\S]*Not reviewed/,
  );
  t.equal(await overview.getByText(/Needs attention|To review|not here yet/).count(), 0);
});

t.test('a decision that did not reach the server says so, though Escape was pressed meanwhile', async (t) => {
  const { page } = await open();
  const sent = Promise.withResolvers<void>();
  await page.route(
    '**/reject',
    async (route) => {
      await sent.promise;
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The income does not cover the instalments.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Escape');
  sent.resolve();
  await dialog.getByRole('alert').waitFor();
  t.equal(await dialog.getByLabel('Reason').inputValue(), 'The income does not cover the instalments.');
});

t.test('an application that is not there says so, with a way back', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, `${staffList}/nowhere`);
  await page.getByRole('heading', { name: 'There is no such application here' }).waitFor();
  t.equal(await page.title(), 'There is no such application here · Acme Bank');
  await page.locator('dossier-case a.back').click();
  await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor();
  t.equal(await page.title(), 'Applications · Acme Bank');
});

t.test('a client without applications reads how they come, and the first appears by itself', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, clientList);
  await page.getByText('No applications yet').waitFor();
  await heard(page, mock, 'MyApplications');
  const mine = row(1, { workspaceId: client.id, templateName: 'First loan' });
  mock.mine = [mine];
  mock.broker.publish(
    `dossier/1/o/01939f00-0000-7000-8000-00000000000a/u/${user.id}/application`,
    { ids: [mine.id] },
    `application/${mine.id}`,
  );
  await page.getByRole('link', { name: 'First loan' }).waitFor();
  t.pass();
});
