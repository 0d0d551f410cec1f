/** Colleagues write to each other in their windows: live, with who reads and writes, on a desk and on a phone. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '@dossier/core/testing';
import type { Person } from '@dossier/core/testing';
import { People } from '@dossier/core/platform/people/contract';
import { startBrowser } from '../servers/browser.ts';
import { buildWeb } from '../../web/build.ts';
import { violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';

const root = join(import.meta.dirname, '../..');
const outDir = join(t.testdir({}), 'dist');
await buildWeb({
  outDir,
  plugins: [
    ...['applications', 'comments', 'people'].map((id) => ({ id, root: join(root, 'core/platform', id) })),
    ...['messages', 'notifications'].map((id) => ({ id, root: join(root, 'plugins', id) })),
  ].map((one) => ({ ...one, entry: 'web/index.ts' })),
});
const platform = await testPlatform({
  plugins: ['@dossier/workflow-handlers', '@dossier/notifications', '@dossier/messages'],
  listen: true,
  webDir: outDir,
});
const acme = await bank(platform);
const address = platform.kernel.server.server.address();
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`;
const template = await acme.template(['DocumentCompletenessCheckHandler']);
const priya = await acme.person('Priya Nandan', 'officer');
const browser = await startBrowser();
t.teardown(async () => {
  await browser.close();
  await platform.stop();
});

const folder = process.env['DOSSIER_PICTURES'];
const picture = async (page: Page, name: string): Promise<void> => {
  if (folder) await page.screenshot({ path: join(folder, `messages-${name}.png`), animations: 'disabled' });
};
const windowOf = async (who: Person, path: string, o: { width?: number; height?: number } = {}) => {
  const { secret } = await platform
    .service(People)
    .openSession({ user: who.id, organization: acme.organization, issuer: 'https://test.example' });
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: o.width ?? 1280, height: o.height ?? 800 },
    reducedMotion: 'reduce',
  });
  await context.addCookies([{ name: 'dossier', value: secret, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(path);
  return { page, complaints };
};
const messages = '/p/acme/o/messages';
const write = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Your message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
};

t.test('two colleagues write to each other, each in their own window', async (t) => {
  const otto = await windowOf(acme.officer, messages);
  const other = await windowOf(priya, messages);
  await otto.page.getByRole('heading', { name: 'No messages yet' }).waitFor();
  await picture(otto.page, 'none');
  await otto.page.getByRole('button', { name: 'New message' }).first().click();
  const dialog = otto.page.getByRole('dialog', { name: 'New message' });
  await dialog.getByRole('searchbox', { name: 'To' }).fill('nand');
  await dialog.getByRole('checkbox', { name: 'Priya Nandan' }).check();
  t.same(await violationsInBoth(otto.page), []);
  await picture(otto.page, 'new');
  await dialog.getByRole('button', { name: 'Write' }).click();
  await otto.page.waitForURL(`**${messages}/*`);
  await write(otto.page, 'Good morning\nDo you have the Rossi file?');
  await otto.page.getByText('Do you have the Rossi file?').first().waitFor();

  const line = other.page.getByRole('link', { name: /Otto Officer/ });
  await line.waitFor();
  await other.page.getByRole('link', { name: 'Messages, 1 unread' }).waitFor();
  await line.click();
  await other.page.getByRole('log', { name: 'Messages' }).getByText('Do you have the Rossi file?').waitFor();
  await other.page.bringToFront();
  await otto.page.getByText('Read by Priya Nandan').waitFor();
  await other.page.getByRole('link', { name: 'Messages, nothing unread' }).waitFor();

  await other.page.getByRole('textbox', { name: 'Your message' }).pressSequentially('Yes, ');
  await otto.page.getByText('Priya Nandan is writing…').waitFor();
  await write(other.page, 'Yes, here it is');
  await otto.page.getByRole('log', { name: 'Messages' }).getByText('Yes, here it is').waitFor();
  await otto.page.getByRole('button', { name: 'Notifications, nothing new' }).waitFor();
  t.equal(await otto.page.getByText('Priya Nandan is writing…').count(), 0, 'who has written is not writing');
  await other.page.getByRole('button', { name: 'Change' }).click();
  await other.page.getByRole('textbox', { name: 'Your message' }).first().fill('Yes, it is here');
  await other.page.getByRole('button', { name: 'Save' }).click();
  await otto.page.getByRole('log', { name: 'Messages' }).getByText('Yes, it is here').waitFor();
  for (const { page } of [otto, other]) t.same(await violationsInBoth(page), []);
  const room = await otto.page
    .getByRole('region', { name: 'Conversations' })
    .evaluate((one) => innerHeight - one.getBoundingClientRect().bottom);
  t.ok(room >= 0 && room < 32, `it ends ${room} pixels above the end of the window`);
  await picture(otto.page, 'thread');
  await otto.page.emulateMedia({ colorScheme: 'light' });
  await picture(otto.page, 'thread-light');
  t.same([...otto.complaints, ...other.complaints], []);
});

t.test('what was said is shown as it was meant, from its end, and all of it can be read', async (t) => {
  const { id } = (await acme.officer.post('/api/v1/message-threads', { userIds: [acme.clerk.id] })).body;
  const say = async (text: string): Promise<void> => {
    t.equal((await acme.clerk.post(`/api/v1/message-threads/${id}/messages`, { text })).status, 201);
  };
  for (let n = 1; n <= 112; n++) await say(`Line ${n}`);
  await say('Please look at\n- the **lease**\n- [the list](https://example.com/list)\n\n<img src=x onerror=alert(1)>');
  const { page, complaints } = await windowOf(acme.officer, `${messages}/${id}`);
  const log = page.getByRole('log', { name: 'Messages' });
  const inSight = async (text: string): Promise<void> => {
    const line = log.getByText(text, { exact: true });
    await line.waitFor();
    t.ok(
      await line.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }),
      `${text} is in sight`,
    );
  };
  await inSight('lease');
  t.equal(
    await log
      .getByRole('listitem')
      .getByText('lease', { exact: true })
      .evaluate((one) => one.tagName),
    'STRONG',
  );
  t.equal(await log.getByRole('link', { name: 'the list' }).getAttribute('rel'), 'noopener noreferrer nofollow');
  await log.getByText('<img src=x onerror=alert(1)>').waitFor();
  await picture(page, 'marked');
  t.equal(await log.getByText('Line 1', { exact: true }).count(), 0);
  const older = log.getByRole('button', { name: 'Show older' });
  const answered = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('OlderMessages')) await answered.promise;
    await route.fallback();
  });
  await older.click();
  // The thread is read anew while the older ones are on their way: they come all the same.
  await page.getByRole('button', { name: 'Mute', exact: true }).click();
  await page.getByRole('button', { name: 'Muted', exact: true }).waitFor();
  answered.resolve();
  // One page after the other: a click while one is on its way asks for the same.
  await log.getByText('Line 14', { exact: true }).waitFor();
  await older.click();
  await log.getByText('Line 1', { exact: true }).waitFor();
  t.equal(await older.count(), 0);
  t.equal(await log.getByText(/^Line \d+$/).count(), 112, 'each once');
  await say('And one more');
  await log.getByText('And one more').waitFor();
  t.equal(await log.getByText(/^Line \d+$/).count(), 112, 'what was read stays');
  t.same(await violationsInBoth(page), []);
  t.same(complaints, []);
});

t.test('one writes about an application from its page, and what is written with clients is listed', async (t) => {
  const { id } = (await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email })))
    .body;
  await acme.client.post(`/api/v1/applications/${id}/comments`, { kind: 'external', text: 'When will you decide?' });
  const { page, complaints } = await windowOf(acme.officer, `/p/acme/w/${acme.staffWorkspace}/applications/${id}`);
  await page.getByRole('button', { name: 'Write to colleagues' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write about this application' });
  const clara = dialog.getByRole('checkbox', { name: 'Clara Clerk' });
  await clara.check();
  t.equal(await dialog.getByRole('checkbox', { checked: true }).count(), 1, 'nobody else stands ticked');
  await dialog.getByRole('searchbox').fill('nand');
  await dialog.getByRole('checkbox', { name: 'Ada Admin' }).waitFor({ state: 'detached' });
  t.ok(await clara.isChecked(), 'who is chosen stays in sight');
  await dialog.getByRole('button', { name: 'Write' }).click();
  await page.waitForURL(`**${messages}/*`);
  await page.getByRole('heading', { name: 'Carl Client' }).waitFor();
  await page.getByRole('link', { name: /^Clients/ }).click();
  await page.getByRole('link', { name: /When will you decide/ }).click();
  await page.waitForURL(`**/applications/${id}?tab=dossier-comments`);
  t.same(complaints, []);
});

t.test('on a phone the list and the thread are one after the other', async (t) => {
  const { page, complaints } = await windowOf(acme.officer, messages, { width: 390, height: 844 });
  await page.getByRole('link', { name: /Priya Nandan/ }).waitFor();
  await picture(page, 'phone-list');
  await page.getByRole('link', { name: /Priya Nandan/ }).click();
  await page.getByRole('log', { name: 'Messages' }).getByText('Yes, it is here').waitFor();
  t.equal(await page.getByRole('heading', { name: 'Messages', exact: true }).isVisible(), false);
  t.same(await violationsInBoth(page), []);
  t.same(await sideways(page), []);
  await picture(page, 'phone');
  await page.getByRole('link', { name: 'All messages' }).click();
  await page.getByRole('heading', { name: 'Messages', exact: true }).waitFor();
  t.same(complaints, []);
});

t.test('a client finds what is written about their applications', async (t) => {
  const { page, complaints } = await windowOf(acme.client, messages, { width: 390, height: 844 });
  await page.getByRole('link', { name: /When will you decide/ }).waitFor();
  t.equal(await page.getByRole('button', { name: 'New message' }).count(), 0);
  t.same(await violationsInBoth(page), []);
  t.same(complaints, []);
});
