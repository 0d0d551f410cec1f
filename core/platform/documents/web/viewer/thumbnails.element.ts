import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import { turned } from './paper.ts';
import type { Paper, Turn } from './paper.ts';

const width = 96;

/** The pages of a file in small, in a column; fires `dossier-page-chosen` with the number of a page. */
class Thumbnails extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: block; overflow-y: auto; padding: 0.75rem 0.5rem; background: var(--dossier-surface);
      border-right: 1px solid var(--dossier-border); }
    ol { display: grid; gap: 0.5rem; justify-items: center; }
    button { display: grid; gap: 0.25rem; justify-items: center; padding: 0.375rem; border: 0; background: none;
      border-radius: var(--dossier-radius); font-size: var(--dossier-size-xs); cursor: pointer; }
    button:hover { background: var(--dossier-hover); }
    button[aria-current] { background: var(--dossier-accent-soft); color: var(--dossier-accent-text);
      font-weight: var(--dossier-medium); }
    .paper { position: relative; display: block; background: #fff; box-shadow: var(--dossier-shadow-s); }
    canvas { position: absolute; inset: 0; width: 100%; height: 100%; }
  `,
  ];
  static override properties = {
    paper: { attribute: false },
    turn: { attribute: false },
    current: { type: Number },
  };
  declare paper: Paper | null;
  declare turn: Turn;
  declare current: number;
  #stop = new AbortController();
  #watch: IntersectionObserver | null = null;
  readonly #wanted = new Set<HTMLElement>();
  #drawing = false;

  constructor() {
    super();
    this.paper = null;
    this.turn = 0;
    this.current = 1;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop.abort();
    this.#watch?.disconnect();
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('paper') || changed.has('turn')) this.#begin();
    if (changed.has('current')) this.renderRoot.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }

  #begin(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#watch?.disconnect();
    this.#wanted.clear();
    this.#watch = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!(target instanceof HTMLElement)) continue;
          if (isIntersecting && target.childElementCount === 0) this.#wanted.add(target);
          else this.#wanted.delete(target);
        }
        void this.#draw();
      },
      { root: this, rootMargin: '50% 0px' },
    );
    for (const place of this.renderRoot.querySelectorAll('.paper')) {
      place.replaceChildren();
      this.#watch.observe(place);
    }
  }

  async #draw(): Promise<void> {
    if (this.#drawing) return;
    this.#drawing = true;
    for (const place of this.#wanted) {
      this.#wanted.delete(place);
      const { signal } = this.#stop;
      try {
        const canvas = await this.#drawn(Number(place.dataset['number']), signal);
        if (!signal.aborted) place.append(canvas);
      } catch {
        // The page itself says what is wrong; here its paper stays empty.
      }
    }
    this.#drawing = false;
  }

  async #drawn(number: number, signal: AbortSignal): Promise<HTMLCanvasElement> {
    const page = await this.paper?.page(number);
    if (!page) throw new Error('There is no such page.');
    const { turn } = this;
    const size = turned(page.size, turn);
    const scale = (width * devicePixelRatio) / Math.max(size.width, size.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(size.width * scale));
    canvas.height = Math.max(1, Math.round(size.height * scale));
    await page.draw(canvas, { scale, turn, part: { x: 0, y: 0, width: canvas.width, height: canvas.height }, signal });
    const place = this.renderRoot.querySelector<HTMLElement>(`[data-number="${number}"]`);
    if (place) place.style.cssText = this.#measures(size);
    return canvas;
  }

  #measures(size: { width: number; height: number }): string {
    const share = width / Math.max(size.width, size.height);
    return `width: ${size.width * share}px; height: ${size.height * share}px`;
  }

  override render(): unknown {
    const { paper } = this;
    if (!paper) return nothing;
    const usual = this.#measures(turned(paper.usual, this.turn));
    return html`<ol aria-label="Pages in small">${Array.from({ length: paper.count }, (_, index) => {
      const number = index + 1;
      return html`<li><button aria-label="Page ${number}" aria-current=${number === this.current ? 'page' : nothing}
        @click=${() => this.dispatchEvent(new CustomEvent('dossier-page-chosen', { detail: number }))}><span class="paper"
        data-number=${number} style=${usual}></span><span class="number" aria-hidden="true">${number}</span></button></li>`;
    })}</ol>`;
  }
}
define('dossier-viewed-thumbnails', Thumbnails);
