/** The queue of the staff: by keys alone, several at once while somebody else changes one, and on a phone. */
import { readFileSync } from 'node:fs';
import { t } from '@dossier/core/testing/t';
import { violationsInBoth } from '../../web/test/axe.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());

const ids: string[] = [];
for (const name of ['Quentin', 'Quirin', 'Quiana']) ids.push(await stage.submit('doubtful', name, 'Queuing'));
const [first = ''] = ids;
const queue = `${stage.staffList}?q=queuing&sort=createdAt`;

t.test('several are assigned by keys alone; what somebody changed meanwhile is left, and named', async (t) => {
  const { page, faults } = await stage.as('officer', queue, { width: 1440 });
  await page.getByText('3 applications', { exact: true }).waitFor();
  for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
  const selection = page.getByRole('region', { name: 'Selection' });
  await selection.getByText('3 selected').waitFor();
  // From when it is known what one may do; before, the key does nothing.
  await selection.getByRole('button', { name: 'Assign' }).waitFor();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Assign 3 applications' });
  await dialog.getByText(/Selected in: All · found by/).waitFor();
  const officer = stage.person('officer');
  await stage.rest(officer, 'DELETE', `/api/v1/applications/${first}/assignees/${officer.id}`);
  await dialog.getByRole('radio', { name: /\(you\)/ }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  const outcome = page.getByRole('dialog', { name: '1 application was left' });
  await outcome.getByText('2 applications assigned to you.').waitFor();
  await outcome.getByText('Quentin Queuing').waitFor();
  await outcome.getByText('Nobody works on it now.').waitFor();
  t.same(await violationsInBoth(page), []);
  await outcome.getByRole('button', { name: 'Back to the list' }).click();
  await selection.getByText('1 selected').waitFor();
  t.same(faults, []);
});

t.test('there is nothing to assign or to take for who may not', async (t) => {
  const { page, faults } = await stage.as('clerk', queue, { width: 1440 });
  await page.getByText('3 applications', { exact: true }).waitFor();
  await page.locator('dossier-application-list .tabs .count').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('region', { name: 'Selection' }).getByText('1 selected').waitFor();
  for (const name of [/^Assign/, /^Take next/]) t.equal(await page.getByRole('button', { name }).count(), 0);
  await page.keyboard.press('n');
  t.equal(page.url().endsWith(queue), true);
  t.same(faults, []);
});

t.test('keys preview, open, and lead to the next case of the same list and back', async (t) => {
  const { page, faults } = await stage.as('officer', queue, { width: 1440 });
  await page.getByText('3 applications', { exact: true }).waitFor();
  await page.locator('dossier-application-list .foot').getByText('3 of 3').waitFor();
  await page.locator('dossier-application-list .foot').getByText('Live', { exact: true }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await page.getByRole('heading', { level: 2, name: 'Quentin Queuing' }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { level: 2, name: 'Quirin Queuing' }).waitFor();
  t.same(await violationsInBoth(page), []);
  await page.keyboard.press('Enter');
  await page.locator('dossier-queue-place').getByText('2 of 3').waitFor();
  await page.keyboard.press(']');
  await page.locator('dossier-queue-place').getByText('3 of 3').waitFor();
  await page.getByRole('heading', { level: 1, name: /Quiana Queuing/ }).waitFor();
  t.match(page.url(), ids[2] ?? 'no id');
  t.same(faults, []);
});

t.test('tabs count live, a source narrows the list, and it can be had as a file', async (t) => {
  const { page, faults } = await stage.as('officer', `${stage.staffList}?view=decided`, { width: 1440 });
  const open = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^Open/ });
  const counted = async (): Promise<number> => Number(await open.locator('.count').innerText());
  const before = await counted();
  await stage.submit('doubtful', 'Quila', 'Counted');
  await open.getByText(String(before + 1), { exact: true }).waitFor();
  await open.click();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter the list' });
  await dialog.getByLabel('Source').selectOption({ label: 'Partner portal' });
  await dialog.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('Source Partner portal').waitFor();
  const { searchParams } = new URL(page.url());
  t.equal(searchParams.get('view'), 'open');
  t.ok(searchParams.get('source'));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export this list as CSV' }).click(),
  ]);
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  t.equal(lines.length, before + 2, 'what is open, below its head');
  await page.goto(`${page.url()}&q=nobodyatall`);
  await page.getByText('Nothing matches').waitFor();
  await page.getByText('Source Partner portal').waitFor();
  t.same(faults, []);
});

t.test('the view that was used last is there again, and a phone has two lines a row', async (t) => {
  const { page, faults } = await stage.as('officer', stage.staffList, { width: 390, height: 844 });
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Mine' });
  await tab.click();
  await page.locator('.stacked').first().waitFor();
  t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the page');
  t.same(await violationsInBoth(page), []);
  await page.goto(stage.staffList);
  await page.waitForURL(/view=mine/);
  t.same(faults, []);
});
