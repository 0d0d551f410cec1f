import { t } from '@dossier/core/testing/t';
import type { Page, Request } from 'playwright-core';
import { violations } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());
const { key } = stage;
const list = '/api/v1/applications';

/** Opens an operation, sends it as it is, and gives the request with the status that the page shows. */
const tried = async (page: Page, operation: string): Promise<{ request: Request; status: string }> => {
  const entry = page.locator(`[id="${operation}"]`);
  if ((await entry.getAttribute('open')) === null) await entry.locator('summary').first().click();
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === list);
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === list);
  await entry.getByRole('button', { name: 'Execute' }).click();
  const status = String((await answered).status());
  await entry.locator('.live-responses-table .response .response-col_status', { hasText: status }).waitFor();
  return { request: await asked, status };
};

const credentials = (request: Request): Promise<readonly (string | null)[]> =>
  Promise.all(['cookie', 'authorization', 'x-api-key'].map((name) => request.headerValue(name)));

t.test('from API keys to the reference: an operation is tried with a key, and never with the sign-in', async (t) => {
  const { page: settings } = await stage.as('admin', stage.staffList.replace(/w\/.*/, 'settings/api-keys'));
  const link = settings.getByRole('link', { name: 'reference' });
  const [page] = await Promise.all([settings.waitForEvent('popup'), link.click()]);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  // That an operation was refused the browser notes on its console.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('401')) faults.push(message.text());
  });
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(settings.url()).origin && protocol !== 'data:') elsewhere.push(request.url());
  });

  await page.getByRole('heading', { level: 1, name: 'REST reference' }).waitFor();
  await page.getByLabel('Search operations').fill('a page of applications');
  await page.locator('.found', { hasText: 'of' }).waitFor();
  t.equal(await page.locator('.operation:visible').count(), 1, 'the search narrows the list');
  const unknown = await tried(page, 'applications.list');
  t.equal(unknown.status, '401', 'who is signed in is nobody here');
  t.same(await credentials(unknown.request), [null, null, null]);

  await page.getByLabel('Token to try with').fill(key);
  await page.getByRole('button', { name: 'Use it' }).click();
  const known = await tried(page, 'applications.list');
  t.equal(known.status, '200');
  t.same(await credentials(known.request), [null, `Bearer ${key}`, null]);
  const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
  t.notOk(String(stored).includes(key), 'it is stored nowhere');
  t.notOk(page.url().includes(key));

  await page.getByRole('button', { name: 'Forget it' }).click();
  t.equal((await tried(page, 'applications.list')).status, '401');
  await page.getByLabel('Token to try with').fill(key);
  await page.getByLabel('Token to try with').press('Enter');
  t.equal((await tried(page, 'applications.list')).status, '200', 'by the keyboard as well');
  await page.reload();
  t.equal(await page.getByLabel('Token to try with').inputValue(), '', 'it is gone with the page');
  t.equal(await page.locator('[id="applications.list"]').getAttribute('open'), '', 'the address names the operation');
  t.same([faults, elsewhere], [[], []], 'nothing against the policy, nothing from other hosts');
});

for (const [width, colorScheme] of [
  [1280, 'light'],
  [390, 'dark'],
] as const) {
  t.test(`the three pages at ${width} px, ${colorScheme}`, async (t) => {
    const { page, faults } = await stage.window({ width, height: 844, colorScheme });
    const well = async (name: string): Promise<void> => {
      t.same(await violations(page), [], name);
      t.same(await sideways(page), [], `${name} does not scroll sideways`);
    };
    await page.goto('/docs#applications.submit');
    const entry = page.locator('[id="applications.submit"]');
    await entry.getByRole('button', { name: 'Execute' }).waitFor();
    await entry.getByRole('tab', { name: 'Schema' }).first().click();
    await well('an open operation');
    await page.getByRole('link', { name: 'Events' }).click();
    await page.getByLabel('Search addresses, messages and members').fill('submitted');
    await page.locator('.entry:visible summary').first().click();
    await well('events');
    await page.getByRole('link', { name: 'GraphQL', exact: true }).click();
    await page.getByRole('link', { name: 'ApplicationPage', exact: true }).first().click();
    await well('GraphQL');
    t.match(page.url(), /#type-ApplicationPage$/);
    t.same(faults, [], 'and nothing on the console');
    await page.context().close();
  });
}
