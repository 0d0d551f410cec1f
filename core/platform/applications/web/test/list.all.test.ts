import { t } from '@dossier/core/testing/t';
import { holds } from '@dossier/core/testing/waiting';
import type { Locator, Page } from 'playwright-core';
import { row, staff } from '../../../../../web/test/mock/data.ts';
import type { Mock } from '../../../../../web/test/mock/mock.ts';
import { heard, openStage, staffList } from '../../../../../web/test/stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());

/** Opens the staff list and waits until it is live. */
const list = async (mock: Mock, o: { width?: number } = {}): Promise<{ page: Page; faults: string[] }> => {
  const opened = await stage.window(mock, staffList, o);
  await opened.page.locator('vaadin-grid .row-link:visible').first().waitFor();
  await heard(opened.page, mock, 'Applications');
  return opened;
};

const names = (page: Page): Promise<string[]> => page.locator('vaadin-grid .row-link:visible').allTextContents();
const scroll = async (page: Page, top: number): Promise<void> => {
  await page.locator('vaadin-grid #table').evaluate((table, to) => {
    table.scrollTop = to;
  }, top);
};
const scrolled = (page: Page): Promise<number> =>
  page.locator('vaadin-grid #table').evaluate((table) => table.scrollTop);

t.test('a row appears at once at the top when an application comes in, and is announced', async (t) => {
  const mock = await stage.mock();
  const { page, faults } = await list(mock);
  mock.submit(row(0, { minutes: 0, applicantName: 'Nora New' }));
  await page.getByRole('link', { name: 'Nora New' }).waitFor();
  await page.getByText('1 new application.').waitFor({ state: 'attached' });
  await page.getByText('181 applications').waitFor();
  t.equal(await page.getByRole('button', { name: /new/ }).count(), 0, 'no pill at the top');
  t.same(faults, []);
});

t.test('the list names the officers, and asks for each once', async (t) => {
  const mock = await stage.mock();
  const { page } = await list(mock);
  await page.locator('vaadin-grid-cell-content:visible', { hasText: 'Omar Officer' }).first().waitFor();
  t.ok((await page.locator('vaadin-grid .who bdi:visible', { hasText: /^You$/ }).count()) > 0, 'oneself by no name');
  t.equal(await page.locator('vaadin-grid-cell-content:visible', { hasText: 'An officer' }).count(), 0);
  t.equal(mock.requests.filter((one) => one === 'POST /graphql Officers').length, 1);
});

t.test('Back leads from filter to filter; what is typed is one', async (t) => {
  const mock = await stage.mock();
  const { page } = await list(mock);
  const tab = (name: string): Locator => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
  const pressed = (name: string): Promise<void> => page.locator('.tabs a[aria-current]', { hasText: name }).waitFor();
  await tab('Decided').click();
  await pressed('Decided');
  await tab('Unassigned').click();
  await pressed('Unassigned');
  const search = page.getByRole('searchbox');
  for (const text of ['A', 'Ad', 'Ada']) {
    await search.fill(text);
    await page.waitForURL(new RegExp(`q=${text}$`));
  }
  await page.goBack();
  await pressed('Unassigned');
  t.equal(await search.inputValue(), '');
  await page.goBack();
  await pressed('Decided');
  await page.goBack();
  await pressed('All');
});

t.test(
  'who types a search and opens a row at once stays in the application, and Back leads to the list as it was',
  async (t) => {
    const mock = await stage.mock();
    const { page } = await list(mock);
    const search = page.getByRole('searchbox');
    await page.clock.install();
    const ways = { link: '.row-link', cell: '.whole' } as const;
    for (const [way, part] of Object.entries(ways)) {
      // In one go, since the search waits for a quarter of a second only.
      await page.locator('dossier-application-list').evaluate((element, selector) => {
        const root = element.shadowRoot,
          field = root?.querySelector('input');
        if (!field) throw new Error('There is no search.');
        field.value = 'Ada';
        field.dispatchEvent(new Event('input'));
        root?.querySelector<HTMLElement>(`vaadin-grid ${selector}`)?.click();
      }, part);
      await page.getByRole('heading', { name: 'Workflow' }).waitFor();
      await page.clock.fastForward(300);
      t.ok(await page.getByRole('heading', { name: 'Workflow' }).isVisible(), `opened by its ${way}`);
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor();
      t.equal(await search.inputValue(), '', 'the field says what is shown');
    }
  },
);

/** The grid places its rows in the frame after it was scrolled. */
const placed = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

t.test('further down new rows wait behind a pill and nothing moves', async (t) => {
  const mock = await stage.mock();
  const { page } = await list(mock);
  await scroll(page, 900);
  // That far down the list fetches its next page, and with it the grid places its rows anew.
  await page.getByText('100 of 180', { exact: true }).waitFor();
  await placed(page);
  const before = { at: await scrolled(page), names: await names(page) };
  for (const name of ['Nora New', 'Nils Next']) mock.submit(row(0, { minutes: 0, applicantName: name }));
  const pill = page.getByRole('button', { name: '2 new' });
  await pill.waitFor();
  t.equal(await scrolled(page), before.at);
  t.same(await names(page), before.names);
  await pill.click();
  await page.getByRole('link', { name: 'Nils Next' }).waitFor();
  await holds(
    page,
    'the list is at its top',
    () => scrolled(page),
    (top) => top < 8,
  );
  t.equal(await pill.count(), 0);
});

t.test(
  'what comes while an application is open waits for who had scrolled away, and joins for who had not',
  async (t) => {
    const mock = await stage.mock();
    const { page } = await list(mock);
    const meanwhile = async (top: number, fresh: readonly string[]): Promise<void> => {
      await scroll(page, top);
      await holds(page, 'the list is there', () => scrolled(page), top);
      await page.locator('vaadin-grid .row-link:visible').nth(3).click();
      await page.getByRole('heading', { name: 'Workflow' }).waitFor();
      for (const applicantName of fresh) mock.submit(row(0, { minutes: 0, applicantName }));
      await page.getByText(`${mock.rows.length} applications`).waitFor({ state: 'attached' });
      await page.goBack();
      await page.locator('vaadin-grid .row-link:visible').first().waitFor();
    };
    await meanwhile(0, ['Nora New']);
    await page.getByRole('link', { name: 'Nora New' }).waitFor();
    t.equal(await page.getByRole('button', { name: /\d new/ }).count(), 0, 'no pill at the top');

    const read = page.getByRole('link', { name: mock.rows[30]!.applicantName, exact: true });
    await scroll(page, 900);
    await page.getByText('100 of 181', { exact: true }).waitFor();
    /** Where it stands, once it moves no more. */
    const still = async () => {
      let before = await read.boundingBox();
      return holds(page, 'it moves no more', async () => {
        await placed(page);
        const former = before;
        before = await read.boundingBox();
        return before?.y === former?.y && before;
      });
    };
    await holds(page, 'the list is there', () => scrolled(page), 900);
    const place = await still();
    t.ok(place);
    await meanwhile(900, ['Nils Next', 'Nadia Next']);
    await page.getByRole('button', { name: '2 new' }).waitFor();
    t.same(await still(), place, 'nothing moved');
  },
);

t.test('a change updates the row in place and keeps scroll, selection and filter', async (t) => {
  const mock = await stage.mock();
  const { page } = await list(mock);
  for (let i = 0; i < 25; i += 1) await page.keyboard.press('j');
  await page.keyboard.press('x');
  const chosen = await page
    .locator('vaadin-grid')
    .evaluate((grid) =>
      'selectedItems' in grid && Array.isArray(grid.selectedItems) ? grid.selectedItems.map((one) => one.id) : [],
    );
  const before = await scrolled(page);
  t.ok(before > 0, 'the keyboard scrolled the list');
  const visible = mock.rows[22]!;
  mock.change(visible.id, { status: 'Approved', applicantName: 'Changed Indeed' });
  await page.getByRole('link', { name: 'Changed Indeed' }).waitFor();
  t.equal(await scrolled(page), before);
  t.same(
    await page
      .locator('vaadin-grid')
      .evaluate((grid) =>
        'selectedItems' in grid && Array.isArray(grid.selectedItems) ? grid.selectedItems.map((one) => one.id) : [],
      ),
    chosen,
  );
  t.same(chosen, [mock.rows[24]!.id]);
});

t.test('the keyboard alone opens an application, and Back finds the list as it was', async (t) => {
  const mock = await stage.mock();
  const { page } = await list(mock);
  for (let i = 0; i < 32; i += 1) await page.keyboard.press('j');
  await page.keyboard.press('k');
  const before = await scrolled(page);
  t.ok(before > 0, 'the list had to scroll');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: mock.rows[30]!.applicantName }).waitFor();
  t.match(await page.title(), mock.rows[30]!.applicantName);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor();
  t.equal(await page.title(), 'Applications · Acme Bank');
  t.equal(await scrolled(page), before);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: mock.rows[30]!.applicantName }).waitFor();
});

t.test('the slash goes to the search, and letters typed there are no shortcuts', async (t) => {
  const mock = await stage.mock();
  const { page } = await list(mock);
  await page.keyboard.press('/');
  await page.keyboard.type('jun j');
  await page.getByText('1 application', { exact: true }).waitFor();
  t.match(page.url(), /q=jun\+j/);
  t.equal(await page.getByRole('searchbox').inputValue(), 'jun j');
});

t.test('filters stand in the address, and a filter without a match says so and can be cleared', async (t) => {
  const mock = await stage.mock();
  mock.rows = mock.rows.filter((one) => one.status !== 'Rejected');
  const { page } = await list(mock);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Rejected' }).check();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('Status Rejected').waitFor();
  await page.getByText('Nothing matches').waitFor();
  t.match(page.url(), /status=Rejected/);
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await page.locator('vaadin-grid .row-link:visible').first().waitFor();
  t.notMatch(page.url(), /status/);
});

t.test('an address with a filter that there is not says so, and leads to all of them', async (t) => {
  const mock = await stage.mock();
  const { page } = await stage.window(mock, `${staffList}?status=Nope&createdFrom=yesterday`);
  await page.getByRole('heading', { name: 'This filter cannot be used' }).waitFor();
  await page
    .getByRole('alert')
    .getByText('A status is one of Draft, Submitted, InReview, Approved, Rejected. Give a time with its offset.')
    .waitFor();
  t.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await page.locator('vaadin-grid .row-link:visible').first().waitFor();
  t.notMatch(page.url(), /status|createdFrom/);
});

t.test('all pages come in as one scrolls', async (t) => {
  const mock = await stage.mock();
  const { page } = await list(mock);
  await holds(page, 'all are there', async () => {
    await scroll(page, 1_000_000);
    return page.getByText('180 of 180', { exact: true }).isVisible();
  });
  t.equal(mock.rows.length, 180);
});

t.test('what came while the connection was cut is there once afterwards, and the badge tells', async (t) => {
  const mock = await stage.mock();
  const { page } = await list(mock);
  // The first may be found by the look that follows a new subscription; the second is heard, and leaves a place to
  // catch up from.
  for (const applicantName of ['Found', 'Before Cut']) {
    mock.submit(row(0, { minutes: 0, applicantName }));
    await page.getByRole('link', { name: applicantName }).waitFor();
  }
  mock.broker.down(true);
  await page.getByText('Live updates paused').waitFor();
  mock.submit(row(0, { minutes: 0, applicantName: 'First Missed' }));
  mock.submit(row(0, { minutes: 0, applicantName: 'Second Missed' }));
  mock.broker.down(false);
  await page.getByRole('link', { name: 'Second Missed' }).waitFor();
  await page.getByText('Live updates paused').waitFor({ state: 'detached' });
  for (const name of ['Before Cut', 'First Missed', 'Second Missed'])
    t.equal(await page.getByRole('link', { name }).count(), 1, name);
  t.ok(
    mock.requests.some((one) => one.startsWith('GET /api/v1/events?')),
    'it asked for what it missed',
  );
});

t.test('a list that cannot be read says so and is tried again', async (t) => {
  const mock = await stage.mock();
  mock.broken = true;
  const { page } = await stage.window(mock, staffList);
  await page.getByRole('alert').getByText('Please try again in a moment.').waitFor();
  // Once live, it has read again by itself: from here on it waits for the button.
  await heard(page, mock, 'Applications');
  mock.broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('vaadin-grid .row-link:visible').first().waitFor();
  t.pass();
});

t.test('a list that is too long for a file says so', async (t) => {
  const mock = await stage.mock();
  mock.rows = Array.from({ length: 10_001 }, (_, i) => row(i));
  const { page, faults } = await list(mock);
  await page.getByRole('button', { name: 'Export this list as CSV' }).click();
  await page
    .getByRole('region', { name: 'Messages' })
    .getByText('at most 10,000 applications, and this list 10,001')
    .waitFor();
  t.notOk(mock.requests.some((one) => one.includes('/export')));
  t.same(faults, []);
});

t.test('an empty workspace teaches what will appear', async (t) => {
  const mock = await stage.mock();
  mock.rows = [];
  const { page } = await stage.window(mock, staffList);
  await page.getByText('No applications yet').waitFor();
  await heard(page, mock, 'Applications');
  mock.submit(row(0, { minutes: 0, applicantName: 'Very First', workspaceId: staff.id }));
  await page.getByRole('link', { name: 'Very First' }).waitFor();
  t.pass();
});
