/**
 * A plugin from outside with an element in every slot, on the real platform and in a real browser: each is shown where
 * its slot stands, and none that throws takes anything with it.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { t } from '@dossier/core/testing/t';
import { bank, testPlatform } from '@dossier/core/testing';
import { readOwnApplications } from '@dossier/core/platform/applications/contract';
import { People } from '@dossier/core/platform/people/contract';
import { elements, slots } from '../../facilities/web/kinds.ts';
import { holds } from '../../testing/waiting.ts';
import { startBrowser } from '../../../test/servers/browser.ts';
import { violations } from '../../../web/test/axe.ts';
import { buildWeb } from '../../../web/build.ts';
import { sideways } from '../../../web/test/sideways.ts';
import everySlot, { extras, use } from './every-slot/plugin.ts';

const folder = t.testdir({});
const root = join(import.meta.dirname, '../../..');
const manifest = await buildWeb({
  outDir: join(folder, 'dist'),
  plugins: [
    ...['access', 'applications', 'settings'].map((id) => ({
      id,
      root: join(root, 'core/platform', id),
      entry: 'web/index.ts',
    })),
    {
      id: 'every-slot',
      root: join(import.meta.dirname, 'every-slot'),
      entry: 'web/index.ts',
      policy: everySlot.spec.web?.policy ?? [],
    },
  ],
});
const platform = await testPlatform({
  plugins: ['@dossier/workflow-handlers', '@dossier/patent-office', everySlot],
  listen: true,
  webDir: join(folder, 'dist'),
});
const acme = await bank(platform);
const address = platform.kernel.server.server.address();
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`;
await acme.grant('admin', use, true);
await acme.grant('admin', readOwnApplications, true);
const made = await acme.key.post(
  '/api/v1/applications',
  acme.record(await acme.template(['DocumentCompletenessCheckHandler'])),
);
const browser = await startBrowser();
t.teardown(async () => {
  await browser.close();
  await platform.stop();
});

/** A window of this person, with what the page complains about. */
const windowOf = async (
  person: { readonly id: string },
  o: { width?: number; fails?: Readonly<Record<string, string>>; colorScheme?: 'dark' | 'light' } = {},
): Promise<{ page: Page; complaints: string[] }> => {
  const { secret } = await platform
    .service(People)
    .openSession({ user: person.id as never, organization: acme.organization, issuer: 'https://test.example' });
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: o.width ?? 1440, height: 900 },
    reducedMotion: 'reduce',
    colorScheme: o.colorScheme ?? 'light',
  });
  await context.addCookies([{ name: 'dossier', value: secret, url }]);
  await context.addInitScript(`globalThis.everySlotFails = ${JSON.stringify(o.fails ?? {})}`);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
};

const staff = `/p/acme/w/${acme.staffWorkspace}`;
const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click();
};
/** Where elements stand: the page, what has to be done on it, and their names. */
const places: readonly { at: string; first?: (page: Page) => Promise<void>; names: readonly string[] }[] = [
  { at: `${staff}/every`, names: ['page', 'header'] },
  { at: `${staff}/every`, first: press('Every panel'), names: ['panel'] },
  { at: `${staff}/no-such-page`, names: ['without'] },
  { at: `${staff}/applications`, names: ['column', 'list'] },
  { at: `${staff}/my`, names: ['own'] },
  { at: `${staff}/my/${made.body.id}`, names: ['card', 'client', 'tab'] },
  { at: `${staff}/applications/${made.body.id}`, names: ['card', 'staff'] },
  { at: `${staff}/applications/${made.body.id}?tab=every-tab`, names: ['tab', 'count'] },
  { at: '/p/acme/o/every', names: ['organization', 'header'] },
  { at: '/p/acme/settings/every', names: ['settings', 'header'] },
  { at: `/p/acme/settings/teams/${acme.staffTeam}/every`, names: ['team'] },
  { at: '/p/acme/settings/people', names: ['people', 'people-part'] },
  { at: `/p/acme/settings/people/${acme.admin.id}`, names: ['person-part', 'person-aside'] },
  { at: '/profile/every', names: ['profile'] },
  { at: '/every-person', names: ['person'] },
  { at: '/p/acme/orgs', names: ['choice'] },
];
const titleOf = (name: string): string =>
  everySlot.spec.web?.elements.find(({ tag }) => tag === `every-${name}`)?.title ?? name;
const shown = (page: Page, name: string) => page.getByText(`in every-${name}`, { exact: true }).first();
const card = (page: Page, name: string) => page.getByText(new RegExp(`${titleOf(name)}\\s+could not be shown`)).first();
const goTo = async (page: Page, { at, first }: (typeof places)[number]): Promise<void> => {
  await page.goto(at);
  await first?.(page);
};

t.test('the plugin stands in every slot that there is', async (t) => {
  const { inventory } = platform.kernel.plan;
  const filled = new Set(
    inventory.of(elements).flatMap(({ plugin, value }) => (plugin === 'every-slot' ? [value.slot.id] : [])),
  );
  t.same(
    inventory.of(slots).filter(({ name }) => !filled.has(name)),
    [],
  );
});

t.test('each element is shown in its slot', async (t) => {
  const { page, complaints } = await windowOf(acme.admin);
  for (const place of places) {
    await goTo(page, place);
    for (const name of place.names) await shown(page, name).waitFor();
  }
  t.same(complaints, []);
  t.match(manifest.contentSecurityPolicy, /script-src 'self' 'sha256-[^']+' 'wasm-unsafe-eval';/);
});

t.test('a field of its kind is entered by its element, in a form that knows nothing of it', async (t) => {
  const { page } = await windowOf(acme.admin);
  await page.goto('/p/acme/settings/integrations/every-slot');
  await page.getByLabel('Day').selectOption('Friday');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/saved/i).first().waitFor();
  t.match(await acme.admin.get('/api/v1/integrations/every-slot'), { body: { values: { day: 'Friday' } } });
});

t.test('the palette leads to pages and commands by keyboard, to those that are open to the person', async (t) => {
  const { page } = await windowOf(acme.admin);
  await page.goto(`${staff}/every`);
  await shown(page, 'page').waitFor();
  await page.keyboard.press('Control+k');
  const ask = page.getByRole('combobox', { name: 'Search or jump' });
  await ask.waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    t.same(await violations(page), []);
  }
  await ask.fill('every organ');
  await page.getByRole('option', { name: 'Every organization page' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/p/acme/o/every');
  await shown(page, 'organization').waitFor();
  await page.goto(`${staff}/every`);
  await page.getByRole('button', { name: 'Search or jump' }).click();
  await ask.fill('every comm');
  await page.keyboard.press('Enter');
  await shown(page, 'command').click();
  await ask.waitFor({ state: 'detached' });
  t.equal(await page.locator('dossier-palette dialog[open]').count(), 0);

  const clerk = await windowOf(acme.clerk);
  await clerk.page.goto(`${staff}/every`);
  await shown(clerk.page, 'page').waitFor();
  await clerk.page.keyboard.press('Control+k');
  await clerk.page.getByRole('option', { name: 'Every page' }).waitFor();
  t.equal(await clerk.page.getByRole('option', { name: 'Every command' }).count(), 0, 'needs a permission');
  t.equal(await clerk.page.getByRole('option', { name: 'Every section' }).count(), 0, 'needs a permission');
});

t.test('the side panel stays from page to page, is remembered, and closes by Escape', async (t) => {
  const { page } = await windowOf(acme.admin);
  await page.goto(`${staff}/every`);
  const button = page.getByRole('button', { name: 'Every panel', exact: true });
  await button.click();
  await shown(page, 'panel').waitFor();
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await shown(page, 'column').waitFor();
  t.ok(await shown(page, 'panel').isVisible());
  t.same(await violations(page), []);
  await page.reload();
  await shown(page, 'panel').focus();
  await page.keyboard.press('Escape');
  await shown(page, 'panel').waitFor({ state: 'detached' });
  t.ok(await button.evaluate((one) => one.matches(':focus')), 'one goes on at its button');
});

t.test('unpinned, the side panel floats above the page, and is gone with it and after a reload', async (t) => {
  const { page } = await windowOf(acme.admin);
  const [panel, main] = [page.getByRole('complementary', { name: 'Every panel' }), page.locator('main')];
  const width = async (): Promise<number> => (await main.boundingBox())?.width ?? 0;
  const open = async (): Promise<void> => {
    await press('Every panel')(page);
    await shown(page, 'panel').waitFor();
  };
  await page.goto(`${staff}/every`);
  await shown(page, 'page').waitFor();
  const alone = await width();
  await open();
  t.ok((await width()) < alone, 'pinned, it takes its room from the page');
  await panel.getByRole('button', { name: 'Unpin Every panel', pressed: true }).click();
  t.equal(await width(), alone);
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await panel.waitFor({ state: 'detached' });
  await holds(page, 'the focus is on the new page', () => main.evaluate((one) => one.matches(':focus')));
  await open();
  await panel.getByRole('button', { name: 'Pin Every panel', pressed: false }).waitFor();
  t.same(await violations(page), []);
  await page.reload();
  await shown(page, 'column').waitFor();
  t.equal(await panel.count(), 0);
  await open();
  await panel.getByRole('button', { name: 'Pin Every panel' }).click();
  await page.reload();
  await shown(page, 'panel').waitFor();
});

t.test('on a phone the bar has them all, and the panel is the screen', async (t) => {
  const { page } = await windowOf(acme.admin, { width: 390 });
  await page.goto(`${staff}/every`);
  await shown(page, 'header').waitFor();
  await press('Every panel')(page);
  const dialog = page.getByRole('dialog', { name: 'Every panel' });
  await shown(page, 'panel').waitFor();
  t.match(await dialog.boundingBox(), { x: 0, width: 390, height: page.viewportSize()?.height });
  t.equal(await dialog.getByRole('button', { name: /pin/i }).count(), 0);
  t.same(await violations(page), []);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press('Search or jump')(page);
  const box = page.getByRole('combobox', { name: 'Search or jump' });
  await box.fill('quokka');
  const command = page.getByRole('group', { name: 'Every group' }).getByRole('option', { name: 'Every command' });
  t.same(await command.locator('kbd').allTextContents(), ['E', 'Enter']);
  await command.click();
  await shown(page, 'command').click();
  for (const { at, names } of places.filter(({ names }) => !names.includes('panel'))) {
    await page.goto(at);
    // A row has no room for further columns, nor have the parts of a case for their counts.
    for (const name of names.filter((one) => !['column', 'count'].includes(one))) await shown(page, name).waitFor();
    t.same(await sideways(page), [], at);
  }
});

t.test('where a workspace shows no page, who may change that is led there, and others ask', async (t) => {
  const admin = await windowOf(acme.admin);
  await admin.page.goto(`${staff}/no-such-page`);
  await admin.page.getByRole('link', { name: 'Features & Access', exact: true }).waitFor();
  t.equal(await admin.page.getByText('An administrator can change that.').count(), 0);
  const clerk = await windowOf(acme.clerk);
  await clerk.page.goto(`${staff}/no-such-page`);
  await shown(clerk.page, 'without').waitFor();
  t.equal(await clerk.page.getByRole('link', { name: 'Features & Access', exact: true }).count(), 0);
});

const failing = (moment: string): Readonly<Record<string, string>> =>
  Object.fromEntries((everySlot.spec.web?.elements ?? []).map(({ tag }) => [tag, moment]));

t.test('an element that throws shows a card in every slot, and the rest of the page stays', async (t) => {
  const { page, complaints } = await windowOf(acme.admin, { fails: failing('render') });
  for (const place of places) {
    await goTo(page, place);
    for (const name of place.names) await card(page, name).waitFor();
    t.ok(await page.getByRole('main').isVisible(), place.at);
  }
  t.same(
    complaints.filter((one) => !/^The part "Every .*" of every-slot could not be shown\.$/.test(one)),
    [],
    'the plugin is named',
  );
});

for (const moment of ['module', 'constructor', 'connected', 'render', 'inside', 'update'])
  t.test(`thrown at this moment: ${moment}; trying again helps once it is over`, async (t) => {
    const { page, complaints } = await windowOf(acme.admin, { fails: failing(moment) });
    await page.goto(`${staff}/applications/${made.body.id}`);
    for (const name of ['card', 'staff']) {
      if (moment === 'update') await shown(page, name).click();
      await card(page, name).waitFor();
    }
    t.ok(await page.getByRole('heading', { name: 'Carl Client' }).isVisible());
    await page.evaluate('globalThis.everySlotFails = {}');
    const again = page.getByRole('button', { name: /Try again/ });
    for (let left = await again.count(); left > 0; left -= 1) {
      await again.nth(left - 1).click();
      await again.nth(left - 1).waitFor({ state: 'detached' });
    }
    for (const name of ['card', 'staff']) await shown(page, name).waitFor();
    t.equal(new Set(complaints).size, complaints.length, 'each is reported once');
  });

t.test('what is switched off or not open to a person is in no slot', async (t) => {
  await acme.admin.put(`/api/v1/workspaces/${acme.staffWorkspace}/access`, {
    features: [{ id: extras.id, on: false }],
  });
  const { page } = await windowOf(acme.clerk);
  await page.goto(`${staff}/applications`);
  await shown(page, 'column').waitFor();
  t.equal(await page.getByRole('button', { name: 'Every panel' }).count(), 0);
  t.equal(await page.getByRole('link', { name: 'Every page' }).count(), 0);
  await page.goto('/p/acme/settings/every');
  await page.getByText('The settings are not open to you').waitFor();
});
