import { t } from '@dossier/core/testing/t';
import type { Page } from 'playwright-core';
import { violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';
import { openStage } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());
const doubtful = await stage.submit('doubtful', 'Chiara', 'Rossi', stage.person('chiara').email);

interface View {
  readonly name: string;
  readonly who: string | null;
  readonly path: string;
  readonly ready: (page: Page) => Promise<unknown>;
}

const views: readonly View[] = [
  { name: 'sign-in', who: null, path: stage.staffList, ready: (page) => page.getByLabel('Password').waitFor() },
  {
    name: 'organization picker',
    who: 'officer',
    path: stage.picker,
    ready: (page) => page.locator('.choice').first().waitFor(),
  },
  {
    name: 'staff list',
    who: 'officer',
    path: stage.staffList,
    ready: (page) => page.locator('vaadin-grid .row-link:visible').first().waitFor(),
  },
  {
    name: 'application',
    who: 'officer',
    path: `${stage.staffList}/${doubtful}`,
    ready: (page) => page.getByRole('button', { name: 'Approve', exact: true }).waitFor(),
  },
  {
    name: 'own applications',
    who: 'chiara',
    path: stage.clientList,
    ready: (page) => page.locator('dossier-my-list a').first().waitFor(),
  },
  {
    name: 'own application',
    who: 'chiara',
    path: `${stage.clientList}/${doubtful}`,
    ready: (page) => page.getByRole('region', { name: /^Please send/ }).waitFor(),
  },
];

for (const width of [1280, 390]) {
  t.test(`every page of the main job at ${width} px, light and dark`, async (t) => {
    const o = { width, height: width === 390 ? 844 : 800 };
    // One window for each who looks: another page of theirs is an address there, as for a person.
    const windows = new Map<string | null, Page>();
    for (const { name, who, path, ready } of views) {
      const page = windows.get(who) ?? (who === null ? await stage.window(o) : await stage.as(who, path, o)).page;
      windows.set(who, page);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(path);
      await ready(page);
      t.same(await violationsInBoth(page), [], name);
      t.same(await sideways(page), [], `${name} does not scroll sideways`);
    }
  });
}
