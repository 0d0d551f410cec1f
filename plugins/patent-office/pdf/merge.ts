/** Pages to one file, in the order in which they are given. Runs in the thread of merge-worker.ts alone. */
import { PageSizes, PDFDocument, PDFHexString, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import type { PDFRef } from '@cantoo/pdf-lib';

export interface Bookmark {
  readonly title: string;
  /** From 1. */
  readonly page: number;
}

/** A sheet that stands for a page which is not there, so that those behind it keep their numbers. */
export interface Gap {
  readonly lines: readonly string[];
}

export interface Merged {
  readonly bytes: Uint8Array;
  /** Counted in the bytes themselves. */
  readonly pages: number;
}

export class Merge {
  readonly #document: PDFDocument;
  private constructor(document: PDFDocument) {
    this.#document = document;
  }

  static async begin(): Promise<Merge> {
    return new Merge(await PDFDocument.create({ updateMetadata: false }));
  }

  async add(bytes: Uint8Array): Promise<void> {
    const page = await PDFDocument.load(bytes, { throwOnInvalidObject: true, updateMetadata: false });
    if (page.getPageCount() !== 1) throw new Error(`A page of a document is ${page.getPageCount()} pages.`);
    // Nothing but these can act on a page, or lead away from it; a scan needs none of them.
    for (const name of ['AA', 'Annots']) page.getPage(0).node.delete(PDFName.of(name));
    const [copied] = await this.#document.copyPages(page, [0]);
    if (!copied) throw new Error('A page of a document could not be copied.');
    this.#document.addPage(copied);
  }

  async gap({ lines }: Gap): Promise<void> {
    const font = await this.#document.embedFont(StandardFonts.Helvetica);
    const page = this.#document.addPage(PageSizes.A4);
    for (const [at, line] of lines.entries())
      page.drawText(line, { x: 72, y: page.getHeight() - 120 - at * 24, size: at === 0 ? 16 : 11, font });
  }

  async end({ title, bookmarks }: { title: string; bookmarks: readonly Bookmark[] }): Promise<Merged> {
    this.#document.setTitle(title, { showInWindowTitleBar: true });
    this.#outline(bookmarks);
    const bytes = await this.#document.save({ useObjectStreams: false, addDefaultPage: false });
    const written = await PDFDocument.load(bytes, { updateMetadata: false });
    return { bytes, pages: written.getPageCount() };
  }

  /** ISO 32000-2, 12.3.3: a list in which each entry names the one before and the one behind it. */
  #outline(bookmarks: readonly Bookmark[]): void {
    const pages = this.#document.getPages();
    const there = bookmarks.flatMap(({ title, page }) => {
      const target = pages[page - 1];
      return target ? [{ title, target: target.ref }] : [];
    });
    const { context, catalog } = this.#document;
    const refs = there.map(() => context.nextRef());
    const [first, last] = [refs[0], refs.at(-1)];
    if (!first || !last) return;
    const root = context.nextRef();
    for (const [at, { title, target }] of there.entries()) {
      const near = (name: string, ref: PDFRef | undefined) => (ref ? { [name]: ref } : {});
      context.assign(
        refs[at]!,
        context.obj({
          Title: PDFHexString.fromText(title),
          Parent: root,
          Dest: [target, 'Fit'],
          ...near('Prev', refs[at - 1]),
          ...near('Next', refs[at + 1]),
        }),
      );
    }
    context.assign(root, context.obj({ Type: 'Outlines', First: first, Last: last, Count: refs.length }));
    catalog.set(PDFName.of('Outlines'), root);
  }
}
