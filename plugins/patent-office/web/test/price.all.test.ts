/** What the buttons of a search say that they cost, by a clock that the test turns. */
import { t } from '@dossier/core/testing/t';
import { holds } from '@dossier/core/testing/waiting';
import type { Page } from 'playwright-core';
import { openStage, staffList } from '../../../../web/test/stage.ts';
import { checked, many, openOffice } from './office.ts';
import type { Office } from './office.ts';
import { said } from './reader.ts';

const stage = await openStage();
t.teardown(() => stage.close());

const open = async (prepare: (office: Office) => void) => {
  const mock = await stage.mock();
  const { page, faults } = await stage.window(mock, staffList);
  const office = openOffice(mock);
  prepare(office);
  await page.clock.install();
  await page.goto(`${mock.url}${staffList}/${mock.rows[1]!.id}?tab=dossier-patents`);
  return { page, faults, office };
};
const words = (page: Page) => page.getByRole('textbox', { name: 'Title or abstract' });
const searchButton = (page: Page) => page.getByRole('button', { name: /^Search \d/ });
const nextButton = (page: Page) => page.getByRole('button', { name: /^Next \d+/ });
const costs = (page: Page, button: typeof searchButton, price: string) =>
  holds(page, 'it costs that', () => button(page).locator('.cost').textContent(), price);

t.test('what was searched costs nothing for a day, and has its price again after it', async (t) => {
  const { page, faults, office } = await open((office) => {
    office.hits = many(60);
    office.check = (asked) =>
      checked(asked.by === 'cql' ? asked.q : JSON.stringify(asked).includes('tank') ? 'ta all "tank"' : office.cql);
  });
  await words(page).fill('hydrogen storage');
  await costs(page, searchButton, '1 credit');
  await words(page).press('Enter');
  await costs(page, searchButton, '0 credits');
  await costs(page, nextButton, '1 credit');
  await nextButton(page).click();
  await page.getByText('1–50 of 60').waitFor();
  await costs(page, searchButton, '0 credits');

  await words(page).fill('tank');
  t.equal(await searchButton(page).locator('.cost').textContent(), '1 credit', 'other words');
  await page.getByText('ta all "tank"').waitFor();
  await costs(page, searchButton, '1 credit');
  // A colleague has searched for it.
  office.kept.set('ta all "tank" 1', new Date(Date.now() + 60 * 60_000).toISOString());
  await words(page).fill('tanks');
  await costs(page, searchButton, '0 credits');
  await words(page).fill('hydrogen storage');
  await words(page).press('Enter');
  await page.getByText('1–25 of 60').waitFor();
  await costs(page, nextButton, '0 credits');
  await page.getByText('1,282 credits left').waitFor();

  await page.clock.fastForward(24 * 60 * 60_000);
  await costs(page, searchButton, '1 credit');
  await costs(page, nextButton, '1 credit');
  t.same(faults, []);
});

t.test('a price that has risen is said and not paid at the first press', async (t) => {
  const { page, office } = await open((office) => {
    office.hits = many(1);
  });
  await words(page).fill('hydrogen storage');
  await searchButton(page).click();
  await costs(page, searchButton, '0 credits');
  office.kept.clear();
  await searchButton(page).click();
  const note = 'This search costs 1 credit now. Search again to make it.';
  await said(page, note);
  t.ok(await page.locator('dossier-patent-search-form').getByText(note).isVisible());
  await costs(page, searchButton, '1 credit');
  t.equal(office.searches(), 1);
  await searchButton(page).click();
  await holds(page, 'it is searched again', () => office.searches(), 2);
  await page.locator('dossier-patent-search-form').getByText(note).waitFor({ state: 'detached' });
});

t.test('without a credit left it can be had once more, and what is not kept has its price', async (t) => {
  const { page, office } = await open((office) => {
    Object.assign(office, { hits: many(1), credits: { ...office.credits, left: 1 } });
  });
  const button = searchButton(page);
  await words(page).fill('hydrogen storage');
  await button.click();
  await page.getByText('0 credits left').waitFor();
  await costs(page, searchButton, '0 credits');
  t.notOk(await button.isDisabled());
  await button.click();
  await holds(page, 'it is searched once more', () => office.searches(), 2);

  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('link', { name: 'Patent Search' }).click();
  await costs(page, searchButton, '0 credits');
  await words(page).fill('');
  await costs(page, searchButton, '1 credit');
  t.ok(await button.isDisabled());
  await page.getByText(/There are new ones on/).waitFor();

  Object.assign(office, { credits: { ...office.credits, left: 0, quota: 0 } });
  await page.reload();
  await page.getByText(/Your organization has no credits for searches/).waitFor();
  t.equal(await page.getByText(/There are new ones/).count(), 0, 'no day is promised that brings none');
});
