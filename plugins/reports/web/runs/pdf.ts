/**
 * Reads and draws PDFs by pdf.js, as data: nothing in a document can run, and the page's policy stays as it is (no
 * frame, no plugin). It comes when a document is shown. The reading happens in this thread: the page's policy of
 * trusted types lets no worker be made from an address.
 */
import { getDocument, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as pdfjsWorker from 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import type { PDFDocumentProxy } from 'pdfjs-dist';

// Where pdf.js looks for the reading part before it would load one.
Object.assign(globalThis, { pdfjsWorker });

/** Throws for what is no PDF. */
export const openPdf = async (bytes: Uint8Array): Promise<PDFDocumentProxy> =>
  getDocument({ data: bytes, enableXfa: false, useSystemFonts: false, verbosity: 0 }).promise;

/** A place in a page that leads to another; in fractions of its width and height. */
export interface PageLink {
  readonly to: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What a page holds in addition to ink and text: links into the document, and what its pictures show, in words. */
export const besides = async (
  pdf: PDFDocumentProxy,
  number: number,
): Promise<{ readonly links: readonly PageLink[]; readonly pictures: readonly string[] }> => {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const links: PageLink[] = [];
  for (const { subtype, rect, dest } of await page.getAnnotations()) {
    const found: unknown = subtype === 'Link' && typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    if (subtype !== 'Link' || !Array.isArray(found)) continue;
    const [left, bottom, right, top] = rect.map(Number);
    links.push({
      to: (await pdf.getPageIndex(found[0])) + 1,
      left: left / width,
      top: 1 - top / height,
      width: (right - left) / width,
      height: (top - bottom) / height,
    });
  }
  return { links, pictures: wordsOf(await page.getStructTree()) };
};

/** The alternative texts of the pictures of a tagged page, in their order. */
const wordsOf = (node: unknown): readonly string[] => {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'alt' in node && typeof node.alt === 'string' ? [node.alt] : [];
  return [...own, ...('children' in node && Array.isArray(node.children) ? node.children.flatMap(wordsOf) : [])];
};

/**
 * Draws a page into its two layers, `width` CSS pixels wide: the picture, and above it the text, invisible, to be
 * selected and read out.
 */
export const drawPage = async (
  pdf: PDFDocumentProxy,
  number: number,
  o: { canvas: HTMLCanvasElement; text: HTMLElement; width: number; signal: AbortSignal },
): Promise<void> => {
  const page = await pdf.getPage(number);
  const scale = o.width / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  // Sharp on dense screens, and never more pixels than a phone can hold.
  const density = Math.min(devicePixelRatio || 1, 3, Math.sqrt(16_000_000 / (viewport.width * viewport.height)));
  o.canvas.width = Math.round(viewport.width * density);
  o.canvas.height = Math.round(viewport.height * density);
  const drawing = page.render({ canvas: o.canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
  o.signal.addEventListener('abort', () => drawing.cancel(), { once: true });
  await drawing.promise;
  if (o.signal.aborted) return;
  o.text.replaceChildren();
  o.text.style.setProperty('--total-scale-factor', String(scale));
  await new TextLayer({ textContentSource: await page.getTextContent(), container: o.text, viewport }).render();
};

export type { PDFDocumentProxy };
