import type { Canvas } from '@napi-rs/canvas';
import type { Publication } from '../collection/types.ts';
import { clippingOf, layoutOf } from '../documents/layout.ts';
import type { Page } from '../documents/layout.ts';
import { drawClipping, drawPage } from './draw.ts';
import { encodeG4 } from './g4.ts';
import type { Bitmap } from './g4.ts';
import type { Scan } from './tiff.ts';

export type ImageType = 'fullimage' | 'thumbnail' | 'firstpage';

/** Pages of an image, each with its section; empty when there is no such image. */
export function pagesOf(
  publication: Publication,
  type: ImageType,
): readonly { readonly n: number; readonly page: Page }[] {
  const pages = (layoutOf(publication)?.pages ?? []).map((page, i) => ({ n: i + 1, page }));
  if (type === 'fullimage') return pages;
  if (type === 'thumbnail') return pages.filter(({ page }) => page.section === 'DRAWINGS');
  return clippingOf(publication) ? pages.slice(0, 1) : [];
}

/** Drawn when they are first asked for, and kept as they were encoded. */
const known = new WeakMap<Publication, Map<string, Scan>>();

/** Page `n` (from 1) of an image, in black and white; null when it has no such page. */
export function scanOf(publication: Publication, type: ImageType, n: number): Scan | null {
  const page = pagesOf(publication, type)[n - 1];
  if (!page) return null;
  const key = type === 'firstpage' ? type : String(page.n);
  let scans = known.get(publication);
  if (!scans) known.set(publication, (scans = new Map()));
  let scan = scans.get(key);
  if (!scan) {
    const bitmap = bitmapOf(
      type === 'firstpage' ? drawClipping(publication) : drawPage(publication, page.page, page.n),
    );
    scans.set(key, (scan = { width: bitmap.width, height: bitmap.height, g4: encodeG4(bitmap) }));
  }
  return scan;
}

/** The picture of the first page for a browser. */
export const pictureOf = (publication: Publication, format: 'png' | 'jpeg'): Buffer =>
  format === 'png' ? drawClipping(publication).toBuffer('image/png') : drawClipping(publication).toBuffer('image/jpeg');

/** What is darker than half is ink. */
export function bitmapOf(canvas: Canvas): Bitmap {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const stride = Math.ceil(width / 8);
  const bits = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((data[(y * width + x) * 4] ?? 255) < 128) {
        const at = y * stride + (x >> 3);
        bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
      }
  return { width, height, bits };
}
