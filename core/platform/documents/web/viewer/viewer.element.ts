import { define, DossierElement } from '@dossier/sdk/web';
import { icon } from '@dossier/sdk/web/ui/icon';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { Task } from '@lit/task';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ViewedDocument } from '../../contract.ts';
import { pressed } from './keys.ts';
import { open } from './open.ts';
import type { Opened } from './open.ts';
import type { Pages, Point } from './pages.element.ts';
import './pages.element.ts';
import { CannotDraw } from './paper.ts';
import type { Paper, Turn } from './paper.ts';
import { searchBar } from './search-bar.ts';
import { Search } from './search.controller.ts';
import './thumbnails.element.ts';
import { toolbar } from './toolbar.ts';
import { viewerStyles } from './viewer.styles.ts';
import { stepFrom } from './zoom.ts';
import type { Zoom } from './zoom.ts';

const turns: Readonly<Record<string, Turn>> = { '0': 0, '90': 90, '180': 180, '270': 270 };

/** From this width on, in pixels, pages are shown in small as well. */
const roomForThumbnails = 720;

const unable = {
  locked: {
    icon: 'lock',
    title: 'This file is protected by a password',
    text: 'It cannot be shown here. Download it and open it with the password; who sent it knows it.',
  },
  broken: {
    icon: 'warning',
    title: 'This file cannot be shown',
    text: 'It may be damaged, or be something else than its name says. Download it to open it with another program.',
  },
  unknown: {
    icon: 'file',
    title: 'There is no preview of such files',
    text: 'Download it to open it with a program of your own.',
  },
} as const;

/** Shows a file: a PDF or a picture as pages, a text as text, and anything else as words with a download. */
export class DocumentViewer extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, viewerStyles];
  static override properties = {
    source: { attribute: false },
    zoom: { state: true },
    turn: { state: true },
    thumbnails: { state: true },
    searching: { state: true },
  };
  declare source: ViewedDocument | null;
  declare zoom: Zoom;
  declare turn: Turn;
  declare thumbnails: boolean;
  declare searching: boolean;
  readonly #search = new Search(this);
  #paper: Paper | null = null;
  readonly #opened = new Task(this, {
    args: () => [this.source?.id] as const,
    task: async (_, { signal }) => {
      this.#closePaper();
      const opened = this.source ? await open(this.source, signal) : null;
      if (!this.isConnected && opened?.kind === 'paper') {
        // Taken away meanwhile; opened again when it comes back.
        opened.paper.close();
        return null;
      }
      this.#begin(opened);
      return opened;
    },
  });

  constructor() {
    super();
    this.source = null;
    this.zoom = 'width';
    this.turn = 0;
    this.thumbnails = false;
    this.searching = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated && !this.#paper) void this.#opened.run();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#closePaper();
  }

  #begin(opened: Opened | null): void {
    this.zoom = 'width';
    this.turn = 0;
    this.searching = false;
    if (opened?.kind !== 'paper') return;
    this.#paper = opened.paper;
    this.thumbnails = opened.paper.count > 1 && this.clientWidth >= roomForThumbnails;
    // A small picture is not blown up.
    if (!opened.hasWords && opened.paper.usual.width < this.clientWidth) this.zoom = 1;
  }

  #closePaper(): void {
    this.#search.clear();
    this.#paper?.close();
    this.#paper = null;
  }

  get #pages(): Pages | null {
    return this.renderRoot.querySelector<Pages>('dossier-viewed-pages');
  }

  #goTo(page: number): void {
    this.#pages?.goTo(page);
  }

  #step(way: 1 | -1): void {
    this.zoom = stepFrom(this.#pages?.share ?? 1, way);
  }

  #turnBy(way: 1 | -1): void {
    this.turn = turns[String((this.turn + (way === 1 ? 90 : 270)) % 360)] ?? 0;
  }

  async #askSearch(): Promise<void> {
    this.searching = true;
    await this.updateComplete;
    const field = this.renderRoot.querySelector<HTMLInputElement>('.search input');
    field?.focus();
    field?.select();
  }

  #closeSearch(): void {
    this.searching = false;
    this.#search.clear();
    this.#pages?.focus();
  }

  #onKey(event: KeyboardEvent, hasWords: boolean): void {
    const count = this.#paper?.count ?? 1;
    const page = this.#pages?.current ?? 1;
    const done = pressed(event, {
      isWide: () => this.#pages?.isWide ?? false,
      page: (way) => this.#goTo(page + way),
      ends: (which) => this.#goTo(which === 'first' ? 1 : count),
      step: (way) => this.#step(way),
      fit: (what) => (this.zoom = what),
      turn: (way) => this.#turnBy(way),
      search: () => void (hasWords && this.#askSearch()),
      thumbnails: () => (this.thumbnails = count > 1 && !this.thumbnails),
    });
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #save(o: { label: boolean }): TemplateResult | typeof nothing {
    const { source } = this;
    if (!source || source.download === null) return nothing;
    return o.label
      ? html`<a class="button" href=${source.download} download=${source.name}>${icon('download', 16)} Download</a>`
      : html`<a class="button quiet icon" href=${source.download} download=${source.name} aria-label="Download ${source.name}"
          title="Download">${icon('download', 17)}</a>`;
  }

  #unable(why: keyof typeof unable): TemplateResult {
    const action = this.#save({ label: true });
    return html`<div class="only">${empty({ ...unable[why], alert: true, action: html`${action}` })}</div>`;
  }

  #onZoom(event: CustomEvent<{ share: number; point: Point }>): void {
    this.#pages?.around(event.detail.point);
    this.zoom = event.detail.share;
  }

  #asPaper(paper: Paper, hasWords: boolean): TemplateResult {
    const name = this.source?.name ?? '';
    const pages = this.#pages;
    const current = pages?.current ?? 1;
    return html`<div class="viewer" style="--digits: ${String(paper.count).length}"
      @keydown=${(event: KeyboardEvent) => this.#onKey(event, hasWords)}>
      ${toolbar(
        {
          page: current,
          count: paper.count,
          zoom: this.zoom,
          share: pages?.share ?? 1,
          hasWords,
          isSearching: this.searching,
          hasThumbnails: this.thumbnails,
        },
        {
          goTo: (page) => this.#goTo(page),
          zoomTo: (zoom) => (this.zoom = zoom),
          step: (way) => this.#step(way),
          turn: () => this.#turnBy(1),
          search: () => (this.searching ? this.#closeSearch() : void this.#askSearch()),
          thumbnails: () => (this.thumbnails = !this.thumbnails),
        },
        this.#save({ label: false }),
      )}
      ${
        this.searching
          ? searchBar(this.#search, {
              ask: (query) => void this.#search.begin(paper, query, this.#pages?.current ?? 1),
              close: () => this.#closeSearch(),
            })
          : nothing
      }
      <div class="body">
        ${
          this.thumbnails
            ? html`<dossier-viewed-thumbnails .paper=${paper} .turn=${this.turn} .current=${current}
          @dossier-page-chosen=${(event: CustomEvent<number>) => this.#goTo(event.detail)}></dossier-viewed-thumbnails>`
            : nothing
        }
        <dossier-viewed-pages .paper=${paper} .name=${name} .zoom=${this.zoom} .turn=${this.turn}
          .found=${this.#search.found} .here=${this.#search.here} @dossier-pages-moved=${() => this.requestUpdate()}
          @dossier-pages-zoom=${this.#onZoom}></dossier-viewed-pages>
      </div>
    </div>`;
  }

  #asText(text: string, isCut: boolean): TemplateResult {
    return html`<div class="viewer"><div class="plain">${this.#save({ label: false })}</div>
      <div class="only" tabindex="0" role="region" aria-label="Text of ${this.source?.name ?? ''}">${
        isCut ? html`<p class="cut">Only the beginning is shown. Download the file to read all of it.</p>` : nothing
      }<pre>${text}</pre></div></div>`;
  }

  override render(): unknown {
    return this.#opened.render({
      pending: () => html`<div class="only">${skeleton(8, 'The file is being opened')}</div>`,
      complete: (opened) => {
        if (opened === null) return nothing;
        if (opened.kind === 'text') return this.#asText(opened.text, opened.isCut);
        return opened.kind === 'paper' ? this.#asPaper(opened.paper, opened.hasWords) : this.#unable('unknown');
      },
      error: (error) =>
        error instanceof CannotDraw
          ? this.#unable(error.reason)
          : html`<div class="only">${failure(error, () => void this.#opened.run(), {
              title: 'The file could not be opened',
              text: 'Trying again often helps. If not, download it.',
            })}<p class="way">${this.#save({ label: true })}</p></div>`,
    });
  }
}
define('dossier-document-viewer', DocumentViewer);
