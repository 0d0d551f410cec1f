import t from 'tap';
import { violations } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { openStage } from './stage.ts';
import { heading } from './steps.ts';

t.setTimeout(480_000);
const stage = await openStage();
t.teardown(() => stage.close());

t.test('an application is filled in on a phone, left, gone on with elsewhere, and sent', async (t) => {
  const apply = stage.staffList.replace(/applications$/, 'apply');
  const { page, faults } = await stage.as('officer', apply, { width: 390, height: 844 });
  await heading(page, 'New application');
  t.same(await violations(page), []);
  await page
    .getByRole('button', { name: /^Begin/ })
    .first()
    .click();
  await heading(page, 'Who applies');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Give the first name.' }).click();
  await page.keyboard.type('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('E-mail').fill('ada@example.org');
  t.same(await sideways(page), []);
  t.same(await violations(page), []);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.locator('dossier-form-step').waitFor();
  await page.getByText(/^Saved, /).waitFor();
  t.same(await violations(page), []);
  const address = new URL(page.url()).pathname;
  await page.close();

  const desk = await stage.as('officer', address, { colorScheme: 'dark' });
  await desk.page.locator('dossier-form-step').waitFor();
  t.not(await desk.page.getByRole('heading', { level: 1 }).innerText(), 'Who applies', 'it is where it was left');
  t.same(await violations(desk.page), []);
  t.same([...faults, ...desk.faults], []);
});
