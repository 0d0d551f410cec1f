/** A page on which one patent is open, or what is saved to an application. */
import { isRecord } from '@dossier/sdk/record';
import type { Locator, Page } from 'playwright-core';
import type { Mock } from '../../../../../web/test/mock/mock.ts';
import { staffList } from '../../../../../web/test/stage.ts';
import type { Stage } from '../../../../../web/test/stage.ts';
import { startOffice } from './office.ts';
import type { Office } from './office.ts';
import { number } from './patents.ts';

export interface Shown {
  readonly page: Page;
  readonly office: Office;
  /** The element that is looked at. */
  readonly at: Locator;
  readonly faults: string[];
  /** Details of the events of this name that it has fired. They go no further: what the tab makes of them is its. */
  heard(name: string): Promise<readonly unknown[]>;
}

/** One window of each stage: a page that is loaded anew knows nothing of the test before. */
const windows = new WeakMap<Stage, Promise<{ mock: Mock; page: Page; faults: string[] }>>();
const opened = async (stage: Stage): Promise<{ mock: Mock; page: Page; faults: string[] }> => {
  const mock = await stage.mock();
  mock.tabs = [{ plugin: 'patent-office', tag: 'dossier-patents', title: 'Patent Search' }];
  return { mock, ...(await stage.window(mock, staffList)) };
};

const shown = async (stage: Stage, tag: string, query: string, o: Partial<Office>, width = 1280): Promise<Shown> => {
  const window = windows.get(stage) ?? opened(stage);
  windows.set(stage, window);
  const { mock, page, faults } = await window;
  // What was written and not saved.
  await page.evaluate('localStorage.clear()');
  await page.goto('about:blank');
  await page.unrouteAll();
  faults.length = 0;
  await page.setViewportSize({ width, height: 800 });
  // The office has to be there before it is asked.
  const office = await startOffice(page, o);
  await page.goto(`${mock.url}${staffList}/${mock.rows[1]!.id}?tab=dossier-patents&${query}`);
  const at = page.locator(tag);
  await at.evaluate((element) => {
    const heard: { readonly name: string; readonly detail: unknown }[] = [];
    for (const name of ['dossier-patent-open', 'dossier-patent-saved', 'dossier-credits-changed'])
      element.addEventListener(name, (event) => {
        event.stopPropagation();
        heard.push({ name, detail: event instanceof CustomEvent ? event.detail : null });
      });
    Object.assign(globalThis, { heard });
  });
  return {
    page,
    office,
    faults,
    at,
    async heard(name) {
      const all: unknown = await page.evaluate('window.heard');
      if (!Array.isArray(all)) return [];
      return all.flatMap((one: unknown) => (isRecord(one) && one['name'] === name ? [one['detail']] : []));
    },
  };
};

export const showDetail = async (stage: Stage, o: Partial<Office> = {}, width?: number): Promise<Shown> => {
  const made = await shown(stage, 'dossier-patent-detail', `patent=${number}`, o, width);
  await made.at.locator('h2').first().waitFor();
  // As if a search had found it: no search was made on this page.
  await made.at.evaluate((element) => Object.assign(element, { searchId: 'a-search' }));
  return made;
};

export const showSaved = async (stage: Stage, o: Partial<Office> = {}): Promise<Shown> => {
  const made = await shown(stage, 'dossier-patents-saved', 'patents=saved', o);
  await made.at.getByRole('heading', { name: 'Saved to this application' }).waitFor();
  return made;
};
