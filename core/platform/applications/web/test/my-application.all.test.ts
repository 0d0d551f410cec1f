/** A client's page of an application, with made-up data: what is asked, where it stands, and in which words. */
import { t } from '@dossier/core/testing/t';
import { holds } from '@dossier/core/testing/waiting';
import type { Page } from 'playwright-core';
import { acme, client, row } from '../../../../../web/test/mock/data.ts';
import type { Mock } from '../../../../../web/test/mock/mock.ts';
import { clientList, openStage } from '../../../../../web/test/stage.ts';
import { violations } from '../../../../../web/test/axe.ts';
import { sideways } from '../../../../../web/test/sideways.ts';
import { engineWords, everyWord } from '../../../../../web/test/engine-words.ts';
import type { ApplicationRow } from '../types.ts';

const stage = await openStage();
t.teardown(() => stage.close());

t.test('a client reads the same of an application that is somebody else’s', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, clientList);
  await page.getByText('No applications yet').waitFor();
  const refused = {
    data: null,
    errors: [
      { message: 'There is nothing here, or you may not see it.', extensions: { code: 'not-found', status: 404 } },
    ],
  };
  await page.route('**/graphql', (route) =>
    /query Application\b/.test(route.request().postData() ?? '') ? route.fulfill({ json: refused }) : route.fallback(),
  );
  await page.goto(`${mock.url}${clientList}/somebody-elses`);
  await page.getByRole('heading', { name: 'There is no such application here' }).waitFor();
  t.equal(await page.getByText('That did not work').count(), 0);
});

/** A client's application in review, at the page that shows it. */
const openMine = async (
  confirming: Mock['confirming'],
): Promise<{ mock: Mock; page: Page; mine: ApplicationRow; faults: string[] }> => {
  const mock = await stage.mock();
  mock.confirming = confirming;
  const mine = row(1, { workspaceId: client.id, status: 'InReview' });
  mock.mine = [mine];
  return { mock, mine, ...(await stage.window(mock, `${clientList}/${mine.id}`)) };
};
/** The page works: its parts are there, and a file is taken. */
const works = async (page: Page): Promise<void> => {
  await page
    .getByLabel('Choose files for Proof of income')
    .setInputFiles({ name: 'payslip.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') });
  await page.locator('dossier-documents-sent li', { hasText: 'payslip.txt' }).getByText('We read it').waitFor();
};

t.test('by keyboard a client confirms with the element of the plugin, which shares the one Lit', async (t) => {
  const { mock, page, mine, faults } = await openMine('offered');
  const confirm = page.getByRole('region', { name: 'Your word is needed' }).getByRole('button', { name: 'Confirm' });
  await confirm.waitFor();
  t.equal(await page.evaluate('globalThis.litHtmlVersions.length'), 1);
  for (let i = 0; i < 30 && !(await confirm.evaluate((element) => element.matches(':focus'))); i += 1)
    await page.keyboard.press('Tab');
  t.ok(await confirm.evaluate((element) => element.matches(':focus-visible')), 'Tab reaches the button, and it shows');
  await page.keyboard.press('Enter');
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Confirm' });
  await sure.waitFor();
  for (let i = 0; i < 5 && !(await sure.evaluate((element) => element.matches(':focus'))); i += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Thank you. Your application is confirmed.').first().waitFor();
  await confirm.waitFor({ state: 'detached' });
  t.equal(mock.requests.filter((one) => one === `POST /api/v1/applications/${mine.id}/confirm`).length, 1);
  t.same(faults, []);
});

t.test(
  'with the plugin switched off nothing of confirming shows, nothing of it is loaded, and the page works',
  async (t) => {
    const { page, faults } = await openMine('off');
    await works(page);
    t.equal(await page.getByText('Your word is needed').count(), 0);
    t.equal(await page.locator('dossier-confirm-application').count(), 0);
    t.equal(
      await page.evaluate(
        "performance.getEntriesByType('resource').some(({ name }) => name.includes('/plugins/workflow-handlers/'))",
      ),
      false,
    );
    t.same(faults, []);
  },
);

t.test('switched off while the page is open, the element goes and the rest stays', async (t) => {
  const { mock, page } = await openMine('offered');
  const card = page.getByRole('region', { name: 'Your word is needed' });
  await card.waitFor();
  const topic = `dossier/1/o/${acme.id}/w/${client.id}/cfg`;
  await holds(page, 'the page hears of its workspace', () => mock.broker.hears(topic));
  mock.confirming = 'off';
  mock.broker.publish(topic, {}, `workspace/${client.id}`);
  await card.waitFor({ state: 'detached' });
  await works(page);
  t.pass();
});

t.test('when the module of the plugin does not come, its place says so and the page works', async (t) => {
  const { page } = await openMine('broken');
  await page.locator('dossier-slot').getByRole('button', { name: 'Try again' }).waitFor();
  await works(page);
  t.equal(await page.getByRole('button', { name: 'Confirm' }).count(), 0);
});

t.test('a client sees their applications, what these wait for, and confirms', async (t) => {
  const mock = await stage.mock();
  const mine = row(1, { workspaceId: client.id, status: 'InReview' });
  mock.mine = [mine];
  const { page } = await stage.window(mock, clientList);
  await page.getByRole('link', { name: mine.templateName }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Thank you. Your application is confirmed.').first().waitFor();
  t.ok(mock.requests.includes(`POST /api/v1/applications/${mine.id}/confirm`));
  t.equal(await page.getByRole('button', { name: 'Accept passport.txt' }).count(), 0, 'a client does not review');
});

t.test('a client reads where it stands, what is asked with the reason, and is done when it is sent', async (t) => {
  const { page, mine } = await openMine('off');
  await page.getByRole('heading', { level: 1, name: `${mine.templateName} of €18,500` }).waitFor();
  t.equal(await page.title(), `${mine.templateName} · ${mine.number} · Acme Bank`);
  const stages = await page.getByRole('list', { name: 'Where your application is' }).locator('li').allInnerTexts();
  t.same(
    stages.map((stage) => stage.replaceAll(/\s+/g, ' ').trim()),
    ['You sent it (done)', 'We checked it (done)', 'We decide', 'You hear from us'],
  );
  const card = page.getByRole('region', { name: 'Please send: Proof of income' });
  await card.getByText('We could not use payslip-october.pdf: The second page is missing.').waitFor();
  t.equal(await page.getByText('Nothing for you to do').count(), 0);
  await works(page);
  await card.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Nothing for you to do' }).waitFor();
  await page.getByText('Sent instead of payslip-october.pdf').waitFor();
});

t.test('the next word from us has its day', async (t) => {
  const mock = await stage.mock();
  const mine = row(1, { workspaceId: client.id, status: 'Submitted', dueAt: '2026-12-03T16:00:00.000Z' });
  mock.confirming = 'off';
  mock.mine = [mine];
  const { page } = await stage.window(mock, `${clientList}/${mine.id}`);
  await page
    .getByLabel('Choose files for Proof of income')
    .setInputFiles({ name: 'payslip.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') });
  const said = page.getByRole('region', { name: 'Nothing for you to do' });
  t.match(await said.innerText(), /You hear from us by Thursday,? 3 December\./);
});

t.test('how the organization is reached stands where it has said so, beside the thread', async (t) => {
  const { mock, page, mine } = await openMine('off');
  await page.getByRole('region', { name: 'Please send: Proof of income' }).waitFor();
  t.equal(await page.getByText('Say your number').count(), 0);
  mock.contact = { email: 'loans@acme.example', telephone: '+49 (0)30 1234', hours: 'Monday to Friday, 9 to 17' };
  await page.reload();
  const card = page.getByRole('region', { name: 'Rather talk?' });
  t.equal(await card.getByRole('link', { name: '+49 (0)30 1234' }).getAttribute('href'), 'tel:+49301234');
  t.equal(
    await card.getByRole('link', { name: 'loans@acme.example' }).getAttribute('href'),
    `mailto:loans@acme.example?subject=${mine.number}`,
  );
  t.match(await card.innerText(), new RegExp(`Say your number ${mine.number}\\.[\\s\\S]*Monday to Friday, 9 to 17`));
  mock.contact = { email: 'loans@acme.example', telephone: null, hours: null };
  await page.reload();
  await page.getByRole('region', { name: 'Rather send an e-mail?' }).waitFor();
});

t.test('the answers unfold as they were given', async (t) => {
  const { page } = await openMine('off');
  const answers = page.locator('details.answers');
  t.equal(await answers.getByText('Purpose').isVisible(), false);
  await answers.locator('summary').press('Enter');
  t.match(await answers.innerText(), /Your loan[\s\S]*Amount \(EUR\)\s+18,500/);
});

t.test('what was decided is said with its reason and what comes next, and nothing is asked any more', async (t) => {
  const { mock, page, mine } = await openMine('off');
  await page.getByRole('region', { name: 'Please send: Proof of income' }).waitFor();
  await holds(page, 'the page listens', () => mock.broker.connected() > 0);
  mock.mine = [{ ...mine, status: 'Rejected', decidedAt: mine.createdAt, version: 2 }];
  await page.reload();
  const said = page.getByRole('region', { name: 'Your application was not approved' });
  await said.getByText('The income does not cover the instalments.').waitFor();
  await said.getByText('You can apply again at any time.').waitFor();
  t.equal(await page.getByText(/to do/).count(), 0);
  t.equal(await page.getByLabel(/^Choose files/).count(), 0);
  mock.mine = [{ ...mine, status: 'Approved', decidedAt: mine.createdAt, version: 3 }];
  await page.reload();
  await page.getByRole('heading', { name: 'Your application is approved' }).waitFor();
  await page.getByText('It is approved').waitFor();
});

t.test('files go at once, what would be refused is not sent, and one that failed is tried again', async (t) => {
  const { mock, page, mine } = await openMine('off');
  const card = page.getByRole('region', { name: 'Please send: Proof of income' });
  await card.getByText('PDF, PNG, JPEG or text, up to 25 MB each.').waitFor();
  await page.route('**/documents', (route) => route.abort(), { times: 1 });
  const failing = page.waitForEvent('requestfailed');
  const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
  await card
    .getByLabel('Choose files for Proof of income')
    .setInputFiles([
      text('second.txt'),
      { name: 'film.mov', mimeType: 'video/quicktime', buffer: Buffer.from('film') },
      { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ]);
  await failing;
  const film = card.getByRole('listitem').filter({ hasText: 'film.mov' });
  await film.getByText('This kind of file cannot be read here. Please send it as PDF, PNG, JPEG or text.').waitFor();
  t.equal(await film.getByRole('button', { name: 'Try again' }).count(), 0, 'it would be the same again');
  await card.getByText('empty.txt is empty. Please choose the file once more.').waitFor();
  const failed = card.getByRole('listitem').filter({ hasText: 'second.txt' });
  await failed.getByText('Not sent').waitFor();
  await failed.getByRole('button', { name: 'Try again' }).press('Enter');
  await page.locator('dossier-documents-sent li', { hasText: 'second.txt' }).waitFor();
  t.ok(await film.isVisible(), 'what was refused stays in sight, though the paper is here');
  await film.getByRole('button', { name: 'Remove film.mov' }).click();
  await card.getByRole('button', { name: 'Remove empty.txt' }).click();
  await card.waitFor({ state: 'detached' });
  t.equal(mock.requests.filter((one) => one === `POST /api/v1/applications/${mine.id}/documents`).length, 1);
});

t.test('a file on its way is stopped, and nothing of it stays', async (t) => {
  const { page } = await openMine('off');
  const held = Promise.withResolvers<void>();
  t.teardown(() => held.resolve());
  await page.route('**/documents', async (route) => {
    await held.promise;
    await route.abort();
  });
  const card = page.getByRole('region', { name: 'Please send: Proof of income' });
  await card
    .getByLabel('Choose files for Proof of income')
    .setInputFiles({ name: 'slow.txt', mimeType: 'text/plain', buffer: Buffer.from('slow') });
  await card.getByRole('progressbar', { name: 'Sending slow.txt' }).waitFor();
  await card.getByRole('button', { name: 'Stop sending slow.txt' }).click();
  await card.getByText('slow.txt').waitFor({ state: 'detached' });
  t.ok(await card.isVisible());
});

for (const [width, colorScheme] of [
  [390, 'light'],
  [320, 'dark'],
  [1280, 'dark'],
] as const)
  t.test(
    `at ${width} px, ${colorScheme}: large, nothing sideways, no word of the engine, and axe finds nothing`,
    async (t) => {
      const mock = await stage.mock();
      const mine = row(1, { workspaceId: client.id, status: 'InReview' });
      mock.mine = [mine];
      mock.contact = { email: 'loans@acme.example', telephone: '+49 30 1234', hours: 'Monday to Friday, 9 to 17' };
      const { page } = await stage.window(mock, `${clientList}/${mine.id}`, { width, height: 844, colorScheme });
      await page.getByRole('region', { name: 'Please send: Proof of income' }).waitFor();
      await page.locator('details.answers summary').click();
      const body = page.locator('dossier-client-application');
      t.equal(await body.evaluate((one) => getComputedStyle(one).fontSize), '17px');
      const text = await everyWord(body);
      t.match(text, /Where your application is[\s\S]*We could not use[\s\S]*Please send again/);
      t.same(engineWords(text), []);
      t.same(await violations(page), []);
      t.same(await sideways(page), []);
      t.match(text, width < 1024 ? /^A\nAcme Bank\nMy applications/ : /^My applications/);
    },
  );
