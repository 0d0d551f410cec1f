/** What a reader of a page hears and where they are. */
import type { Page } from 'playwright-core';
import { holds } from '@dossier/core/testing/waiting';

/** Waits until readers hear this who do not see the page. */
export const said = (page: Page, text: string | RegExp) =>
  page.locator('dossier-toasts [role=status]').filter({ hasText: text }).waitFor({ state: 'attached' });
/** Name or words of what has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return (at?.getAttribute('aria-label') ?? at?.textContent ?? '').trim();
  });
/** Waits until the focus is on it. */
export const focusOn = (page: Page, name: RegExp): Promise<string> =>
  holds(
    page,
    `the focus is on ${name}`,
    () => focused(page),
    (on) => name.test(on),
  );
