import t from 'tap';
import type { Locator, Page } from 'playwright-core';
import { violations, violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { openStage } from './stage.ts';

t.setTimeout(480_000);
const stage = await openStage();
t.teardown(() => stage.close());
const [admin, officer] = [stage.person('admin'), stage.person('officer')];
const audit = stage.picker.replace(/orgs$/, 'settings/audit');

const issued = await stage.rest(admin, 'POST', '/api/v1/api-keys', { name: 'Northern <b>branch</b>' });
const attempt = await stage.rest(officer, 'POST', '/api/v1/api-keys', { name: 'Mine' });
if (issued.status !== 201 || attempt.status !== 403)
  throw new Error(`The key was answered with ${issued.status}, the attempt with ${attempt.status}.`);

const lines = (page: Page): Locator => page.locator('dossier-settings-audit li');
const line = (page: Page, text: string | RegExp): Locator => lines(page).filter({ hasText: text });
const kind = (page: Page): Locator => page.getByRole('combobox', { name: 'Kind' });
/** When all lines are of the filter in the address. */
const settled = (page: Page): Promise<void> => page.locator('.days[aria-busy=false]').waitFor();
const query = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams);

t.test(
  'an administrator sees who did what, an attempt that was refused, and what was changed, as text and by keyboard',
  async (t) => {
    const { page, faults } = await stage.as('admin', audit.replace('/audit', ''));
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit trail' }).click();
    const refused = line(page, 'An attempt was refused').first();
    await refused.locator('.chip.danger', { hasText: 'api-keys.issue' }).waitFor();
    t.match(await refused.innerText(), 'Omar Haddad');
    const key = line(page, 'Northern').first();
    t.match(
      (await key.innerText()).replaceAll(/\s+/g, ' '),
      /Ada Lindqvist An API key was issued API key Northern <b>branch<\/b>/,
      'a name is no markup',
    );
    const summary = key.locator('summary');
    await key.getByRole('button', { name: 'Ada Lindqvist' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await key.getByRole('row', { name: 'name none Northern <b>branch</b>' }).waitFor();
    t.equal(await summary.evaluate((element) => element.matches(':focus')), true);
    t.equal(await key.locator('td b').count(), 0);
    await line(page, 'Emiko Tanaka').first().getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Emiko Tanaka' }).waitFor();
    t.pass('an application is a link');
    await page.goBack();
    await refused.waitFor();
    t.same(faults, []);
  },
);

t.test('it is narrowed by kind, days and person; a reload keeps that, and Back takes it away', async (t) => {
  const { page } = await stage.as('admin', audit);
  await line(page, 'An attempt was refused').first().waitFor();
  await kind(page).selectOption({ label: 'An API key was issued' });
  await line(page, 'An attempt was refused').waitFor({ state: 'detached' });
  await settled(page);
  t.same(query(page), { type: 'api-keys/issued@1' });
  t.same(new Set(await lines(page).locator('.what').allInnerTexts()), new Set(['An API key was issued']));
  t.equal(await kind(page).locator('optgroup[label="API keys"] option:checked').count(), 1);

  await lines(page).getByRole('button', { name: 'Ada Lindqvist' }).first().click();
  await page.getByRole('button', { name: 'Only Ada Lindqvist' }).waitFor();
  await line(page, 'Partner portal').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Only Ada Lindqvist' }).waitFor();
  t.equal(await lines(page).count(), 1);
  t.equal(await kind(page).inputValue(), 'api-keys/issued@1');
  t.same(query(page), { type: 'api-keys/issued@1', actorId: admin.id });
  await page.goBack();
  await line(page, 'Partner portal').waitFor();
  await page.goForward();
  await page.getByRole('button', { name: 'Only Ada Lindqvist' }).click();
  await line(page, 'Partner portal').waitFor();
  t.equal(
    await kind(page).evaluate((element) => element.matches(':focus')),
    true,
    'the keyboard goes on at the filters',
  );

  const today = await page.evaluate<string>(
    'new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10)',
  );
  await page.getByLabel('Last day').fill(today);
  await page.waitForURL((url) => url.searchParams.get('to') === today);
  await settled(page);
  t.equal(await line(page, 'Northern').count(), 1, 'the last day is among them');
  await page.getByLabel('First day').fill('1990-01-01');
  await page.getByLabel('Last day').fill('1990-01-31');
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await line(page, 'An attempt was refused').first().waitFor();
  t.same(query(page), {});
  t.equal(
    await kind(page).evaluate((element) => element.matches(':focus')),
    true,
    'and again when the button has gone',
  );
});

t.test('an address with filters that there are not says what is wrong, and leads to everything', async (t) => {
  const { page } = await stage.as('admin', `${audit}?type=no/such@1`);
  const told = page.getByRole('alert').filter({ hasText: 'These filters cannot be used' });
  await told.getByText('Nothing here is of the kind “no/such@1”.').waitFor();
  for (const [search, says] of [
    ['from=2026-02-30&to=soon', '“2026-02-30” is not a day. Days are written like 2026-03-31. “soon” is not a day.'],
    ['from=2026-03-02&to=2026-03-01', 'The period ends before it begins.'],
  ] as const) {
    await page.goto(`${audit}?${search}`);
    await told.getByText(says).waitFor();
  }
  t.same(await violations(page), []);
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await line(page, 'Northern').first().waitFor();
});

t.test('older entries come on demand, down to the first, and what fails can be tried again', async (t) => {
  const { page } = await stage.as('admin', audit);
  await lines(page).nth(49).waitFor();
  t.equal(await lines(page).count(), 50);
  const older = page.getByRole('button', { name: 'Show older entries' });
  const next = (url: URL): boolean => url.searchParams.has('cursor');
  await page.route(next, (route) => route.abort());
  await older.click();
  await page.getByRole('alert').getByText('The server could not be reached.').waitFor();
  t.equal(await lines(page).count(), 50);
  await page.unroute(next);
  let shown = 50;
  while ((await older.count()) > 0) {
    shown = await lines(page).count();
    await older.click();
    await lines(page).nth(shown).waitFor();
    await page.getByRole('button', { name: 'Loading…' }).waitFor({ state: 'detached' });
  }
  await lines(page).nth(shown).locator('button:focus').waitFor();
  t.match(await lines(page).last().innerText(), 'An organization was created');
  const ids = await lines(page).locator('.ids div:last-child dd').allTextContents();
  t.equal(new Set(ids).size, ids.length, 'none of them twice');
});

t.test('an officer has no entry for it, and is refused', async (t) => {
  const { page } = await stage.as('officer', audit);
  await page.getByRole('heading', { level: 1, name: 'The settings are not open to you' }).waitFor();
  t.equal(await page.getByRole('link', { name: 'Audit trail' }).count(), 0);
  t.equal((await stage.rest(officer, 'GET', '/api/v1/audit')).status, 403);
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
  [320, 740],
] as const) {
  t.test(`the trail at ${width} px, light and dark`, async (t) => {
    const { page } = await stage.as('admin', audit, { width, height });
    for (const text of [
      'Northern',
      'An attempt was refused',
      'The status changed',
      'A profile schema was registered',
    ]) {
      while ((await line(page, text).count()) === 0)
        await page.getByRole('button', { name: 'Show older entries' }).click();
      await line(page, text).first().locator('summary').click();
    }
    await lines(page).getByRole('button', { name: 'Omar Haddad' }).first().scrollIntoViewIfNeeded();
    t.same(await sideways(page), [], 'it does not scroll sideways');
    // What is narrower still differs in nothing but the breaks of its lines.
    if (width === 320) return;
    t.same(await violationsInBoth(page), []);
    await lines(page).getByRole('button', { name: 'Omar Haddad' }).first().click();
    await page.getByRole('button', { name: 'Only Omar Haddad' }).waitFor();
    await settled(page);
    t.same(await violations(page), [], 'narrowed to a person');
  });
}
