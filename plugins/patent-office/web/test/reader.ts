/** What a reader of a page hears and where they are. */
import type { Page } from 'playwright-core';

/** Waits until readers hear this who do not see the page. */
export const said = (page: Page, text: string | RegExp) =>
  page.locator('dossier-toasts [role=status]').filter({ hasText: text }).waitFor({ state: 'attached' });
/** Name or words of what has the focus. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return (at?.getAttribute('aria-label') ?? at?.textContent ?? '').trim();
  });
/** Asks again until it is so; the test's own time limit ends it. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
};
