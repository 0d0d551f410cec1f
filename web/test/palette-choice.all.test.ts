/** In the palette, what an arrow has led to is what Enter opens, whatever comes above it meanwhile. */
import { t } from '@dossier/core/testing/t';
import type { Locator, Page } from 'playwright-core';
import { staff } from './mock/data.ts';
import type { Mock } from './mock/mock.ts';
import { openStage, staffList } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());

const figures = `/p/acme/w/${staff.id}/figures`;

/** Answers what the palette asks for by `query` only when it is let go of, with one record. */
async function lateAnswer(page: Page, query: string, mock: Mock) {
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hit = {
    ...{ title: 'Late Record', about: '2026-000900', state: null, money: null },
    ...{ workspaceId: staff.id, path: `applications/${mock.rows[1]!.id}` },
  };
  await page.route('**/graphql', async (route) => {
    const found = /query (\w+)/.exec(route.request().postDataJSON()?.query ?? '')?.[1];
    if (found !== 'Search' && found !== 'RecentPages') return route.fallback();
    if (found !== query)
      return route.fulfill({ json: { data: found === 'Search' ? { search: [] } : { searchPages: [] } } });
    asked.resolve();
    await answer.promise;
    const all = [{ title: 'Applications', icon: 'document', isAlike: false, hits: [hit] }];
    return route.fulfill({ json: { data: query === 'Search' ? { search: all } : { searchPages: all } } });
  });
  return { asked: asked.promise, release: answer.resolve };
}

const openPalette = async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog', { name: 'Search or jump' });
  await dialog.getByRole('option').first().waitFor();
  return dialog;
};

const chosen = (dialog: Locator): Locator => dialog.getByRole('option', { selected: true });

/** Goes down until the page Figures is chosen. */
async function goToFigures(page: Page, dialog: Locator): Promise<void> {
  const most = await dialog.getByRole('option').count();
  for (let n = 0; n < most; n += 1) {
    await page.keyboard.press('ArrowDown');
    if ((await chosen(dialog).locator('.title').textContent()) === 'Figures') return;
  }
  throw new Error('There is no line Figures to go to.');
}

for (const { what, query, typed } of [
  { what: 'records that are found', query: 'Search', typed: 'fi' },
  { what: 'what was open before', query: 'RecentPages', typed: '' },
])
  t.test(`${what} come above a line that was chosen, and it stays chosen`, async (t) => {
    const mock = await stage.mock();
    const { page, faults } = await stage.window(mock, `${staffList}/${mock.rows[1]!.id}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.goto(mock.url + staffList);
    await page.locator('vaadin-grid .row-link:visible').first().waitFor();
    const late = await lateAnswer(page, query, mock);
    const dialog = await openPalette(page);
    // What the page does stands above, and may come last.
    await dialog.getByRole('group', { name: 'On this page' }).waitFor();
    if (typed !== '') await dialog.getByRole('combobox').fill(typed);
    await late.asked;
    await goToFigures(page, dialog);
    const before = await chosen(dialog).getAttribute('id');
    late.release();
    await dialog.getByRole('option', { name: /Late Record/ }).waitFor();
    t.equal(await chosen(dialog).locator('.title').textContent(), 'Figures');
    t.not(await chosen(dialog).getAttribute('id'), before, 'it has moved down');
    // Read at one moment: what else comes late may move the line once more.
    const [told, stands] = await dialog.evaluate((node) => [
      node.querySelector('[role="combobox"]')?.getAttribute('aria-activedescendant'),
      node.querySelector('[role="option"][aria-selected="true"]')?.id,
    ]);
    t.match(told, /^option-/);
    t.equal(told, stands);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${figures}`);
    t.same(faults, []);
  });
