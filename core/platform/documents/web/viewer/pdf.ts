import type * as pdfjs from 'pdfjs-dist';
import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy, PageViewport } from 'pdfjs-dist';
import { CannotDraw } from './paper.ts';
import type { Paper, PaperPage, Words } from './paper.ts';

type Library = typeof pdfjs;

/** CSS pixels for each point. */
const pixels = 96 / 72;
/** A4 upright: what is drawn in the place of a page that cannot be read. */
const usualPaper = { width: 595 * pixels, height: 842 * pixels };

/** What the library asks for by names of its own: decoders of scans, fonts and codes that files take as given. */
const resources = {
  wasmUrl: new URL('pdfjs-dist/wasm/', import.meta.url).href,
  iccUrl: new URL('pdfjs-dist/iccs/', import.meta.url).href,
  cMapUrl: new URL('pdfjs-dist/cmaps/', import.meta.url).href,
  standardFontDataUrl: new URL('pdfjs-dist/standard_fonts/', import.meta.url).href,
};

const wordsOf = (library: Library, page: PDFPageProxy): Words => {
  let content: ReturnType<PDFPageProxy['getTextContent']> | undefined;
  const read = (): NonNullable<typeof content> => (content ??= page.getTextContent());
  return {
    turned: page.rotate,
    async pieces() {
      const { items } = await read();
      return items.flatMap((item) => ('str' in item ? [{ text: item.str, ends: item.hasEOL }] : []));
    },
    async layOver(container, signal) {
      const layer = new library.TextLayer({
        textContentSource: await read(),
        container,
        viewport: page.getViewport({ scale: pixels }),
      });
      signal.addEventListener('abort', () => layer.cancel(), { once: true });
      signal.throwIfAborted();
      await layer.render();
      return layer.textDivs.map((div) => (div.isConnected ? div.firstChild : null));
    },
  };
};

/** A picture that cannot be unpacked is left out without an error; its place among the objects of the page is empty. */
const lacksPicture = (page: PDFPageProxy): boolean => {
  const objects: Iterable<readonly unknown[]> = page.objs;
  return [...objects].some(([, data]) => data === null);
};

const pageOf = (library: Library, page: PDFPageProxy): PaperPage => {
  const { width, height } = page.getViewport({ scale: pixels });
  return {
    size: { width, height },
    words: wordsOf(library, page),
    async draw(canvas, { scale, turn, part, signal }) {
      const viewport: PageViewport = page.getViewport({
        scale: scale * pixels,
        rotation: (page.rotate + turn) % 360,
        offsetX: -part.x,
        offsetY: -part.y,
      });
      signal.throwIfAborted();
      const task = page.render({ canvas, viewport });
      const stop = (): void => task.cancel();
      signal.addEventListener('abort', stop, { once: true });
      try {
        await task.promise;
      } finally {
        signal.removeEventListener('abort', stop);
      }
      return lacksPicture(page) ? 'in part' : 'whole';
    },
    release: () => void page.cleanup(),
  };
};

/** Brought as it is: it is built to be a worker, and larger than all else. */
const workerAddress = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url);

/** A worker for each file: one that a file keeps busy for ever ends with it, and others are drawn meanwhile. */
const startWorker = (): { worker: Worker; failed: Promise<never> } => {
  const worker = new Worker(workerAddress, { type: 'module' });
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('The worker did not start.')), { once: true });
  });
  // It is heard of while the file is being opened; later nobody waits for it.
  failed.catch(() => {});
  return { worker, failed };
};

/** Throws `CannotDraw` for a file that is protected by a password, or is no PDF. */
export const openPdf = async (bytes: ArrayBuffer, signal: AbortSignal): Promise<Paper> => {
  const library = await import('pdfjs-dist');
  signal.throwIfAborted();
  const { worker, failed } = startWorker();
  const port = library.PDFWorker.create({ port: worker });
  let task: PDFDocumentLoadingTask | undefined;
  const close = (): void => {
    void task?.destroy().catch(() => {});
    port.destroy();
    worker.terminate();
  };
  try {
    task = library.getDocument({
      data: bytes,
      worker: port,
      ...resources,
      useWorkerFetch: true,
      disableWorkerRendering: true,
      verbosity: library.VerbosityLevel.ERRORS,
    });
    const document = await Promise.race([task.promise, failed]);
    signal.throwIfAborted();
    return await paperOf(library, document, close);
  } catch (error) {
    close();
    signal.throwIfAborted();
    if (error instanceof library.PasswordException) throw new CannotDraw('locked', error);
    if (error instanceof library.InvalidPDFException) throw new CannotDraw('broken', error);
    throw error;
  }
};

const paperOf = async (library: Library, document: PDFDocumentProxy, close: () => void): Promise<Paper> => {
  const pages = new Map<number, Promise<PaperPage>>();
  const page = (number: number): Promise<PaperPage> => {
    const known = pages.get(number) ?? document.getPage(number).then((one) => pageOf(library, one));
    pages.set(number, known);
    return known;
  };
  const usual = await page(1).then(
    ({ size }) => size,
    () => usualPaper,
  );
  return { count: document.numPages, usual, page, close };
};
