/**
 * What a patent attorney waits for who opens the pages of a patent that the organization has: from the click on its tab
 * until the first page stands as it was scanned. In a real Chromium, on the embedded default.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { openStage, signIn } from '../browser/stage.ts';
import type { Person, Stage } from '../browser/stage.ts';
import { inkOf } from '../browser/viewer-steps.ts';
import { atMost } from './compare.ts';
import type { Result } from './compare.ts';
import { median, quantile } from './load.ts';

const MOST = 1_000;
const operator = 'operator-token-of-this-bench-0123456789';
/** Sixteen pages. */
const number = 'EP4021789B1';

interface Office {
  readonly organization: { readonly slug: string };
  readonly staffWorkspaceId: string;
  readonly users: readonly Person[];
}

/** `opens`: how often it is opened, each time in a page that is loaded anew. */
export async function patentPageTimes(o: { readonly opens: number }): Promise<readonly Result[]> {
  const stage = await openStage({ OPERATOR_TOKEN: operator });
  try {
    const office = await seeded(stage);
    const attorney = office.users.find(({ role }) => role === 'officer');
    if (!attorney) throw new Error('The demonstration has no attorney.');
    const path = await withPages(stage, office, attorney);
    const { page, faults } = await stage.window({ width: 1440, height: 900 });
    await page.goto(path);
    await signIn(page, attorney);
    const times: number[] = [];
    for (let n = 0; n < o.opens; n += 1) times.push(await untilSeen(page, path));
    if (faults.length > 0) throw new Error(`The page complained: ${faults.join('; ')}`);
    const sorted = times.toSorted((a, b) => a - b);
    const middle = median(sorted);
    return [
      atMost('first page of a kept patent', middle, {
        most: MOST,
        unit: 'ms',
        shown: `${middle.toFixed(0)} ms in the middle of ${times.length} (${sorted[0]?.toFixed(0)} to ${quantile(sorted, 1).toFixed(0)}; ${availableParallelism()} processors)`,
      }),
    ];
  } finally {
    await stage.close();
  }
}

async function seeded(stage: Stage): Promise<Office> {
  const who: Person = { id: '', email: '', role: 'operator', password: '', token: operator };
  const { body } = await stage.rest(who, 'POST', '/api/v1/installation/seed', { slug: 'penrow', type: 'PATENT' });
  if (!isOffice(body)) throw new Error(`It was not seeded: ${JSON.stringify(body)}`);
  return body;
}
const isOffice = (body: unknown): body is Office =>
  typeof body === 'object' && body !== null && 'staffWorkspaceId' in body && 'users' in body;

/** Has all its pages fetched and merged. Resolves with where an application shows it. */
async function withPages(stage: Stage, office: Office, who: Person): Promise<string> {
  const workspace = office.staffWorkspaceId;
  const pdf = `/api/v1/workspaces/${workspace}/patents/${number}/pdf`;
  await stage.rest(who, 'POST', pdf, {});
  for (let looks = 0; ; looks += 1) {
    const { body } = await stage.rest(who, 'GET', pdf);
    if (typeof body === 'object' && body !== null && 'isWhole' in body && body.isWhole === true) break;
    if (looks > 240) throw new Error(`Its pages did not come: ${JSON.stringify(body)}`);
    await delay(500);
  }
  const { body } = await stage.rest(who, 'GET', `/api/v1/applications?workspaceId=${workspace}`);
  const [first] = Array.isArray(body) ? body : [];
  const at = `/p/${office.organization.slug}/w/${workspace}/applications/${first?.id}`;
  return `${at}?tab=dossier-patents&patent=${number}`;
}

/** Milliseconds from the click until there is ink on the first page. */
async function untilSeen(page: Page, path: string): Promise<number> {
  await page.goto(path);
  const open: Locator = page.getByRole('region', { name: 'Open publication' });
  const tab = open.getByRole('tab', { name: /^PDF/ });
  await tab.waitFor();
  const sheet = open.locator('.page[data-number="1"] canvas.sheet');
  const clicked = performance.now();
  await tab.click();
  await sheet.waitFor();
  while ((await inkOf(sheet)).share === 0) await delay(10);
  return performance.now() - clicked;
}
