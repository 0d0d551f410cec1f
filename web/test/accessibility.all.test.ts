import { t } from '@dossier/core/testing/t';
import type { Page } from 'playwright-core';
import { violations, violationsInBoth } from './axe.ts';
import { client, row, staff } from './mock/data.ts';
import type { Mock } from './mock/mock.ts';
import { sideways } from './sideways.ts';
import { clientList, openStage, staffList } from './stage.ts';

const stage = await openStage();
t.teardown(() => stage.close());

interface View {
  readonly name: string;
  readonly path: (mock: Mock) => string;
  readonly ready: (page: Page) => Promise<void>;
}

const views: readonly View[] = [
  {
    name: 'organization picker',
    path: () => '/p/acme/orgs',
    ready: (page) => page.locator('.choice').first().waitFor(),
  },
  {
    name: 'staff list',
    path: () => staffList,
    ready: (page) => page.locator('vaadin-grid .row-link:visible').first().waitFor(),
  },
  {
    name: 'application',
    path: (mock) => `${staffList}/${mock.rows[1]!.id}`,
    ready: (page) => page.locator('dossier-case-steps li').first().waitFor(),
  },
  {
    name: 'rejecting',
    path: (mock) => `${staffList}/${mock.rows[1]!.id}`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Reject', exact: true }).click();
      await page.getByRole('dialog').getByLabel('Reason').waitFor();
    },
  },
  {
    name: 'message',
    path: () => '/p/acme/orgs',
    ready: async (page) => {
      await page.getByRole('button', { name: /Beta Patents/ }).click();
      await page.locator('dossier-toasts .toast').waitFor();
    },
  },
  {
    name: 'own applications, more than a page',
    path: () => clientList,
    ready: (page) => page.getByRole('button', { name: 'Show older ones' }).waitFor(),
  },
  {
    name: 'own application with what is asked',
    path: (mock) => `${clientList}/${mock.mine[0]!.id}`,
    ready: async (page) => {
      await page.getByRole('region', { name: 'Your word is needed' }).waitFor();
      await page.getByRole('list', { name: 'Where your application is' }).waitFor();
    },
  },
  {
    name: 'failed page',
    path: () => `/p/acme/w/${staff.id}/broken`,
    ready: (page) => page.getByRole('alert').waitFor(),
  },
];

/**
 * Both arrangements of a page, each in light and in dark. A phone may be narrower than the usual one: that changes no
 * colour, so each width of a phone has one of the two.
 */
const windows = [
  { name: 'desk', modes: [1280, 1280] },
  { name: 'phone', modes: [390, 320] },
] as const;

for (const { name, modes } of windows) {
  t.test(`a ${name}: ${modes[0]} px, light, and ${modes[1]} px, dark`, async (t) => {
    const mock = await stage.mock();
    // Words that no line of a phone holds are real: a surname, and the name of an Act.
    const long = {
      applicantName: 'Janice Keihanaikukauakahihuliheekahaunaele',
      templateName: 'Rinderkennzeichnungsfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
    };
    mock.rows[1] = { ...mock.rows[1]!, ...long };
    mock.mine = Array.from({ length: 52 }, (_, i) =>
      row(i + 1, { ...long, workspaceId: client.id, status: 'InReview' }),
    );
    const { page } = await stage.window(mock, '/', { width: modes[0] });
    for (const view of views) {
      await page.setViewportSize({ width: modes[0], height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(mock.url + view.path(mock));
      await view.ready(page);
      for (const [colorScheme, width] of [
        ['light', modes[0]],
        ['dark', modes[1]],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        t.same(await violations(page), [], `${view.name}, ${width} px, ${colorScheme}`);
        t.same(await sideways(page), [], `${view.name} does not scroll sideways at ${width} px`);
      }
      if (name === 'phone' && view.name === 'staff list') {
        await page.getByRole('button', { name: 'Open the menu' }).click();
        t.same(await violationsInBoth(page), [], 'menu');
      }
    }
  });
}
