/** What people hear of, in their windows: the bell counts in each, and the inbox is worked through. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '@dossier/core/testing';
import { People } from '@dossier/core/platform/people/contract';
import { stopwatch } from '../../core/testing/waiting.ts';
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
    { id: 'notifications', root: join(root, 'plugins/notifications') },
  ].map((one) => ({ ...one, entry: 'web/index.ts' })),
});
const platform = await testPlatform({
  plugins: ['@dossier/workflow-handlers', '@dossier/notifications'],
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

/** The team has looked at what came to it. */
const lookedAt = async (): Promise<void> => {
  platform.clock.advance(1_000);
  for (const { workspaceId, queue } of (await priya.get('/api/v1/notifications/queues')).body)
    await priya.post('/api/v1/notifications/queues/seen', { workspaceId, queue });
};
/** An application of Carl, of which nothing is new to anybody. */
const submit = async (): Promise<string> => {
  const { id } = (await acme.key.post('/api/v1/applications', acme.record(template, { primary: acme.client.email })))
    .body;
  await lookedAt();
  return id;
};
const mention = (id: string, text: string) =>
  acme.officer.post(`/api/v1/applications/${id}/comments`, {
    kind: 'internal',
    text: `@[Priya Nandan](user:${priya.id}) ${text}`,
  });
const counted = async (): Promise<number> => (await priya.get('/api/v1/notifications/count')).body.unread;

const folder = process.env['DOSSIER_PICTURES'];
const picture = async (page: Page, name: string): Promise<void> => {
  if (folder) await page.screenshot({ path: join(folder, `notifications-${name}.png`), animations: 'disabled' });
};

const inbox = '/p/acme/o/notifications';
const windowOf = async (path: string, o: { width?: number; height?: number; user?: typeof priya.id } = {}) => {
  const { secret } = await platform
    .service(People)
    .openSession({ user: o.user ?? priya.id, organization: acme.organization, issuer: 'https://test.example' });
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
const bell = (page: Page, words: string) => page.getByRole('button', { name: `Notifications, ${words}` });
const group = (page: Page, n = 0) => page.locator('dossier-inbox article').nth(n);
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).last().click();

t.test('who is named sees it counted in every window, and in none once they opened it', async (t) => {
  const id = await submit();
  const one = await windowOf(`/p/acme/w/${acme.staffWorkspace}/applications`);
  const two = await windowOf('/profile/sessions');
  for (const { page } of [one, two]) await bell(page, 'nothing new').waitFor();
  // Both hear it: the first look after the subscription is over.
  for (const { page } of [one, two]) await page.waitForLoadState('networkidle');
  await mention(id, 'Is the second income regular?');
  const since = stopwatch();
  for (const { page } of [one, two]) await bell(page, '1 new').waitFor();
  t.comment(`counted ${since()} after it was written`);

  await bell(one.page, '1 new').click();
  const newest = one.page.getByRole('dialog', { name: 'New notifications' });
  await newest.getByText('Internal', { exact: true }).waitFor();
  t.same(await violationsInBoth(one.page), []);
  await picture(one.page, 'bell');
  await newest.getByRole('link', { name: /named you in a comment/ }).click();
  await one.page.waitForURL(`**/applications/${id}?tab=dossier-comments`);
  for (const { page } of [one, two]) await bell(page, 'nothing new').waitFor();
  t.equal(await counted(), 0);
  t.equal(await one.page.getByRole('link', { name: 'Notifications' }).count(), 0, 'the bell leads there, and alone');

  await mention(id, 'What comes while they look at the case is not new');
  await one.page.getByText('What comes while they look').waitFor();
  const other = await submit();
  await mention(other, 'From a mail they come to it directly');
  for (const { page } of [one, two]) await bell(page, '1 new').waitFor();
  await two.page.getByText('Notifications, 1 new.').waitFor({ state: 'attached' });
  await two.page.goto(`/p/acme/w/${acme.staffWorkspace}/applications/${other}`);
  for (const { page } of [one, two]) await bell(page, 'nothing new').waitFor();
  for (const { complaints } of [one, two]) t.same(complaints, []);
});

t.test('a record is done, put off and muted by its keys and buttons, and each is taken back', async (t) => {
  // Also what the test before has brought.
  await platform.settle();
  await priya.post('/api/v1/notifications/done', { done: true });
  platform.clock.advance(1_000);
  const [older, newer] = [await submit(), await submit()];
  await mention(older, 'Please look at the first');
  await mention(newer, 'And at the second');
  const { page, complaints } = await windowOf(inbox);
  await group(page, 1).waitFor();
  t.equal(await page.getByRole('main').getByText('You are named in this comment.').count(), 2, 'why is said');
  t.equal(await page.locator('dossier-inbox .chip.internal').count(), 2);
  t.same(await violationsInBoth(page), []);
  t.same(await sideways(page), []);
  await picture(page, 'inbox');

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Snooze').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  t.ok(
    await group(page, 0)
      .getByRole('link')
      .first()
      .evaluate((at) => at.matches(':focus')),
    'the focus goes along',
  );
  await page.keyboard.press('e');
  await group(page, 1).waitFor({ state: 'detached' });
  await group(page, 0).getByText('Please look at the first').waitFor();
  // It goes from the page at once; the way back is offered when the server has taken it.
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  t.equal(await counted(), 1);
  await undo(page);
  await group(page, 1).waitFor();
  t.equal(await counted(), 2, 'what was new is new again');

  await group(page, 1)
    .getByRole('button', { name: /^Snooze/ })
    .click();
  const until = page.getByRole('dialog', { name: 'Snooze until…' });
  await until.getByLabel('A moment of your own').fill('2020-01-01T08:00');
  await until.getByRole('button', { name: 'Snooze', exact: true }).click();
  await until.getByText('That has already passed.').waitFor();
  t.same(await violationsInBoth(page), []);
  await picture(page, 'snooze');
  await until.getByRole('button', { name: /^Tomorrow/ }).click();
  await group(page, 1).waitFor({ state: 'detached' });
  await undo(page);
  await group(page, 1).waitFor();

  await group(page, 0).getByRole('link').first().focus();
  await page.keyboard.press('k');
  await page.keyboard.press('m');
  await group(page, 1).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  t.equal((await priya.get('/api/v1/notifications/inbox')).body.groups.length, 1);
  await undo(page);
  await group(page, 1).waitFor();

  await bell(page, '2 new').waitFor();
  await page.getByRole('button', { name: 'Mark all read' }).click();
  await bell(page, 'nothing new').waitFor();
  await page.getByRole('button', { name: 'Mark all read' }).waitFor({ state: 'detached' });
  t.equal(await group(page, 1).count(), 1, 'read is not done');
  await page.getByRole('button', { name: 'All done' }).click();
  await page.getByText('Nothing to see').waitFor();
  await picture(page, 'empty');
  await undo(page);
  await group(page, 1).waitFor();
  await page.getByRole('button', { name: 'All done' }).click();
  await page.getByText('Nothing to see').waitFor();
  t.same(await violationsInBoth(page), []);
  await page.getByRole('link', { name: 'Done', exact: true }).click();
  await group(page, 2).waitFor();
  t.same(await violationsInBoth(page), []);
  await group(page, 0)
    .getByRole('button', { name: /^Bring back/ })
    .click();
  await page.getByRole('link', { name: /^To see/ }).click();
  await group(page, 0).getByText('And at the second').waitFor();
  t.same(complaints, []);
});

t.test('what comes to the team stands above, for nobody by name, and is passed when it is opened', async (t) => {
  await platform.settle();
  await priya.post('/api/v1/notifications/done', { done: true });
  await lookedAt();
  const { page, complaints } = await windowOf(inbox);
  await bell(page, 'nothing new').waitFor();
  await page.waitForLoadState('networkidle');
  for (let i = 0; i < 2; i += 1) await acme.key.post('/api/v1/applications', acme.record(template));
  const line = page.getByRole('list', { name: 'For your teams' }).getByRole('link');
  await line.getByText('2', { exact: true }).waitFor();
  await bell(page, 'nothing new').waitFor();
  t.match(await line.innerText(), /New applications\s+in Lending/);
  t.same(await violationsInBoth(page), []);
  await picture(page, 'queues');
  platform.clock.advance(1_000);
  await line.click();
  await page.getByRole('heading', { name: 'Applications', exact: true }).waitFor();
  await page.goto(inbox);
  await page.getByText('Nothing to see').waitFor();
  t.equal(await line.count(), 0);
  t.same(complaints, []);
});

t.test(
  'what reaches one is chosen: by kind and way, in quiet hours and at a time, and muted ones come back',
  async (t) => {
    const { page, complaints } = await windowOf('/profile/notifications');
    const save = page.getByRole('button', { name: 'Save what reaches you' });
    const named = 'Somebody names you in a comment';
    const way = (name: string) => page.getByRole('checkbox', { name: `${named}: ${name}` });
    await way('E-mail at once').waitFor();
    t.ok(await save.isDisabled(), 'nothing is to be saved');
    t.ok(await way('E-mail at once').isChecked());
    await way('In the daily mail').check();
    t.notOk(await way('E-mail at once').isChecked(), 'not both');
    await page.getByRole('checkbox', { name: /^Quiet hours/ }).check();
    await page.getByLabel('Quiet from').fill('');
    await save.click();
    await page.getByText('One field needs another look.').waitFor();
    await page.getByText('Give a time of day.').waitFor();
    t.ok(await way('In the daily mail').isChecked(), 'what was chosen stays');
    t.same(await violationsInBoth(page), []);
    t.same(await sideways(page), []);
    await picture(page, 'choices');
    await page.getByLabel('Quiet from').fill('21:30');
    await page.getByLabel('The daily mail comes at').fill('07:15');
    await save.click();
    await page.getByText('Saved what reaches you.').last().waitFor();
    t.match((await priya.get('/api/v1/notifications/choices')).body, {
      quiet: { from: '21:30', to: '07:00' },
      dailyAt: '07:15',
    });
    t.same(
      (await priya.get('/api/v1/notifications/choices')).body.kinds
        .filter(({ title }: { title: string }) => title === named)
        .map((one: { page: boolean; mail: string }) => [one.page, one.mail]),
      [[true, 'daily']],
    );

    const id = await submit();
    await priya.post('/api/v1/notifications/mute', { subject: { type: 'application', id }, muted: true });
    await page.reload();
    await page.getByRole('button', { name: /^Hear of it again/ }).waitFor();
    t.equal(await page.getByLabel('Quiet from').inputValue(), '21:30');
    await page.setViewportSize({ width: 390, height: 844 });
    t.same(await violationsInBoth(page), []);
    t.same(await sideways(page), []);
    await picture(page, 'choices-phone');
    await page.getByRole('button', { name: /^Hear of it again/ }).click();
    await page.getByText('You have muted nothing.').waitFor();
    t.same((await priya.get('/api/v1/notifications/muted')).body, []);
    t.same(complaints, []);
  },
);

t.test('what the organization insists on cannot be switched off, and the page says so', async (t) => {
  const { page, complaints } = await windowOf('/profile/notifications', { user: acme.client.id });
  const row = page.getByRole('row', { name: /^Your application is decided/ });
  await row.getByText('Your organization insists on this one').waitFor();
  t.equal(await row.getByRole('checkbox').count(), 0);
  t.ok((await page.getByRole('checkbox').count()) > 0, 'unlike the others');
  t.same(complaints, []);
});

t.test('on a phone the bell is in the bar, and the inbox has room for everything', async (t) => {
  const id = await submit();
  await mention(id, 'A long word: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft');
  const { page, complaints } = await windowOf(inbox, { width: 390, height: 844 });
  await group(page, 0).waitFor();
  t.same(await sideways(page), []);
  t.same(await violationsInBoth(page), []);
  await picture(page, 'phone');
  await bell(page, '').click();
  await page.getByRole('dialog', { name: 'New notifications' }).getByRole('link', { name: 'See all' }).waitFor();
  await picture(page, 'phone-bell');
  t.same(await sideways(page), []);
  t.same(complaints, []);
});
