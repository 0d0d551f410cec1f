/** A viewer above a page as it is served, and what is looked at in it. */
import type { Locator, Page } from 'playwright-core';
import type { ViewedFile } from '../../core/platform/documents/web/test/viewer-files.ts';

/** Shows a file in a viewer of its own, above the page. */
export const show = async (
  page: Page,
  file: ViewedFile,
  o: { width?: string; height?: string } = {},
): Promise<void> => {
  await page.evaluate(
    async ({ file, width, height }) => {
      const module = performance
        .getEntriesByType('resource')
        .find(({ name }) => /\/plugins\/documents\/documents-[^/]+\.js$/.test(name));
      const { elements } = await import(module?.name ?? '');
      await elements['dossier-document-viewer']();
      document.querySelector('#viewed')?.remove();
      const place = document.createElement('section');
      place.id = 'viewed';
      place.ariaLabel = 'A viewer';
      place.style.cssText = `position: fixed; z-index: 99; inset: 0 auto auto 0; width: ${width}; height: ${height}`;
      const bytes = Uint8Array.from(atob(file.base64), (one) => one.charCodeAt(0));
      const source = { ...file, id: file.name, download: '/nowhere', load: async () => new Blob([bytes]) };
      place.append(Object.assign(document.createElement('dossier-document-viewer'), { source }));
      document.body.append(place);
    },
    { file, width: o.width ?? '900px', height: o.height ?? '700px' },
  );
};

export const viewed = (page: Page): Locator => page.locator('#viewed');
export const paper = (page: Page, number = 1): Locator => viewed(page).locator(`.page[data-number="${number}"]`);
export const sheet = (page: Page, number = 1): Locator => paper(page, number).locator('canvas.sheet');
export const tool = (page: Page, name: string): Locator => viewed(page).getByRole('button', { name, exact: true });
export const desk = (page: Page): Locator => viewed(page).getByRole('region', { name: /^Pages of/ });

export interface Ink {
  /** Of all its dots, those that are dark. */
  readonly share: number;
  /** Where they lie, in shares of width and height. */
  readonly box: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
}

export const inkOf = (canvas: Locator): Promise<Ink> =>
  canvas.evaluate((one) => {
    if (!(one instanceof HTMLCanvasElement)) throw new Error('It is no canvas.');
    const { width, height } = one;
    const dots = one.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    const box = { left: 1, top: 1, right: 0, bottom: 0 };
    let dark = 0;
    for (let at = 0; at < width * height; at += 1)
      if ((dots[at * 4] ?? 255) < 128) {
        dark += 1;
        const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
        box.left = Math.min(box.left, x);
        box.right = Math.max(box.right, x);
        box.top = Math.min(box.top, y);
        box.bottom = Math.max(box.bottom, y);
      }
    return { share: dark / (width * height), box };
  });

/** The brightness of a dot at shares of width and height, 0 to 255. */
export const dotAt = (canvas: Locator, x: number, y: number): Promise<number> =>
  canvas.evaluate(
    (one, [x, y]) => {
      if (!(one instanceof HTMLCanvasElement)) throw new Error('It is no canvas.');
      return one.getContext('2d')?.getImageData(x * one.width, y * one.height, 1, 1).data[0] ?? -1;
    },
    [x, y] as const,
  );
