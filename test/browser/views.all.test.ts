/** Views of the queue that people keep: saved, changed, shared, and opened by who may not see them. */
import { t } from '@dossier/core/testing/t';
import { violationsInBoth } from '../../web/test/axe.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());

for (const name of ['Vera', 'Viktor']) await stage.submit('doubtful', name, 'Viewing');
const queue = `${stage.staffList}?q=viewing`;

t.test('what is shown is saved as a view, changed, and found again', async (t) => {
  const { page, faults } = await stage.as('officer', queue, { width: 1440 });
  await page.getByText('2 applications', { exact: true }).waitFor();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  t.ok(await dialog.getByRole('radio', { name: 'Only you' }).isChecked(), 'private unless it is shared');
  await dialog.getByLabel('Name').fill('All that view');
  await dialog.getByRole('button', { name: 'Up: Due' }).focus();
  await page.keyboard.press('ArrowUp');
  await dialog.getByLabel('Add a column').selectOption({ index: 1 });
  await dialog.getByLabel('Group by').selectOption('Status');
  t.same(await violationsInBoth(page), []);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /All that view/ });
  await tab.and(page.locator('[aria-current="page"]')).waitFor();
  t.match(page.url(), /\?saved=[0-9a-f-]+$/, 'the address names the view alone');
  await page.locator('vaadin-grid .group:visible', { hasText: '2' }).first().waitFor();
  await tab.getByText('2', { exact: true }).waitFor();
  await page.getByText('Only you see this view').waitFor();
  t.same(await violationsInBoth(page), []);

  await page.getByLabel('Order').selectOption('Due first');
  await page.getByText('Changed', { exact: true }).waitFor();
  t.match(page.url(), /\?saved=[0-9a-f-]+&sort=dueAt$/, 'and what differs from it');
  const address = page.url();
  await page.getByRole('button', { name: 'Back to the view' }).click();
  await page.getByText('Changed', { exact: true }).waitFor({ state: 'detached' });
  await page.goto(address);
  await page.getByText('Changed', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Changed', { exact: true }).waitFor({ state: 'detached' });
  t.same(faults, []);

  const other = await stage.as('admin', page.url().replace(/^https?:\/\/[^/]+/, ''), { width: 1440 });
  await other.page.getByText('This view is not open to you').waitFor();
  await other.page.getByRole('button', { name: 'Show all applications' }).click();
  await other.page.getByText('This view is not open to you').waitFor({ state: 'detached' });
  t.notMatch(await other.page.locator('body').innerText(), /All that view/);
  t.same(other.faults, []);
});

t.test('on a phone it opens, and says what can be done', async (t) => {
  const { page, faults } = await stage.as('officer', stage.staffList, { width: 390 });
  await page.getByRole('link', { name: /All that view/ }).click();
  await page.getByText('Only you see this view').waitFor();
  t.same(await violationsInBoth(page), []);
  await page.getByRole('button', { name: 'Edit view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the view' });
  await dialog.getByText('Everybody who reads applications here').click();
  t.same(await violationsInBoth(page), []);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await page.getByText('Shared by you').waitFor();
  t.same(faults, []);
});

t.test(
  'a role begins with its view; what it names and is no more is said and mended; views are put in order',
  async (t) => {
    const admin = stage.person('admin');
    const clerk = stage.person('clerk');
    const views = `/api/v1/workspaces/${stage.staffList.split('/w/')[1]!.split('/')[0]!}/views`;
    const content = { shared: true, columns: ['number', 'status'], group: null, roles: ['Member'] };
    const made = await stage.rest(admin, 'POST', views, {
      ...content,
      name: 'Of the clerk',
      query: { view: 'all', assignee: clerk.id },
    });
    t.match(made, { status: 201, body: { roles: ['Member'] } });
    t.match(
      await stage.rest(admin, 'POST', views, { ...content, name: 'In review', query: { view: 'all' }, roles: [] }),
      {
        status: 201,
      },
    );
    const { body } = await stage.rest(admin, 'GET', `/users/${clerk.id}/user-teams`);
    for (const { id } of Array.isArray(body) ? body : [])
      t.match(await stage.rest(admin, 'DELETE', `/api/v1/user-teams/${id}`), { status: 204 });

    const officer = await stage.as('officer', stage.staffList, { width: 1440 });
    await officer.page.evaluate('localStorage.clear()');
    await officer.page.goto(stage.staffList);
    const tab = officer.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /Of the clerk/ });
    await tab.and(officer.page.locator('[aria-current="page"]')).waitFor();
    await officer.page.getByText('works here no more: it is not narrowed to them. The rest is shown.').waitFor();
    t.equal(
      await officer.page.getByRole('button', { name: 'Mend the view' }).count(),
      0,
      'who may not change it reads it',
    );
    t.same(await violationsInBoth(officer.page), []);
    t.same(officer.faults, []);

    const { page, faults } = await stage.as('admin', stage.staffList, { width: 1440 });
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: /Of the clerk/ })
      .click();
    await page.getByRole('button', { name: 'Mend the view' }).click();
    await page.getByText('works here no more').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'All views' }).click();
    const dialog = page.getByRole('dialog', { name: 'All views' });
    const names = (): Promise<string[]> => dialog.locator('li a').allTextContents();
    await dialog.getByRole('link', { name: 'In review' }).waitFor();
    const before = await names();
    const at = before.indexOf('In review');
    t.ok(at > 0 && before.includes('Of the clerk'));
    t.same(await violationsInBoth(page), []);
    await dialog.getByRole('button', { name: 'Up: In review' }).click();
    await dialog
      .locator('li', { hasText: 'In review' })
      .and(dialog.locator(`li:nth-child(${at})`))
      .waitFor();
    t.same(faults, []);
  },
);
