/** Before a session ends it is said, in every window; what was typed outlives it. */
import { t } from '@dossier/core/testing/t';
import { holds } from '@dossier/core/testing/waiting';
import type { Page } from 'playwright-core';
import { openStage, staffList } from './stage.ts';
import { violationsInBoth } from './axe.ts';
import type { Mock } from './mock/mock.ts';

const stage = await openStage();
t.teardown(() => stage.close());

const minute = 60_000;
const inMinutes = (n: number): string => new Date(Date.now() + n * minute).toISOString();
const warning = (page: Page) => page.getByRole('alertdialog');
/** Its time runs from when it knows the session, which is behind what is drawn first. */
const watched = (page: Page): Promise<boolean> =>
  holds(page, 'the page knows its session', () =>
    page.locator('dossier-session-end').evaluate(async (element) => {
      if (!('updateComplete' in element && 'current' in element && element.current !== null)) return false;
      await element.updateComplete;
      return true;
    }),
  );
/** A window whose time the test moves, with a session that has half an hour left. */
const open = async (mock: Mock, path = staffList, expires = 480): Promise<Page> => {
  const { page } = await stage.window(mock, path);
  await page.clock.install();
  const until = inMinutes(Math.min(30, expires));
  mock.ends = { until, expiresAt: expires <= 30 ? until : inMinutes(expires) };
  await page.reload();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await watched(page);
  return page;
};
const beside = async (page: Page): Promise<Page> => {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('heading', { level: 1 }).first().waitFor();
  await watched(other);
  return other;
};

t.test('five minutes before the end every window says so, and none any more when one stays signed in', async (t) => {
  const mock = await stage.mock();
  const page = await open(mock);
  const other = await beside(page);
  await page.clock.fastForward(24 * minute);
  t.equal(await warning(page).count(), 0);
  await page.clock.fastForward(minute + 5_000);
  await warning(page).getByRole('heading', { name: 'Are you still here?' }).waitFor();
  await warning(other).getByRole('heading', { name: 'Are you still here?' }).waitFor();
  t.same(await violationsInBoth(page), []);
  mock.ends = { until: inMinutes(60), expiresAt: inMinutes(480) };
  await warning(page).getByRole('button', { name: 'Stay signed in' }).press('Enter');
  await warning(page).waitFor({ state: 'hidden' });
  await warning(other).waitFor({ state: 'hidden' });
});

t.test('what was done in another window meanwhile is no reason to warn', async (t) => {
  const mock = await stage.mock();
  const page = await open(mock);
  mock.ends = { until: inMinutes(55), expiresAt: inMinutes(480) };
  const asked = page.waitForResponse(/\/api\/v1\/session$/);
  await page.clock.fastForward(26 * minute);
  await asked;
  t.equal(await warning(page).count(), 0);
});

t.test('a session that cannot be extended offers to sign in again beside the page', async (t) => {
  const mock = await stage.mock();
  const page = await open(mock, staffList, 12);
  await page.clock.fastForward(8 * minute + 5_000);
  await warning(page)
    .getByRole('heading', { name: /^Your session ends at / })
    .waitFor();
  t.same(await violationsInBoth(page), []);
  const opened = page.waitForEvent('popup');
  await warning(page).getByRole('button', { name: 'Sign in again' }).click();
  const address = new URL((await opened).url());
  t.equal(address.searchParams.get('returnTo'), staffList);
});

t.test('where nothing was typed the end leads to the sign-in page, and back', async (t) => {
  const mock = await stage.mock();
  const page = await open(mock);
  mock.signedIn = false;
  await page.clock.fastForward(31 * minute);
  await page.waitForURL(/\/auth\/login/);
  t.equal(new URL(page.url()).searchParams.get('returnTo'), staffList);
});

t.test('where something was typed the page stays until one has signed in again beside it', async (t) => {
  const mock = await stage.mock();
  const { id } = mock.rows.find(({ status }) => status === 'InReview')!;
  const page = await open(mock, `${staffList}/${id}`);
  await page
    .getByRole('button', { name: /^Reject/ })
    .first()
    .click();
  const reason = page.getByRole('dialog').locator('textarea').first();
  await reason.fill('The income is too low.');
  mock.signedIn = false;
  await page.clock.fastForward(31 * minute);
  await warning(page).getByRole('heading', { name: 'Please sign in again' }).waitFor();
  const opened = page.waitForEvent('popup');
  await warning(page).getByRole('button', { name: 'Sign in' }).click();
  const popup = await opened;
  t.match(popup.url(), /\/auth\/login\?returnTo=/);
  mock.signedIn = true;
  mock.ends = { until: inMinutes(30), expiresAt: inMinutes(480) };
  // It closes by itself, which may be before its page is there.
  await popup.goto(new URL(staffList, mock.url).href).catch(() => undefined);
  await warning(page).waitFor({ state: 'hidden' });
  t.equal(await reason.inputValue(), 'The income is too low.');
});

t.test('who signs out in one window leaves nothing in the others', async () => {
  const mock = await stage.mock();
  const page = await open(mock);
  const other = await beside(page);
  await page.getByRole('button', { name: /your account/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await other.waitForURL(/\/auth\/login/);
});
