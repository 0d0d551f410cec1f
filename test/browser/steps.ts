/** What tests of pages do and wait for again and again. */
import type { Test } from 'tap';
import type { Page } from 'playwright-core';
import { violationsInBoth } from '../../web/test/axe.ts';
import { sideways } from '../../web/test/sideways.ts';

export const toast = (page: Page, text: string): Promise<void> =>
  page.locator('dossier-toasts .toast', { hasText: text }).waitFor();
export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
export const confirm = (page: Page, action: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();

/** Nothing to complain about, light and dark, at three widths. */
export const looks = async (t: Test, page: Page, what: string): Promise<void> => {
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    t.same(await violationsInBoth(page), [], `${what}, ${width} px`);
    t.same(await sideways(page), [], `${what}, ${width} px`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
};
