/**
 * Reads and draws PDFs by pdf.js, as data: nothing in a document can run, and the page's policy stays as it is (no frame, no plugin). It comes when a
 * document is shown. The reading happens in this thread: the page's policy of trusted types lets no worker be made from an address.
 */
import { getDocument, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as pdfjsWorker from 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import type { PDFDocumentProxy } from 'pdfjs-dist';

// Where pdf.js looks for the reading part before it would load one.
Object.assign(globalThis, { pdfjsWorker });

/** Throws for what is no PDF. */
export const openPdf = async (bytes: Uint8Array): Promise<PDFDocumentProxy> => getDocument({ data: bytes, enableXfa: false, useSystemFonts: false, verbosity: 0 }).promise;

/** Draws a page into its two layers, `width` CSS pixels wide: the picture, and above it the text, invisible, to be selected and read out. */
export const drawPage = async (pdf: PDFDocumentProxy, number: number, o: { canvas: HTMLCanvasElement; text: HTMLElement; width: number; signal: AbortSignal }): Promise<void> => {
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
