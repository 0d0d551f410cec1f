/** Working hours and holidays of the organization, and who is out of office. */
import { t } from '@dossier/core/testing/t';
import { dayAfter, isRecord } from '@dossier/sdk';
import { violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { openStage } from './stage.ts';
import { confirm, heading, toast } from './steps.ts';

const stage = await openStage();
t.teardown(() => stage.close());
const calendar = stage.picker.replace(/\/orgs$/, '/settings/calendar');
const stored = async (): Promise<Readonly<Record<string, unknown>>> => {
  const { body } = await stage.rest(stage.person('admin'), 'GET', '/api/v1/organization/calendar');
  return isRecord(body) ? body : {};
};
const desk = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

t.test('an administrator sets the week and pastes holidays, and sees each fault at its place', async (t) => {
  const { page, faults } = await stage.as('admin', calendar, desk);
  await heading(page, 'Working hours and holidays');
  const friday = page.getByRole('group', { name: 'Friday' });
  await page.getByRole('checkbox', { name: 'Thursday' }).uncheck();
  await friday.getByRole('button', { name: /Add hours after a break/ }).click();
  await friday.getByLabel('Friday, part 1, to').fill('12:00');
  await friday.getByLabel('Friday, part 2, from').fill('11:30');
  await friday.getByLabel('Friday, part 2, to').fill('00:00');
  await page.getByRole('button', { name: 'Add several' }).click();
  await page.getByLabel('Several holidays, one a line').fill('2026-12-25 Christmas Day\nEaster\n26.12.2026 Boxing Day');
  await page.getByRole('button', { name: 'Add to the list' }).click();
  await page.getByText('No date was found in 1 line').waitFor();
  t.equal(await page.getByLabel('Several holidays, one a line').inputValue(), 'Easter', 'what is no day stays');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Add a holiday' }).click();
  await page.getByLabel('Holiday 3, date').fill('2027-01-01');
  const save = page.getByRole('button', { name: 'Save working hours and holidays' });
  await save.click();
  await page.getByText('2 fields need another look.').waitFor();
  await friday.getByText('This begins before the part above has ended.').waitFor();
  await page.getByText('Say in one line which holiday it is.').waitFor();
  t.ok(
    await friday.getByLabel('Friday, part 2, from').evaluate((field) => field.matches(':focus')),
    'the first of them',
  );
  t.same(await violationsInBoth(page), []);
  t.equal((await stored())['version'], 0, 'nothing was saved');

  await friday.getByLabel('Friday, part 2, from').fill('13:00');
  await page.getByLabel('Holiday 3, name').fill('New Year');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/organization/calendar', (route) => held.promise.then(() => route.continue()), {
    times: 1,
  });
  await save.click();
  await page.getByRole('button', { name: 'Saving…' }).waitFor();
  const boxingDay = page.getByRole('button', { name: 'Remove Boxing Day' });
  await boxingDay.click();
  held.resolve();
  await toast(page, 'Working hours and holidays were saved.');
  t.equal(await boxingDay.count(), 0, 'what was changed while it was saved stays as it is');
  const day = [{ from: '09:00', to: '17:00' }];
  const parts = [
    { from: '09:00', to: '12:00' },
    { from: '13:00', to: '24:00' },
  ];
  t.match(await stored(), {
    hours: [day, day, day, null, parts, null, null],
    holidays: [
      { day: '2026-12-25', name: 'Christmas Day' },
      { day: '2026-12-26', name: 'Boxing Day' },
      { day: '2027-01-01', name: 'New Year' },
    ],
  });

  const { hours, holidays } = await stored();
  await stage.rest(stage.person('admin'), 'PUT', '/api/v1/organization/calendar', {
    hours,
    holidays: Array.isArray(holidays) ? holidays.slice(1) : [],
  });
  await save.click();
  await page.getByText('Somebody else changed this meanwhile').waitFor();
  await page.getByRole('button', { name: 'Drop my changes and show what is saved' }).click();
  await boxingDay.waitFor();
  t.equal(await page.getByRole('button', { name: 'Remove Christmas Day' }).count(), 0);
  t.same(
    faults.filter((fault) => !/4(12|22)/.test(fault)),
    [],
  );
  await page.context().close();
  const small = await stage.as('admin', calendar, phone);
  await small.page.getByRole('button', { name: 'Remove Boxing Day' }).waitFor();
  t.same(await sideways(small.page), [], 'a phone shows all of it');
  t.same(await violationsInBoth(small.page), []);
  await small.page.context().close();
});

t.test('an officer notes on a phone that they are away, and a client sees that there is nothing to note', async (t) => {
  const { page, faults } = await stage.as('officer', '/profile/absences', phone);
  await heading(page, 'Out of office');
  await page.getByText('No absence is noted').waitFor();
  const first = dayAfter(new Date().toISOString().slice(0, 10), 10);
  await page.getByLabel('First day').fill(first);
  await page.getByLabel('Last day').fill(dayAfter(first, -1));
  await page.getByRole('button', { name: 'Note the absence' }).click();
  await page.getByText('The last day may not be before the first.').waitFor();
  await page.getByLabel('Last day').fill(dayAfter(first, 4));
  const standIn = page.getByLabel('Stand-in');
  await standIn.selectOption({ index: 1 });
  const name = await standIn.locator('option:checked').innerText();
  await page.getByRole('button', { name: 'Note the absence' }).click();
  await toast(page, 'The absence is noted.');
  await page.getByRole('list', { name: 'Absences' }).getByText(`${name} stands in`).waitFor();
  t.same(await sideways(page), []);
  t.same(await violationsInBoth(page), []);
  await page.getByRole('button', { name: /^Remove/ }).click();
  await confirm(page, 'Remove');
  await page.getByText('No absence is noted').waitFor();
  t.same(
    faults.filter((fault) => !fault.includes('422')),
    [],
  );
  await page.context().close();
  const client = await stage.as('amelia', '/profile/absences', desk);
  await client.page.getByText('Nothing to note here').waitFor();
  t.same(await violationsInBoth(client.page), []);
  await client.page.context().close();
});
