/** What the buttons of a search say that they cost, by a clock that the test turns. */
import { t } from '@dossier/core/testing/t';
import { holds } from '@dossier/core/testing/waiting';
import { openStage, staffList } from '../../../../web/test/stage.ts';
import { checked, many, openOffice } from './office.ts';

const stage = await openStage();
t.teardown(() => stage.close());

t.test('what was searched a moment ago costs nothing once more, until its moment has passed', async (t) => {
  const mock = await stage.mock();
  const { page, faults } = await stage.window(mock, staffList);
  const office = openOffice(mock);
  Object.assign(office, { hits: many(60), freeFor: 5 * 60_000 });
  office.check = ({ form }) => checked(JSON.stringify(form).includes('tank') ? 'ta all "tank"' : office.cql);
  await page.clock.install();
  await page.goto(`${mock.url}${staffList}/${mock.rows[1]!.id}?tab=dossier-patents`);
  const words = page.getByRole('textbox', { name: 'Title or abstract' });
  const costs = (name: RegExp, price: string) =>
    holds(page, 'it costs that', () => page.getByRole('button', { name }).locator('.cost').textContent(), price);
  const [search, next] = [/^Search \d/, /^Next \d+/];

  await words.fill('hydrogen storage');
  await costs(search, '1 credit');
  await words.press('Enter');
  await costs(search, '0 credits');
  await costs(next, '1 credit');
  await page.getByRole('button', { name: next }).click();
  await page.getByText('1–50 of 60').waitFor();
  await costs(search, '0 credits');

  await words.fill('tank');
  t.equal(await page.getByRole('button', { name: search }).locator('.cost').textContent(), '1 credit', 'other words');
  await page.getByText('ta all "tank"').waitFor();
  await costs(search, '1 credit');
  await words.fill('hydrogen storage');
  await costs(search, '0 credits');
  await words.press('Enter');
  await page.getByText('1–25 of 60').waitFor();
  await costs(next, '0 credits');

  await page.clock.fastForward(5 * 60_000);
  await costs(search, '1 credit');
  await costs(next, '1 credit');
  t.same(faults, []);
});

t.test('without a credit left it can be had once more; removed from the earlier ones it has its price', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, staffList);
  const office = openOffice(mock);
  Object.assign(office, { hits: many(1), freeFor: 5 * 60_000, credits: { ...office.credits, left: 1 } });
  const { id, cql } = { id: '01939f00-0000-7000-8000-0000000000e1', cql: office.cql };
  office.earlier = [{ id, cql, form: null, total: 1, at: new Date().toISOString() }];
  await page.goto(`${mock.url}${staffList}/${mock.rows[1]!.id}?tab=dossier-patents`);
  const button = page.getByRole('button', { name: /^Search \d/ });
  const costs = (price: string) => holds(page, 'it costs that', () => button.locator('.cost').textContent(), price);
  await page.getByRole('textbox', { name: 'Title or abstract' }).fill('hydrogen storage');
  await button.click();
  await page.getByText('0 credits left').waitFor();
  await costs('0 credits');
  t.notOk(await button.isDisabled());
  await button.click();
  await holds(page, 'it is searched once more', () => office.searches(), 2);

  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('link', { name: 'Patent Search' }).click();
  await costs('0 credits');
  await page.getByRole('button', { name: 'Earlier searches' }).click();
  await page.getByRole('button', { name: /^Remove: / }).click();
  await page.getByText('No earlier searches').waitFor();
  await page.getByRole('button', { name: 'Words and fields' }).click();
  await costs('1 credit');
  t.ok(await button.isDisabled());
  await page.getByText(/There are new ones on/).waitFor();

  Object.assign(office, { credits: { ...office.credits, left: 0, quota: 0 } });
  await page.reload();
  await page.getByText(/Your organization has no credits for searches/).waitFor();
  t.equal(await page.getByText(/There are new ones/).count(), 0, 'no day is promised that brings none');
});
