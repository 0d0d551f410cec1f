/**
 * What a person at the browser waits for: the row of a submission in the staff list, a click in a large matrix of
 * permissions, and the palette. In a real Chromium, on the embedded default with its demonstration.
 */
import { big, timed } from './matrix.ts';
import { openStage } from '../browser/stage.ts';
import type { Stage } from '../browser/stage.ts';
import { quantile } from './load.ts';
import { atMost } from './compare.ts';
import type { Result } from './compare.ts';

const limits = { row: 2_000, click: 100, palette: 50 };

export async function screenTimes(o: { submissions: number }): Promise<readonly Result[]> {
  const stage = await openStage();
  try {
    const { alone, crowd } = await rowTimes(stage, o.submissions);
    return [
      row('row on the screen, one by one', alone),
      row('row on the screen, ten at once', crowd),
      ...(await clickTimes(stage)),
      await paletteTime(stage),
    ];
  } finally {
    await stage.close();
  }
}

/** Milliseconds from the acknowledgement of a submission to its row; 0 for a row that is quicker. */
async function rowTimes(
  stage: Stage,
  submissions: number,
): Promise<{ alone: readonly number[]; crowd: readonly number[] }> {
  const { page } = await stage.as('officer', stage.staffList);
  const shown = (name: string): Promise<number> =>
    page
      .getByRole('link', { name: `${name} Screen`, exact: true })
      .waitFor()
      .then(() => performance.now());
  const submit = async (name: string): Promise<number> => {
    const [at, acknowledged] = await Promise.all([
      shown(name),
      stage.submit('clean', name, 'Screen').then(() => performance.now()),
    ]);
    return Math.max(0, at - acknowledged);
  };
  await page.locator('vaadin-grid .row-link:visible').first().waitFor();
  // A row that comes by itself proves that the page listens.
  await submit('Probe');
  const alone: number[] = [];
  for (let i = 1; i <= submissions; i += 1) alone.push(await submit(`Single ${i}`));
  const crowd: number[] = [];
  for (let i = 0; i < submissions; i += 10)
    crowd.push(...(await Promise.all(Array.from({ length: 10 }, (_, n) => submit(`Burst ${i + n}`)))));
  return { alone, crowd };
}

function row(name: string, times: readonly number[]): Result {
  const sorted = times.toSorted((a, b) => a - b);
  const p99 = quantile(sorted, 0.99);
  return {
    name,
    shown: `p50 ${quantile(sorted, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms after acknowledgement`,
    platform: p99,
    floor: null,
    ratio: null,
    goal: `≤ ${limits.row / 1000} s`,
    met: p99 <= limits.row,
  };
}

async function clickTimes(stage: Stage): Promise<readonly Result[]> {
  const { page } = await stage.as('admin', stage.picker);
  await page.route('**/api/v1/workspaces/*/access', (route) => route.fulfill({ json: big(12, 80) }));
  await page.goto(stage.staffList.replace(/w\/([^/]+)\/.*/, 'settings/access/$1'));
  await page.locator('dossier-access-matrix tbody input').first().waitFor();
  const { ticked, group, drawn, rounds } = await timed(page);
  const click = (what: string, time: number): Result => ({
    name: `click on ${what} of 12 × 80`,
    shown: `${time.toFixed(1)} ms (quickest of ${rounds}; all drawn in ${drawn.toFixed(0)} ms)`,
    platform: time,
    floor: null,
    ratio: null,
    goal: `≤ ${limits.click} ms`,
    met: time <= limits.click,
  });
  return [click('a box', ticked), click('a group', group)];
}

/** Milliseconds from the key to the frame in which the palette takes what is typed, and to its list; in the page. */
const opened = `(async () => {
  const find = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.localName === 'dossier-palette') return element;
      const inside = element.shadowRoot && find(element.shadowRoot);
      if (inside) return inside;
    }
    return null;
  };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const inside = (selector) => find(document)?.shadowRoot?.querySelector(selector);
  const before = performance.now();
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }));
  do await frame(); while (!inside('dialog[open]'));
  // What was drawn in that frame is on the screen when the next one begins.
  await frame();
  const time = performance.now() - before;
  while (!inside('[role="option"]')) await frame();
  await frame();
  const list = performance.now() - before;
  find(document).shadowRoot.querySelector('dialog').close();
  await frame();
  return { time, list };
})()`;

/** Each time on a page that was loaded anew and had nothing else to do for a moment, as when it is opened at once. */
async function paletteTime(stage: Stage): Promise<Result> {
  const { page } = await stage.as('officer', stage.staffList);
  const times: number[] = [];
  const lists: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    await page.reload();
    await page.locator('vaadin-grid .row-link:visible').first().waitFor();
    await page.locator('dossier-palette').waitFor({ state: 'attached' });
    const { time, list } = await page.evaluate<{ readonly time: number; readonly list: number }>(opened);
    times.push(time);
    lists.push(list);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const time = quantile(sorted, 0.9);
  return atMost('palette opens', time, {
    most: limits.palette,
    unit: 'ms',
    shown: `p50 ${quantile(sorted, 0.5).toFixed(0)} ms, p90 ${time.toFixed(0)} ms after the key; its list p50 ${quantile(
      lists.toSorted((a, b) => a - b),
      0.5,
    ).toFixed(0)} ms`,
  });
}
