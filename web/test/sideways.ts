import type { Page } from 'playwright-core';

/**
 * What of the page as it is now scrolls sideways, one line each: whatever its main part, a heading or a dialog stands
 * in. The document alone would not do, for the frame scrolls inside itself and the document is never wider than the
 * window. A table, a row of chips or a piece of code may scroll: no heading stands in those.
 */
export const sideways = async (page: Page): Promise<readonly string[]> => {
  const found: unknown = await page.evaluate(`(() => {
    const within = (root) => [...root.querySelectorAll('*')].flatMap((one) => one.shadowRoot ? [one, ...within(one.shadowRoot)] : [one]);
    const around = (one) => one ? [one, ...around(one.assignedSlot ?? one.parentElement ?? one.getRootNode().host)] : [];
    const all = within(document).filter((one) => one.checkVisibility());
    const holding = new Set(all.filter((one) => one.matches('main, h1, h2, h3, [role=dialog], dialog')).flatMap(around));
    const scrolls = (one) => one === document.scrollingElement || /auto|scroll/.test(getComputedStyle(one).overflowX);
    // Both widths are rounded, so one pixel of difference is none.
    return [...holding].filter((one) => scrolls(one) && one.scrollWidth > one.clientWidth + 1).map((one) => {
      const beyond = all.find((two) => two.getBoundingClientRect().right > one.getBoundingClientRect().right + 1 && around(two).includes(one));
      return one.localName + ' is ' + one.scrollWidth + ' px wide in ' + one.clientWidth + (beyond ? ' because of ' + beyond.outerHTML.replace(/<!--.*?-->/gs, '').slice(0, 160) : '');
    });
  })()`);
  return Array.isArray(found) ? found.map(String) : ['the page did not answer'];
};
