import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** The small build: the page has to read it after each load. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Colours on their way from one to the other, after a change of the scheme for example, are nobody's; what moves for
 * ever does not count. The document tells of no animation inside an element, so that each is asked for its own. Frames
 * are counted by animations, which are drawn also where a test moves the clock of the page.
 */
const settled = `(async () => {
  const within = (root) => [root, ...[...root.querySelectorAll('*')].flatMap((one) => one.shadowRoot ? within(one.shadowRoot) : [])];
  const moving = () => within(document).flatMap((root) => root.getAnimations())
    .some((one) => one.playState !== 'finished' && one.effect.getComputedTiming().endTime !== Infinity);
  // A change of the scheme takes a few frames to arrive and to set colours going.
  for (let still = 0; still < 6; still = moving() ? 0 : still + 1) await document.documentElement.animate([], 1).finished;
})()`;

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Every violation of WCAG 2.2 A and AA and of the best practices on the page as it is now, one line each. */
export const violations = (page: Page): Promise<readonly string[]> => find(page, { type: 'tag', values: everything });

/**
 * The same, light and dark, one line each that says in which. What changes with the scheme is colours, so that in the
 * dark only these are looked at. The page is left in the dark.
 */
export const violationsInBoth = async (page: Page): Promise<readonly string[]> => {
  const inThe = (colorScheme: string, found: readonly string[]): string[] =>
    found.map((line) => `${colorScheme}: ${line}`);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await find(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] });
  return [...inThe('light', light), ...inThe('dark', dark)];
};

const find = async (
  page: Page,
  runOnly: { readonly type: 'tag' | 'rule'; readonly values: readonly string[] },
): Promise<readonly string[]> => {
  // Through the debugger: the page's policy refuses a script that is put into it.
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(source);
  await page.evaluate(settled);
  const found: unknown =
    await page.evaluate(`axe.run(document, { resultTypes: ['violations'], runOnly: ${JSON.stringify(runOnly)} })
    .then((result) => result.violations.map((one) => one.id + ': ' + one.help + ' — ' + one.nodes.slice(0, 3).map((node) => node.target.flat().join(' ') + ' ' + node.html.slice(0, 120)).join(' | ')))`);
  return Array.isArray(found) ? found.map(String) : ['axe did not answer'];
};
