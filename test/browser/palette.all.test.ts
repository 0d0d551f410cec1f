/** Search or jump: records are found by what is typed, wherever one is. */
import type { Locator, Page } from 'playwright-core';
import { t } from '@dossier/core/testing/t';
import { violationsInBoth } from '../../web/test/axe.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());
const id = await stage.submit('doubtful', 'Brunhilde', 'Wassermann');
await stage.submit('doubtful', 'Otto', 'Wassermann');

const titles = (group: Locator): Promise<readonly string[]> => group.locator('.title').allTextContents();

t.test('a record is found by keys alone, by slips too, and opened', async (t) => {
  const { page, faults } = await stage.as('officer', stage.staffList, { width: 1440 });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog', { name: 'Search or jump' });
  const box = dialog.getByRole('combobox');
  await box.fill('wasser');
  const group = dialog.getByRole('group', { name: 'Applications' });
  await group.getByRole('option').nth(1).waitFor();
  t.same(await group.locator('mark').allTextContents(), ['Wasser', 'Wasser']);
  t.same(await violationsInBoth(page), []);
  await box.fill('wassermnan brunhilde');
  const alike = dialog.getByRole('group', { name: 'Applications that are spelled nearly so' });
  await alike.getByRole('option', { name: /Brunhilde Wassermann/ }).waitFor();
  t.equal(await alike.getByRole('option').count(), 1);
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(id));
  await page.getByRole('heading', { level: 1, name: /Brunhilde Wassermann/ }).waitFor();
  t.same(faults, []);
});

t.test('Enter before the answer is there opens what it finds, and nothing of what was typed before', async (t) => {
  const { page, faults } = await stage.as('officer', stage.staffList, { width: 1440 });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog', { name: 'Search or jump' });
  const box = dialog.getByRole('combobox');
  await box.fill('wassermann');
  const group = dialog.getByRole('group', { name: 'Applications' });
  await group.getByRole('option').nth(1).waitFor();
  const [first = ''] = await titles(group);
  const other = first.includes('Otto') ? 'Brunhilde' : 'Otto';
  const answer = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (route.request().postDataJSON()?.variables?.text !== `wassermann ${other}`) return route.fallback();
    asked.resolve();
    await answer.promise;
    return route.continue();
  });
  await box.fill(`wassermann ${other}`);
  await page.keyboard.press('Enter');
  await asked.promise;
  t.ok(await dialog.isVisible(), 'it waits');
  answer.resolve();
  await page.getByRole('heading', { level: 1, name: new RegExp(`${other} Wassermann`) }).waitFor();
  t.same(faults, []);
});

t.test('what nobody may see is not found, and said so; on a phone too', async (t) => {
  const { page, faults } = await stage.as('client', stage.clientList, { width: 390, height: 844 });
  await page.getByRole('button', { name: 'Search or jump' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Search or jump' });
  await dialog.getByRole('combobox').fill('wassermann');
  await dialog.getByText('Nothing that you may see is called “wassermann”.').waitFor();
  t.same(await violationsInBoth(page), []);
  t.same(faults, []);
});

const openPalette = async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog', { name: 'Search or jump' });
  await dialog.getByRole('combobox').waitFor();
  return dialog;
};

t.test('what is open is acted on: a case is decided, taken and commented on from the palette', async (t) => {
  // It came to the officer by itself, as nobody else had fewer.
  const officer = stage.person('officer');
  const back = await stage.rest(officer, 'DELETE', `/api/v1/applications/${id}/assignees/${officer.id}`);
  t.ok(back.status < 300 || back.status === 404, JSON.stringify(back));
  const { page, faults } = await stage.as('officer', `${stage.staffList}/${id}`, { width: 1440 });
  await page.getByRole('heading', { level: 1, name: /Brunhilde Wassermann/ }).waitFor();
  await page.getByRole('button', { name: 'Request correction' }).waitFor();
  await page.locator('dossier-compose').waitFor();
  const dialog = await openPalette(page);
  const doings = dialog.getByRole('group', { name: /^Do with \d{4}-\d+$/ });
  await doings.waitFor();
  const offered = await titles(doings);
  for (const title of ['Approve', 'Reject', 'Take it', 'Comment', 'Request correction'])
    t.ok(offered.includes(title), `${title} of ${offered.join(', ')}`);
  t.match(await doings.getByRole('option', { name: /^Approve/ }).innerText(), /asks first/);
  t.same(await violationsInBoth(page), []);

  await dialog.getByRole('combobox').fill('> take');
  await page.keyboard.press('Enter');
  await page.getByText('It is assigned to you.').first().waitFor();
  await openPalette(page);
  await doings.waitFor();
  // Nobody takes what they have; it goes when the case was read again.
  await doings.getByRole('option', { name: /^Take it/ }).waitFor({ state: 'hidden' });
  await dialog.getByRole('combobox').fill('> comment');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.type('Wasserzeichen fehlt');
  t.equal(await page.locator('dossier-compose textarea').inputValue(), 'Wasserzeichen fehlt', 'there one writes');
  await openPalette(page);
  await dialog.getByRole('combobox').fill('> approve');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Approve.* Brunhilde Wassermann/ }).waitFor();
  await page.keyboard.press('Escape');

  // What the case offers ends with it.
  await page.getByRole('heading', { level: 1 }).first().focus();
  await page.keyboard.press('u');
  await page.waitForURL(`**${stage.staffList}*`);
  await openPalette(page);
  const here = dialog.getByRole('group', { name: 'On this page' });
  await here.getByRole('option', { name: /^Take next case/ }).waitFor();
  t.equal(await doings.count(), 0);
  const list = await titles(here);
  for (const title of ['Take next case', 'Choose columns and groups', 'Export this list as CSV'])
    t.ok(list.includes(title), title);
  t.same(
    await here
      .getByRole('option', { name: /^Take next case/ })
      .locator('kbd')
      .first()
      .textContent(),
    'N',
  );
  await dialog.getByRole('combobox').fill('> columns');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').filter({ hasText: 'Columns' }).first().waitFor();
  t.same(faults, []);
});

t.test('what was open stands there until it opens no more', async (t) => {
  const { page, faults } = await stage.as('officer', `${stage.staffList}/${id}`, { width: 1440 });
  await page.getByRole('heading', { level: 1, name: /Brunhilde Wassermann/ }).waitFor();
  await page.goto(stage.staffList);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const dialog = await openPalette(page);
  // What the page does stands above, and moves the others when it comes.
  await dialog.getByRole('group', { name: 'On this page' }).waitFor();
  const recent = dialog.getByRole('group', { name: 'Recent' });
  await recent.getByRole('option', { name: /Brunhilde Wassermann.*In review/ }).click();
  await page.waitForURL(new RegExp(id));
  await page.getByRole('heading', { level: 1, name: /Brunhilde Wassermann/ }).waitFor();
  await page.goto('/profile');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await stage.turn('applications', false);
  const answer = page.waitForResponse((one) => one.request().postData()?.includes('RecentPages') ?? false);
  await openPalette(page);
  t.strictSame((await (await answer).json()).data.searchPages, []);
  // What is asked after it is answered after it: by then the palette has what there is to show.
  await dialog.getByRole('combobox').fill('brunhilde');
  await dialog.getByText('Nothing that you may see is called “brunhilde”.').waitFor();
  await dialog.getByRole('combobox').fill('');
  await dialog.getByRole('group', { name: 'Your profile' }).first().waitFor();
  t.equal(await dialog.getByRole('option', { name: /Brunhilde/ }).count(), 0);
  await stage.turn('applications', true);
  t.same(faults, []);
});

t.test('a comment is found by staff and leads to the conversation; its client finds nothing of it', async (t) => {
  const said = await stage.rest(stage.person('officer'), 'POST', `/api/v1/applications/${id}/comments`, {
    kind: 'internal',
    text: 'The Quittung of the notary is missing.',
  });
  t.equal(said.status, 201, JSON.stringify(said.body));
  const { page, faults } = await stage.as('officer', stage.staffList, { width: 1440 });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const dialog = await openPalette(page);
  await dialog.getByRole('combobox').fill('quittung');
  const hit = dialog.getByRole('group', { name: 'Comments' }).getByRole('option');
  await hit.filter({ hasText: 'The Quittung of the notary is missing.' }).waitFor();
  t.match(await hit.innerText(), /Internal/);
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`${id}\\?tab=dossier-comments`));
  await page.locator('dossier-comment').filter({ hasText: 'Quittung' }).waitFor();
  t.same(faults, []);

  const client = await stage.as('client', stage.clientList);
  await client.page.getByRole('heading', { level: 1 }).first().waitFor();
  const theirs = await openPalette(client.page);
  await theirs.getByRole('combobox').fill('quittung');
  await theirs.getByText('Nothing that you may see is called “quittung”.').waitFor();
});

t.test('settings are found by the words that people have for them', async (t) => {
  const { page, faults } = await stage.as('admin', stage.staffList, { width: 1440 });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const dialog = await openPalette(page);
  for (const [words, title] of [
    ['invite', 'People'],
    ['SMTP', 'Integrations'],
    ['permissions', 'Features & Access'],
  ] as const) {
    await dialog.getByRole('combobox').fill(words);
    await dialog.getByRole('group', { name: 'Settings' }).getByRole('option', { name: title }).waitFor();
  }
  await dialog.getByRole('option', { name: 'Features & Access' }).click();
  await page.waitForURL(/\/settings\/access/);
  t.same(faults, []);
});

t.test('the keys of the page are one dialog, wherever one is', async (t) => {
  const { page, faults } = await stage.as('officer', stage.staffList, { width: 1440 });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await page.locator('input[type=search]').first().focus();
  await page.keyboard.press('?');
  t.equal(await page.locator('input[type=search]').first().inputValue(), '?', 'who types a question mark types it');
  await page.locator('input[type=search]').first().fill('');
  await page.locator('input[type=search]').first().blur();
  await page.keyboard.press('?');
  await keys.getByRole('heading', { name: 'In the list' }).waitFor();
  await keys.getByRole('heading', { name: 'Everywhere' }).waitFor();
  t.same(await violationsInBoth(page), []);
  await page.keyboard.press('Escape');
  await page.goto(`${stage.staffList}/${id}`);
  await page.getByRole('heading', { level: 1, name: /Brunhilde Wassermann/ }).waitFor();
  const dialog = await openPalette(page);
  await dialog.getByRole('combobox').fill('shortcuts');
  await page.keyboard.press('Enter');
  await keys.getByRole('heading', { name: 'On a case' }).waitFor();
  t.equal(await keys.getByRole('heading', { name: 'In the list' }).count(), 0);
  t.same(faults, []);
});
