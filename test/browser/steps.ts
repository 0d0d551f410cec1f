/** What tests of pages do and wait for again and again. */
import type { Page } from 'playwright-core';

export const toast = (page: Page, text: string): Promise<void> =>
  page.locator('dossier-toasts .toast', { hasText: text }).waitFor();
export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
export const confirm = (page: Page, action: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
