import { t } from '@dossier/core/testing/t';
import type { Locator, Page } from 'playwright-core';
import { holds } from '../../core/testing/waiting.ts';
import { violations, violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());
for (const [i, name] of ['Nora', 'Olaf', 'Petra'].entries())
  await stage.submit(i === 2 ? 'doubtful' : 'clean', name, 'Branch');
const officer = stage.person('officer');
const reports = stage.staffList.replace(/applications$/, 'reports');
const rest = `/api/v1/workspaces/${stage.staffList.split('/').at(-2) ?? ''}`;

const card = (page: Page, name: string): Locator =>
  page.locator('dossier-report-card').filter({ has: page.getByRole('heading', { name, exact: true }) });
const figure = (page: Page, label: string): Locator =>
  page
    .locator('dossier-report-view .figure')
    .filter({ has: page.getByText(label, { exact: true }) })
    .first();
const numberIn = async (value: Locator): Promise<number> => Number.parseInt(await value.innerText(), 10);
const inList = async (page: Page): Promise<number> => numberIn(page.locator('dossier-application-list .title .number'));
const unsaved = (page: Page): Locator => page.locator('dossier-report-editor .chip', { hasText: 'Not saved' });
const gallery = async (path = reports) => {
  const opened = await stage.as('officer', path);
  await card(opened.page, 'Client Communications').waitFor();
  return opened;
};
const editor = async (id: string) => {
  const opened = await stage.as('officer', `${reports}/edit/${id}`);
  await opened.page.locator('dossier-report-view h2').waitFor();
  return opened;
};
const idOf = ({ body }: { readonly body: unknown }): string =>
  typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : '';
const definitionOf = ({ body }: { readonly body: unknown }): object =>
  typeof body === 'object' &&
  body !== null &&
  'definition' in body &&
  typeof body.definition === 'object' &&
  body.definition !== null
    ? body.definition
    : {};
const builtIn = definitionOf(await stage.rest(officer, 'GET', `${rest}/report-templates/monthly-operations`));
const saved = async (name: string): Promise<string> =>
  idOf(
    await stage.rest(officer, 'POST', `${rest}/report-templates`, {
      name,
      visibility: 'private',
      definition: { ...builtIn, period: { kind: 'thisMonth' } },
    }),
  );

t.test(
  "from the gallery to a change, to a report of one's own, and from its numbers to the applications they counted",
  async (t) => {
    const { page, faults } = await gallery();
    t.same(await page.locator('dossier-report-card h3').allInnerTexts(), [
      'Custom',
      'Monthly Operations',
      'Quarterly Business',
      'Closed Applications',
      'Client Communications',
    ]);
    await card(page, 'Monthly Operations').getByText('Received and closed').waitFor({ state: 'attached' });
    await page.getByText('Nothing saved yet').waitFor();
    await card(page, 'Monthly Operations').getByRole('link', { name: 'Open' }).click();
    await page.getByLabel('Period', { exact: true }).selectOption({ label: 'This month' });
    const received = figure(page, 'Received').locator('.value');
    await received.and(page.getByRole('link')).waitFor();
    const all = await numberIn(received);
    await page.getByRole('button', { name: 'Approved', exact: true }).click();
    await page.locator('dossier-report-view .filters', { hasText: 'Approved' }).waitFor();
    const approved = await numberIn(received);
    t.ok(approved > 0 && approved < all, `${approved} of ${all}`);
    await unsaved(page).waitFor();

    await page.getByRole('button', { name: 'Save as …' }).click();
    await page.getByLabel('Name', { exact: true }).fill('monthly operations');
    await page.getByLabel('Everybody in the workspace who views reports').check();
    await page.getByRole('button', { name: 'Save the report' }).click();
    await page.getByRole('alert').getByText('There is a report called "monthly operations" already.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('North branch');
    await page.getByRole('button', { name: 'Save the report' }).click();
    await page.waitForURL(/reports\/edit\/[0-9a-f-]{36}$/);
    await unsaved(page).waitFor({ state: 'detached' });
    const edit = page.url();

    await received.click();
    await page.getByRole('button', { name: /^Take away: Received/ }).waitFor();
    t.equal(await inList(page), approved, 'the list shows what was counted');
    await page.goBack();
    await page.waitForURL(edit);
    await page.locator('dossier-report-chart details').first().locator('summary').click();
    const one = page.locator('dossier-report-chart').first().getByRole('link').first();
    const counted = await numberIn(one);
    await one.click();
    await page.getByRole('button', { name: /^Take away: Received/ }).waitFor();
    t.equal(await inList(page), counted, 'also from a chart');

    await page.goto(reports);
    await card(page, 'North branch').getByText('Shared').waitFor();
    t.equal(await card(page, 'North branch').getByText('yours').count(), 1);
    t.same(
      definitionOf(await stage.rest(officer, 'GET', `${rest}/report-templates/monthly-operations`)),
      builtIn,
      'the built-in one is as it was',
    );
    t.same(
      faults.filter((fault) => !/409/.test(fault)),
      [],
    );
  },
);

t.test(
  'a click on the chart leads to the list, and Back finds the draft as it was left; leaving otherwise asks first',
  async () => {
    const { page } = await editor(await saved('Chart'));
    await page.getByLabel('Steps over time').selectOption({ label: 'Quarters' });
    await unsaved(page).waitFor();
    const canvas = page
      .locator('dossier-report-chart', {
        has: page.getByRole('img', { name: /^Received in the month, by status now/ }),
      })
      .locator('canvas');
    const position = { x: 205, y: 22 };
    // It is drawn a moment after it is in the page; the pointer tells when there is something to click.
    await holds(
      page,
      'the chart is drawn',
      async () => {
        await canvas.hover({ position });
        return canvas.evaluate((drawn) => drawn.style.cursor);
      },
      'pointer',
    );
    await canvas.click({ position });
    await page.waitForURL(/\/applications\?/);
    await page.goBack();
    await unsaved(page).waitFor();
    await page.getByRole('link', { name: 'Reports', exact: true }).last().click();
    await page.getByRole('dialog').getByText('What you changed here is not saved yet and will be lost.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await unsaved(page).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Reports', exact: true }).last().click();
    await card(page, 'Chart').waitFor();
  },
);

t.test(
  'sections are moved by keys, taken out and put back, changed and added; what the server refuses stands at its field',
  async (t) => {
    const { page } = await editor(await saved('Sections'));
    const list = page.locator('dossier-report-sections');
    const names = (): Promise<string[]> => list.locator('.words b').allInnerTexts();
    const before = await names();
    await list.getByRole('button', { name: 'Move The month at a glance: drag, or arrow keys' }).press('ArrowDown');
    t.same((await names()).slice(0, 2), [before[1], before[0]]);
    await page.keyboard.press('ArrowUp');
    t.same(await names(), before, 'the handle keeps the focus on its way');
    await list.getByRole('button', { name: 'Remove Received and closed' }).click();
    t.notOk((await names()).includes('Received and closed'));
    await list.getByRole('button', { name: 'Put it back' }).click();
    t.same(await names(), before);
    await list.getByRole('button', { name: /^Documents/ }).click();
    await list.getByLabel('Heading', { exact: true }).fill('');
    await list.locator('.fault').first().waitFor();
    await page.getByText('Not up to date.').waitFor();
    await list.getByLabel('Heading', { exact: true }).fill('Papers');
    await page.locator('dossier-report-view h3', { hasText: 'Papers' }).waitFor();
    await list.getByLabel('Add a section').selectOption({ label: 'Text' });
    await list.getByLabel('Words').fill('For the board.\n\nIn confidence.');
    await list.getByLabel('Words').blur();
    await page.locator('dossier-report-view .paragraph', { hasText: 'In confidence.' }).waitFor();
  },
);

t.test(
  'conditions of a figure and of a section are chosen from what there is, and a kind of section that a plugin adds has a form',
  async (t) => {
    const { page } = await editor(await saved('Conditions'));
    const list = page.locator('dossier-report-sections');
    const map = {
      id: 'map',
      title: 'Map',
      schema: {
        type: 'object',
        properties: { kind: { const: 'map' }, zoom: { type: 'integer', title: 'Zoom', minimum: 3 } },
        required: ['kind', 'zoom'],
      },
    };
    await page.route('**/report-sources', async (route) => {
      const { kinds, ...rest }: { kinds: object[] } = await (await route.fetch()).json();
      await route.fulfill({ json: { ...rest, kinds: [...kinds, map] } });
    });
    await page.reload();
    await list.getByRole('button', { name: /^The month at a glance/ }).click();
    await list.getByRole('button', { name: 'Conditions of figure 5', exact: true }).click();
    await list.getByLabel('Counts only: add a condition').selectOption({ label: 'Status' });
    const submitted = list.locator('li', { has: page.getByRole('checkbox', { name: /^Submitted/ }) }).last();
    await submitted.getByRole('checkbox').check();
    await page.locator('dossier-report-editor .chip', { hasText: 'Not saved' }).waitFor();
    const count = await numberIn(submitted.locator('.count'));
    await figure(page, 'Open now')
      .locator('.value', { hasText: new RegExp(`^${count}\\b`) })
      .waitFor();
    await list.getByRole('button', { name: /^The month at a glance/ }).click();

    await list.getByRole('button', { name: /^Open now/ }).click();
    const table = page.locator('dossier-report-view section', {
      has: page.getByRole('heading', { name: 'Open now', exact: true }),
    });
    await list.getByRole('button', { name: 'Take away the condition on Status' }).click();
    await table.getByRole('cell', { name: 'Rejected' }).first().waitFor();
    await list.getByLabel('Counts only: add a condition').focus();
    await list.getByLabel('Counts only: add a condition').selectOption({ label: 'Without an officer' });
    t.equal(
      await list.locator('summary', { hasText: 'Without an officer' }).evaluate((summary) => summary.matches(':focus')),
      true,
      'the new condition has the focus',
    );
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await list.locator('summary', { hasText: /Without an officer\s*Yes/ }).waitFor();
    await table.getByRole('cell', { name: 'Rejected' }).first().waitFor({ state: 'detached' });
    t.same(await violations(page), []);

    await list.getByLabel('Add a section').selectOption({ label: 'Map' });
    t.equal(await list.getByLabel('Zoom').inputValue(), '3');
    await list.locator('.fault', { hasText: 'There is no kind of section "map".' }).waitFor();
  },
);

t.test('two people save: the second sees a message, and keeps theirs as a new report', async (t) => {
  const id = await saved('Contested');
  const { page } = await editor(id);
  await page.getByLabel('Title', { exact: true }).fill('Mine');
  t.equal(
    (
      await stage.rest(officer, 'PUT', `${rest}/report-templates/${id}`, {
        definition: { ...builtIn, title: 'Theirs' },
      })
    ).status,
    200,
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Somebody saved this report since you opened it.').waitFor();
  await page.getByRole('button', { name: 'Keep mine as a new report …' }).click();
  await page.getByRole('button', { name: 'Save the report' }).click();
  await page.getByRole('heading', { name: 'Mine', level: 1 }).waitFor();
  await page.getByLabel('Title', { exact: true }).fill('Mine again');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved as version 2.').first().waitFor();
  await unsaved(page).waitFor({ state: 'detached' });
});

t.test('a card is renamed, shared and duplicated; what a schedule needs is not deleted, the rest is', async (t) => {
  const id = await saved('Card');
  t.match(
    await stage.rest(officer, 'POST', `${rest}/report-schedules`, {
      name: 'Each Monday',
      template: id,
      format: 'pdf',
      recurrence: { every: 'week', days: [1], at: '08:00' },
      timeZone: 'Europe/Berlin',
      recipients: [],
    }),
    { status: 201 },
  );
  const { page } = await gallery();
  const act = async (name: string, what: string): Promise<void> => {
    await card(page, name)
      .getByRole('button', { name: `More for ${name}` })
      .click();
    await card(page, name).getByRole('button', { name: what }).click();
  };
  t.equal(
    await card(page, 'Custom').getByRole('button', { name: 'Delete …', includeHidden: true }).count(),
    0,
    'built-in ones cannot be deleted',
  );
  await act('Card', 'Rename …');
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Card two');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await act('Card two', 'Share with the workspace');
  await card(page, 'Card two').getByText('Shared').waitFor();
  await act('Card two', 'Duplicate …');
  await page.getByRole('button', { name: 'Save the report' }).click();
  await card(page, 'Copy of Card two').waitFor();
  await act('Card two', 'Delete …');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('The schedule "Each Monday" runs this report.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await act('Copy of Card two', 'Delete …');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await card(page, 'Copy of Card two').waitFor({ state: 'detached' });
});

t.test('without the right to view reports there is no entry, and the address leads nowhere', async (t) => {
  const admin = stage.person('admin');
  const found = async (path: string): Promise<readonly { readonly id: string; readonly name: string }[]> => {
    const { body } = await stage.rest(admin, 'GET', path);
    return Array.isArray(body) ? body : [];
  };
  const clerks = (await found('/api/v1/teams')).find(({ name }) => name === 'Clerks')?.id ?? '';
  for (const { id, name } of await found(`/api/v1/teams/${clerks}/roles`))
    if (name === 'Member')
      t.equal((await stage.rest(admin, 'PUT', `/api/v1/teams/${clerks}/roles/${id}`, { permissions: [] })).status, 200);
  const { page } = await stage.as('clerk', stage.staffList);
  await page.getByRole('navigation', { name: 'Pages' }).getByText('Applications').waitFor();
  t.equal(await page.getByRole('navigation', { name: 'Pages' }).getByText('Reports').count(), 0);
  await page.goto(reports);
  await page.getByText('This page is not available').waitFor();
});

t.test('gallery and editor have no fault of accessibility, wide and narrow, light and dark', async (t) => {
  const look = async (page: Page, name: string): Promise<void> => {
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      t.same(await violationsInBoth(page), [], `${name} at ${width} px`);
      t.same(await sideways(page), [], `${name} does not scroll sideways at ${width} px`);
    }
  };
  const { page } = await gallery();
  await look(page, 'gallery');
  await page.goto(`${reports}/edit/monthly-operations`);
  await page.locator('dossier-report-chart canvas').first().waitFor({ state: 'attached' });
  await page.locator('dossier-report-sections .name').first().click();
  await page.locator('dossier-report-chart details').first().locator('summary').click();
  await look(page, 'editor');
});
