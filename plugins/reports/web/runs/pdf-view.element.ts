import { define, DossierElement } from '@dossier/sdk/web';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { PageLink, PDFDocumentProxy } from './pdf.ts';
import { pdfStyles } from './pdf.styles.ts';

const widths = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;
/** Of a page at its full width, in CSS pixels: A4 at 96 dots to the inch is 794. */
const usualWidth = 860;

interface Open {
  readonly pdf: PDFDocumentProxy;
  readonly count: number;
  /** Height over width of the first page; each page is given its own when it is drawn. */
  readonly ratio: number;
}

/** A PDF inside the page, as pictures with text above them. Pages are drawn when they come near. */
class PdfView extends DossierElement {
  static override styles = [DossierElement.styles, pdfStyles];
  static override properties = {
    bytes: { attribute: false },
    name: {},
    fileName: {},
    open: { state: true },
    failed: { state: true },
    at: { state: true },
    besides: { state: true },
    zoom: { state: true },
    room: { state: true },
  };
  /** Taken over: it is empty afterwards. */
  declare bytes: Uint8Array | null;
  /** What the document is called, for those who do not see it. */
  declare name: string;
  /** Stands above it. */
  declare fileName: string;
  declare open: Open | null;
  declare failed: boolean;
  /** The page that is read, from 1. */
  declare at: number;
  /** Links and pictures of the pages that were drawn. */
  declare besides: ReadonlyMap<number, { readonly links: readonly PageLink[]; readonly pictures: readonly string[] }>;
  /** Index into {@link widths}. */
  declare zoom: number;
  /** Width for a page in CSS pixels. */
  declare room: number;
  #drawn = new Map<number, AbortController>();
  #near: IntersectionObserver | null = null;
  readonly #size = new ResizeObserver(() => this.#measure());

  constructor() {
    super();
    this.bytes = null;
    this.name = '';
    this.fileName = '';
    this.open = null;
    this.failed = false;
    this.at = 1;
    this.besides = new Map();
    this.zoom = 2;
    this.room = 0;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size.disconnect();
    this.#near?.disconnect();
    this.#forget();
    void this.open?.pdf.loadingTask.destroy();
    this.open = null;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('bytes') && this.bytes) void this.#read(this.bytes);
  }

  async #read(bytes: Uint8Array): Promise<void> {
    try {
      const { openPdf } = await import('./pdf.ts');
      const pdf = await openPdf(bytes);
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      this.open = { pdf, count: pdf.numPages, ratio: height / width };
    } catch (error) {
      reportError(error);
      this.failed = true;
    }
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    const frame = this.renderRoot.querySelector('.pages');
    if (changed.has('open') && this.open && frame) {
      this.#size.observe(frame);
      this.#measure();
      this.#near = new IntersectionObserver((entries) => this.#came(entries), { root: frame, rootMargin: '60% 0px' });
    }
    if ((changed.has('room') || changed.has('zoom') || changed.has('open')) && this.room > 0) {
      // Another width is another picture.
      this.#forget();
      for (const page of this.renderRoot.querySelectorAll('.page')) {
        this.#near?.unobserve(page);
        this.#near?.observe(page);
      }
    }
  }

  #measure(): void {
    const frame = this.renderRoot.querySelector('.pages');
    if (!frame) return;
    const { paddingLeft, paddingRight } = getComputedStyle(frame);
    const room = Math.floor(frame.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
    // A scroll bar that comes or goes is no reason to draw everything anew.
    if (room > 0 && Math.abs(room - this.room) > 16) this.room = room;
  }

  get #width(): number {
    return Math.round(Math.min(usualWidth, this.room) * (widths[this.zoom] ?? 1));
  }

  #forget(): void {
    for (const drawing of this.#drawn.values()) drawing.abort();
    this.#drawn = new Map();
  }

  #came(entries: readonly IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting && target instanceof HTMLElement) void this.#draw(target);
  }

  async #draw(target: HTMLElement): Promise<void> {
    const number = Number(target.dataset['page']);
    const [canvas, text] = [target.querySelector('canvas'), target.querySelector<HTMLElement>('.text')];
    if (!this.open || !canvas || !text || this.#drawn.has(number)) return;
    const drawing = new AbortController();
    this.#drawn.set(number, drawing);
    try {
      const { besides, drawPage } = await import('./pdf.ts');
      await drawPage(this.open.pdf, number, { canvas, text, width: this.#width, signal: drawing.signal });
      if (this.besides.has(number)) return;
      const found = await besides(this.open.pdf, number);
      // Copied only now: another page may have brought its own meanwhile.
      this.besides = new Map([...this.besides, [number, found]]);
    } catch (error) {
      if (!drawing.signal.aborted) reportError(error);
    }
  }

  #scrolled(event: Event): void {
    if (!(event.currentTarget instanceof HTMLElement)) return;
    const middle = event.currentTarget.getBoundingClientRect().top + event.currentTarget.clientHeight / 2;
    const pages = [...this.renderRoot.querySelectorAll('.page')];
    const at = pages.findIndex((page) => page.getBoundingClientRect().bottom > middle);
    this.at = (at < 0 ? pages.length - 1 : at) + 1;
  }

  #to(number: number): void {
    const [frame, page] = [
      this.renderRoot.querySelector<HTMLElement>('.pages'),
      this.renderRoot.querySelector(`[data-page="${number}"]`),
    ];
    if (!frame || !page) return;
    // The frame alone: the page around it stays where it is.
    frame.scrollBy({ top: page.getBoundingClientRect().top - frame.getBoundingClientRect().top - 12 });
    frame.focus({ preventScroll: true });
  }

  #page(number: number, style: string): TemplateResult {
    const { links, pictures } = this.besides.get(number) ?? { links: [], pictures: [] };
    return html`
      <li class="page" data-page=${number} aria-label="Page ${number}" style=${style}>
        <canvas aria-hidden="true"></canvas><div class="text"></div>
        ${pictures.map((words) => html`<span class="visually-hidden">${words}</span>`)}
        ${links.map(
          ({ to, left, top, width, height }) => html`<button class="link" aria-label="To page ${to}"
          title="Page ${to}" style="left:${left * 100}%;top:${top * 100}%;width:${width * 100}%;height:${height * 100}%"
          @click=${() => this.#to(to)}></button>`,
        )}
      </li>`;
  }

  #bar(count: number): TemplateResult {
    const to = (zoom: number) => (): void => {
      this.zoom = zoom;
    };
    return html`
      <div class="bar" role="toolbar" aria-label="View of the report">
        <span class="file" title=${this.fileName}>${this.fileName}</span>
        <span class="place number">Page ${this.at} of ${count}</span>
        <button class="button quiet icon small" aria-label="Smaller" title="Smaller" ?disabled=${this.zoom === 0}
          @click=${to(this.zoom - 1)}>${icon('dash', 16)}</button>
        <span class="number" role="status">${Math.round((widths[this.zoom] ?? 1) * 100)} %</span>
        <button class="button quiet icon small" aria-label="Larger" title="Larger"
          ?disabled=${this.zoom === widths.length - 1} @click=${to(this.zoom + 1)}>${icon('plus', 16)}</button>
      </div>`;
  }

  override render() {
    const { open } = this;
    if (this.failed)
      return html`<p class="state" role="alert">The report cannot be shown here. Download it to read it.</p>`;
    if (!open) return html`<p class="state muted" role="status">Opening the report…</p>`;
    const [width, height] = [this.#width, Math.round(this.#width * open.ratio)];
    return html`
      ${this.#bar(open.count)}
      <div class="pages" tabindex="0" role="region" aria-label=${this.name} @scroll=${this.#scrolled}>
        <ol>${Array.from({ length: open.count }, (_, i) =>
          this.#page(i + 1, `width:${width}px;height:${height}px`),
        )}</ol>
      </div>`;
  }
}
define('dossier-pdf-view', PdfView);
