import { t } from '@dossier/core/testing/t';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { eventually, holds } from '../../core/testing/waiting.ts';
import { violations, violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { isRecord } from '@dossier/sdk';
import { openStage } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());
const [admin, officer] = [stage.person('admin'), stage.person('officer')];
const audit = stage.picker.replace(/orgs$/, 'settings/audit');

const issued = await stage.rest(admin, 'POST', '/api/v1/api-keys', { name: 'Northern <b>branch</b>' });
const attempt = await stage.rest(officer, 'POST', '/api/v1/api-keys', { name: 'Mine' });
if (issued.status !== 201 || attempt.status !== 403)
  throw new Error(`The key was answered with ${issued.status}, the attempt with ${attempt.status}.`);

const idIn = (body: unknown): string => (isRecord(body) ? String(body['id']) : '');
const lines = (page: Page): Locator => page.locator('dossier-settings-audit li');
const line = (page: Page, text: string | RegExp): Locator => lines(page).filter({ hasText: text });
const kind = (page: Page): Locator => page.getByRole('combobox', { name: 'Kind' });
/** When all lines are of the filter in the address. */
const settled = (page: Page): Promise<void> => page.locator('.days[aria-busy=false]').waitFor();
const query = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams);

t.test(
  'an administrator reads in sentences who did what, an attempt that was refused, and before and after, by keyboard',
  async (t) => {
    const { page, faults } = await stage.as('admin', audit.replace('/audit', ''));
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit trail' }).click();
    const refused = line(page, 'tried what they may not do').first();
    t.match(await refused.locator('.what').innerText(), /^Omar Haddad tried what they may not do: .*key.*\.$/i);
    const key = line(page, 'Northern').first();
    t.equal(
      await key.locator('.what').innerText(),
      'Ada Lindqvist issued the API key Northern <b>branch</b>.',
      'a name is no markup',
    );
    const summary = key.locator('summary');
    await summary.focus();
    await page.keyboard.press('Enter');
    await key.getByRole('row', { name: 'Name Nothing Northern <b>branch</b>' }).waitFor();
    t.equal(await summary.evaluate((element) => element.matches(':focus')), true);
    t.notMatch(await key.innerText(), /[0-9a-f]{8}-[0-9a-f]{4}|[{}]/, 'neither ids nor JSON');
    const submitted = line(page, 'Emiko Tanaka').first();
    t.match(await submitted.locator('.what').innerText(), /\d{4}-\d{6} of Emiko Tanaka/);
    await submitted.getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Emiko Tanaka' }).waitFor();
    t.pass('an application is a link');
    await page.goBack();
    await refused.waitFor();
    t.same(faults, []);
  },
);

t.test('answers that a client corrected are read before and after, as the form calls them', async (t) => {
  const client = stage.person('Benjamin');
  const mine = await stage.rest(client, 'GET', '/api/v1/applications');
  const id = Array.isArray(mine.body) ? idIn(mine.body[0]) : '';
  const asked = await stage.rest(officer, 'POST', `/api/v1/applications/${id}/corrections`, {
    items: ['amount', 'purpose'].map((field) => ({ field, reason: 'Please look again.' })),
    dueAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  });
  const correction = `/api/v1/corrections/${idIn(asked.body)}`;
  const answers = { amount: 12_500, purpose: 'CAR' };
  t.equal((await stage.rest(client, 'PUT', `${correction}/answers`, { answers })).status, 200);
  t.equal((await stage.rest(client, 'POST', `${correction}/send`, {})).status, 200);
  // The page reads the trail once, and an entry is in it when no transaction that began before is open any more.
  await eventually('the answers are in the trail', async () => {
    const { body } = await stage.rest(
      admin,
      'GET',
      `/api/v1/audit?type=applications/answers-changed@1&subjectType=application&subjectId=${id}&limit=1`,
    );
    return Array.isArray(body) && body.length > 0;
  });
  const { page, faults } = await stage.as('admin', `${audit}?type=applications/answers-changed@1`);
  const entry = line(page, 'Benjamin Okafor').first();
  t.match(
    await entry.locator('.what').innerText(),
    /^Benjamin Okafor changed answers of \d{4}-\d{6}: (Amount in euro|What is the money for) and .+\.$/,
  );
  await entry.locator('summary').click();
  await entry.getByRole('row', { name: 'Amount in euro €18,000.00 €12,500.00' }).waitFor();
  await entry.getByRole('row', { name: 'What is the money for? A home A car' }).waitFor();
  t.same(await violationsInBoth(page), []);
  t.same(faults, []);
});

t.test('a person or an application is found by typing, and the trail narrowed to it', async (t) => {
  const { page } = await stage.as('admin', audit);
  const search = page.getByRole('searchbox', { name: 'Person or application' });
  await search.fill('omar');
  await page.getByRole('button', { name: 'Omar Haddad', exact: true }).click();
  await page.getByRole('button', { name: 'Only Omar Haddad' }).waitFor();
  t.same(query(page), { actorId: officer.id });
  await search.fill('202');
  const found = page.locator('dossier-audit-filters .found button').first();
  await found.waitFor();
  const number = await found.innerText();
  t.match(number, /^\d{4}-\d{6}$/);
  await found.click();
  await page.getByRole('button', { name: `Only ${number}` }).waitFor();
  t.match(query(page), { actorId: officer.id, subjectType: 'application' });
  await search.fill('nobody of that name');
  await page.getByText('Nobody and no application of that name or number.').waitFor();
  t.same(await violations(page), []);
  await search.press('Escape');
  await page.getByRole('button', { name: `Only ${number}` }).click();
  await page.waitForURL((url) => !url.searchParams.has('subjectId'));
});

t.test('it is narrowed by kind, days and person; a reload keeps that, and Back takes it away', async (t) => {
  const { page } = await stage.as('admin', audit);
  await line(page, 'tried what they may not do').first().waitFor();
  await kind(page).selectOption({ label: 'An API key was issued' });
  await line(page, 'tried what they may not do').waitFor({ state: 'detached' });
  await settled(page);
  t.same(query(page), { type: 'api-keys/issued@1' });
  t.ok((await lines(page).locator('.what').allInnerTexts()).every((text) => text.includes('issued the API key')));
  t.equal(await kind(page).locator('optgroup[label="API keys"] option:checked').count(), 1);

  await lines(page).locator('summary').first().click();
  await lines(page).getByRole('button', { name: 'Only what Ada Lindqvist did' }).first().click();
  await page.getByRole('button', { name: 'Only Ada Lindqvist' }).waitFor();
  await line(page, 'Partner portal').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Only Ada Lindqvist' }).waitFor();
  t.equal(await lines(page).count(), 1);
  await kind(page).locator('option:checked', { hasText: 'An API key was issued' }).waitFor({ state: 'attached' });
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
  await line(page, 'tried what they may not do').first().waitFor();
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
  await holds(page, 'nothing older is left', async () => {
    if ((await older.count()) === 0) return true;
    const before = await lines(page).count();
    await older.click();
    await page.getByRole('button', { name: 'Loading…' }).waitFor({ state: 'detached' });
    // Behind a page that was just full there may be nothing more: the keyboard goes on at the last line then.
    shown = Math.min(before, (await lines(page).count()) - 1);
    return false;
  });
  await lines(page).nth(shown).locator('summary:focus').waitFor();
  t.match(await lines(page).last().innerText(), 'created the organization');
});

t.test('where nothing is behind a full page the keyboard goes on at the last line', async (t) => {
  const { page } = await stage.as('admin', audit);
  await page.route(
    (url) => url.searchParams.has('cursor'),
    (route) => route.fulfill({ json: [] }),
  );
  const older = page.getByRole('button', { name: 'Show older entries' });
  await older.press('Enter');
  await lines(page).last().locator('summary:focus').waitFor();
  t.equal(await lines(page).count(), 50);
  t.equal(await older.count(), 0);
});

t.test('the trail is verified at a press, with what came of it, and exported as it is narrowed', async (t) => {
  const { page } = await stage.as('admin', `${audit}?type=api-keys/issued@1`);
  await page.getByText('The trail was not checked yet.').waitFor();
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.locator('dossier-audit-seal').getByText('Complete and unchanged.').waitFor();
  await page
    .locator('dossier-audit-seal')
    .getByText(/[\d,]+ entr.*checked just now/)
    .waitFor();
  await page.reload();
  await page.locator('dossier-audit-seal').getByText('Complete and unchanged.').waitFor();
  t.same(await violations(page), []);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  const file = await saved;
  t.equal(file.suggestedFilename(), 'audit-trail.csv');
  const text = await readFile(await file.path(), 'utf8');
  t.match(text, 'Ada Lindqvist issued the API key Northern');
  t.notMatch(text, 'tried what they may not do', 'only what the filters find');
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
    for (const text of ['Northern', 'tried what they may not do', 'approved', 'registered the kind of profile']) {
      await holds(page, `an entry says ${text}`, async () => {
        if ((await line(page, text).count()) > 0) return true;
        await page.getByRole('button', { name: 'Show older entries' }).click();
        return false;
      });
      await line(page, text).first().locator('summary').click();
    }
    await page.evaluate('scrollTo(0, 0)');
    t.same(await sideways(page), [], 'it does not scroll sideways');
    // What is narrower still differs in nothing but the breaks of its lines.
    if (width === 320) return;
    t.same(await violationsInBoth(page), []);
    const refused = line(page, 'tried what they may not do').first();
    await refused.getByRole('button', { name: 'Only what Omar Haddad did' }).click();
    await page.getByRole('button', { name: 'Only Omar Haddad' }).waitFor();
    await settled(page);
    t.same(await violations(page), [], 'narrowed to a person');
  });
}
