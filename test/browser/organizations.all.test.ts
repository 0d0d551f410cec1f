import { t } from '@dossier/core/testing/t';
import type { Page } from 'playwright-core';
import { violations, violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());
const names = (page: Page): Promise<string[]> => page.locator('.choice .name').allTextContents();
const here = (page: Page): Promise<void> => page.locator('dossier-sidebar .organization').waitFor();

t.test('who belongs to one organization is in it at once, and finds the others by its name', async (t) => {
  const { page, faults } = await stage.as('officer', '/');
  await page.waitForURL((url) => url.pathname === stage.staffList);
  await page.locator('vaadin-grid .row-link:visible').first().waitFor();
  await page.getByTitle('All organizations').click();
  await page.getByRole('heading', { name: 'Choose an organization' }).waitFor();
  t.same(await names(page), ['Demo Bank']);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: /Demo Bank/ }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === stage.staffList);
  t.same(faults, []);
});

t.test('the address of an organization that is not one’s own shows nothing of it', async (t) => {
  const { page } = await stage.as('officer', '/p/elsewhere/orgs');
  await page.getByRole('heading', { name: 'This is not one of your organizations' }).waitFor();
  await page.getByRole('link', { name: 'Go to your organizations' }).click();
  await page.getByRole('button', { name: /Demo Bank/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor();
  t.equal(new URL(page.url()).pathname, stage.staffList);
});

t.test('an organization is created with an address made of its name, and its maker works in it', async (t) => {
  const { page } = await stage.as('admin', stage.picker);
  await page.getByRole('button', { name: 'Create an organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'New organization' });
  await dialog.getByLabel('Name').fill('Démo');
  t.equal(await dialog.getByLabel('Address').inputValue(), 'demo');
  await dialog.getByLabel('Name').press('ArrowLeft');
  t.equal(
    await dialog.getByLabel('Name').evaluate((input) => input instanceof HTMLInputElement && input.selectionStart),
    3,
    'the keys of the cards leave the form alone',
  );
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText(/demo/).first().waitFor();
  await dialog.locator('#slug[aria-invalid="true"]').waitFor();
  t.match(await dialog.locator('#slug-fault').textContent(), /demo/, 'taken, and said so at the field');
  await dialog.getByLabel('Address').fill('Bad Slug');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog
    .locator('#slug-fault')
    .getByText(/lower-case letters/)
    .waitFor();
  await dialog.getByLabel('Address').fill('');
  await dialog.getByLabel('Name').fill('Köln Grants & Söhne');
  t.equal(
    await dialog.getByLabel('Address').inputValue(),
    'koln-grants-sohne',
    'an emptied address follows the name again',
  );
  await dialog.getByLabel('What it works on').selectOption({ label: 'Grants' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/\/p\/koln-grants-sohne\/settings\//);
  await page.getByRole('link', { name: 'Workspaces' }).click();
  await page.getByRole('heading', { name: 'Office' }).waitFor();
  await page.getByRole('button', { name: 'Archive Office' }).click();
  await page.getByRole('dialog', { name: 'Archive Office?' }).getByLabel('Type its name to confirm').fill('Office');
  await page.keyboard.press('Enter');
  await page
    .getByRole('alert')
    .getByText('An organization has at least one workspace. Create another one first.')
    .waitFor();
});

t.test(
  'the picker shows each of two people signed in at once their own organizations, and one shows nothing of the other',
  async (t) => {
    const [admins, officers] = [await stage.as('admin', stage.picker), await stage.as('officer', stage.picker)];
    for (const { page } of [admins, officers]) await page.locator('.choice').first().waitFor();
    t.same((await names(admins.page)).toSorted(), ['Demo Bank', 'Köln Grants & Söhne']);
    t.same(await names(officers.page), ['Demo Bank']);
    await admins.page.locator('.choice').first().focus();
    await admins.page.keyboard.press('ArrowDown');
    t.equal(
      await admins.page
        .locator('.choice')
        .nth(1)
        .evaluate((card) => card.matches(':focus')),
      true,
    );
    await admins.page.getByRole('button', { name: /Köln/ }).click();
    const steps = admins.page.getByRole('region', { name: 'First steps' });
    await steps.getByText('0 of 5 are done.').waitFor();
    t.same(await steps.getByRole('link').allTextContents(), [
      'Teams',
      'Workspaces',
      'Templates',
      'People',
      'New application',
    ]);
    t.same(await violationsInBoth(admins.page), []);
    await steps.getByRole('link', { name: 'Workspaces' }).click();
    await admins.page.getByRole('heading', { level: 1, name: 'Workspaces' }).waitFor();
    const made = await admins.page.evaluate(async () => {
      const headers = { 'content-type': 'application/json', 'x-dossier-csrf': '1' };
      const body = '{"name":"Applicants","type":"CLIENT"}';
      return (await fetch('/api/v1/workspaces', { method: 'POST', headers, body })).status;
    });
    t.equal(made, 201);
    await admins.page.goBack();
    await steps.getByText('1 of 5 are done.').waitFor();
    await steps.getByRole('button', { name: 'Put aside' }).press('Enter');
    await admins.page.getByText('No applications yet').waitFor();
    t.equal(await admins.page.locator('vaadin-grid .row-link').count(), 0, 'the new one has nothing of the other');
    await officers.page.goto('/p/koln-grants-sohne/orgs');
    await officers.page.getByRole('heading', { name: 'This is not one of your organizations' }).waitFor();
  },
);

t.test('when one window goes on to another organization, the other says so, and does nothing there', async (t) => {
  const { page: first } = await stage.as('admin', stage.staffList);
  await first.locator('vaadin-grid .row-link:visible').first().waitFor();
  const second = await first.context().newPage();
  await second.goto(stage.picker);
  await second.getByRole('button', { name: /Köln/ }).click();
  await second.getByText('No applications yet').waitFor();
  const asked = first.getByRole('dialog', { name: 'You went on to Köln Grants & Söhne in another window' });
  await asked.waitFor();
  t.same(await violations(first), [], 'the question has no fault of accessibility');
  const before = await stage.rest(stage.person('admin'), 'GET', '/api/v1/organization');
  const refused = await first.evaluate(
    async (id) => {
      const response = await fetch('/api/v1/workspaces', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-dossier-csrf': '1', 'x-dossier-organization': id },
        body: '{"name":"Astray","type":"STAFF"}',
      });
      return response.status;
    },
    String(Object(before.body).id),
  );
  t.equal(refused, 409, 'what this window would do is refused');
  await asked.getByRole('button', { name: 'Go on in Demo Bank here' }).click();
  await asked.waitFor({ state: 'detached' });
  await first.locator('vaadin-grid .row-link:visible').first().waitFor();
  await second.getByRole('dialog', { name: 'You went on to Demo Bank in another window' }).waitFor();
  await second.getByRole('button', { name: 'Go to Demo Bank here, too' }).click();
  await second.getByRole('heading', { name: 'Choose an organization' }).waitFor();
  t.equal(await asked.count(), 0, 'both are in one now');
});

t.test('many workspaces are searched, the last used first', async (t) => {
  const admin = stage.person('admin');
  const teams = (await stage.rest(admin, 'GET', '/api/v1/teams')).body;
  const team = (Array.isArray(teams) ? teams : []).find((one) => one.name === 'Officers');
  for (let i = 1; i <= 8; i += 1) {
    const { body } = await stage.rest(admin, 'POST', '/api/v1/workspaces', { name: `Branch ${i}`, type: 'STAFF' });
    await stage.rest(admin, 'PUT', `/api/v1/teams/${team.id}/workspaces/${Object(body).id}`);
  }
  const { page } = await stage.as('officer', stage.staffList);
  await here(page);
  const list = page.getByRole('dialog', { name: 'Workspaces' });
  await page.getByRole('button', { name: /Workspace: Lending/ }).click();
  await page.keyboard.type('branch 7');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Workspace: Branch 7/ }).waitFor();
  await page.getByRole('heading', { name: 'Nothing is switched on for you here' }).waitFor();
  await page.getByRole('button', { name: /Workspace: Branch 7/ }).click();
  t.same((await list.getByRole('link').allTextContents()).slice(0, 2), ['Branch 7', 'Lending']);
  t.same(await violations(page), []);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === stage.staffList);
});

t.test('the picker has no fault of accessibility, on wide screens and phones, light and dark', async (t) => {
  const { page } = await stage.as('admin', stage.picker);
  await page.getByRole('button', { name: 'Create an organization' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByText('Give the organization a name.').waitFor();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    t.same(await violationsInBoth(page), [], `${width} px`);
    t.same(await sideways(page), [], `${width} px, no scrolling sideways`);
  }
});
