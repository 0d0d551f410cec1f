import { define, DossierElement } from '@dossier/sdk/web';
import { html } from 'lit';
import type { Found } from './found.ts';
import { marks } from './marks.ts';
import { PageView } from './page-view.ts';
import type { Seen } from './page-view.ts';
import { pagesStyles } from './pages.styles.ts';
import type { Paper, Size, Turn } from './paper.ts';
import { pinching } from './pinching.ts';
import { shareOf } from './zoom.ts';
import type { Zoom } from './zoom.ts';

/** A point of the window that stays where it is while pages grow or shrink below it. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How far from being seen a page is drawn, and kept. */
const near = '60% 0px';
const far = 3;
/** Pages are drawn anew when the reader has come to rest, in milliseconds. */
const rest = 120;

/**
 * The pages of a file, below each other; those near to what is seen are drawn. Fires `dossier-pages-moved` when another
 * page is the current one, or the share of 100 % is another, and `dossier-pages-zoom` (detail: share, point) when the
 * reader zooms by fingers or wheel.
 */
export class Pages extends DossierElement {
  static override styles = [DossierElement.styles, pagesStyles];
  static override properties = {
    paper: { attribute: false },
    name: {},
    zoom: { attribute: false },
    turn: { attribute: false },
    found: { attribute: false },
    here: { attribute: false },
  };
  declare paper: Paper | null;
  declare name: string;
  declare zoom: Zoom;
  declare turn: Turn;
  /** What was found so far, and the one of it that is looked at. */
  declare found: readonly Found[];
  declare here: Found | null;
  /** The number of the page that is looked at. */
  current = 1;
  share = 1;
  #views: readonly PageView[] = [];
  readonly #near = new Set<PageView>();
  #watch: IntersectionObserver | null = null;
  #drawing = false;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #anchor: Point | null = null;
  readonly #marks = marks();
  /** Of what was found, that whose page was gone to, and that which was brought into sight. */
  #goneTo: Found | null = null;
  #shown: Found | null = null;
  readonly #resized = new ResizeObserver(() => {
    if (typeof this.zoom !== 'number') this.#lay();
    this.#moved();
  });

  constructor() {
    super();
    this.paper = null;
    this.name = '';
    this.zoom = 'width';
    this.turn = 0;
    this.found = [];
    this.here = null;
  }

  get #desk(): HTMLElement {
    const desk = this.renderRoot.querySelector<HTMLElement>('.desk');
    if (!desk) throw new Error('The pages are not drawn yet.');
    return desk;
  }

  protected override firstUpdated(): void {
    const desk = this.#desk;
    this.#resized.observe(desk);
    pinching(desk, (factor, point) => this.#zoomed(this.share * factor, point));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#resting);
    this.#forget();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Placed anew in another part of the page.
    if (this.hasUpdated && this.paper) this.requestUpdate('paper', null);
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('paper')) this.#place();
    else if (changed.has('zoom') || changed.has('turn')) this.#lay();
    if (changed.has('found') || changed.has('here')) void this.#mark();
  }

  /** Looks at a page from its top. */
  goTo(number: number): void {
    const view = this.#views[Math.min(this.#views.length, Math.max(1, number)) - 1];
    if (!view) return;
    // Not by `scrollIntoView`: what is around the viewer stays where it is.
    const gap = Number.parseFloat(getComputedStyle(this.#desk).paddingTop);
    this.#desk.scrollTop += view.element.getBoundingClientRect().top - this.#desk.getBoundingClientRect().top - gap;
    this.#moved();
  }

  /** Whether pages are wider than there is room. */
  get isWide(): boolean {
    return this.#desk.scrollWidth > this.#desk.clientWidth + 1;
  }

  /** Zooms around a point of the window: what lies there stays there. */
  around(point: Point): void {
    this.#anchor = point;
  }

  override focus(): void {
    this.#desk.focus();
  }

  #forget(): void {
    this.#watch?.disconnect();
    for (const view of this.#views) view.release();
    this.#views = [];
    this.#near.clear();
    this.#marks.clear();
  }

  #place(): void {
    const { paper } = this;
    this.#forget();
    const stack = this.renderRoot.querySelector('.stack');
    if (!paper || !stack) return;
    this.#views = Array.from({ length: paper.count }, (_, index) => {
      const view: PageView = new PageView(paper, index + 1, this.name, (grown) => {
        // What is looked at stays where it is when those above turn out to be of another size.
        if (view.number < this.current) this.#desk.scrollTop += grown;
        // All of a file is measured by the page that is looked at.
        if (view.number === this.current && typeof this.zoom !== 'number') this.#lay();
      });
      return view;
    });
    stack.replaceChildren(...this.#views.map(({ element }) => element));
    this.current = 1;
    this.#desk.scrollTop = 0;
    this.#lay();
    const byElement = new Map(this.#views.map((view) => [view.element, view]));
    this.#watch = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const view = target instanceof HTMLElement ? byElement.get(target) : undefined;
          if (view && isIntersecting) this.#near.add(view);
          else if (view) this.#near.delete(view);
        }
        void this.#drawNear();
      },
      { root: this.#desk, rootMargin: near },
    );
    for (const { element } of this.#views) this.#watch.observe(element);
    this.#told();
  }

  get #room(): Size {
    const desk = this.#desk;
    const { paddingLeft, paddingTop } = getComputedStyle(desk);
    return {
      // A pixel less: halves of one would make it scroll.
      width: desk.clientWidth - 2 * Number.parseFloat(paddingLeft) - 1,
      height: desk.clientHeight - 2 * Number.parseFloat(paddingTop),
    };
  }

  /** Gives all pages their size. What is looked at stays in its place. */
  #lay(): void {
    const view = this.#views[this.current - 1];
    if (!view) return;
    const desk = this.#desk;
    const { left, top, width, height } = desk.getBoundingClientRect();
    const point = this.#anchor ?? { x: left + width / 2, y: top + Math.min(height / 2, 100) };
    this.#anchor = null;
    const held = this.#pageAt(point.y) ?? view;
    const before = held.element.getBoundingClientRect();
    const across = (point.x - before.left) / before.width;
    const down = (point.y - before.top) / before.height;
    this.share = shareOf(this.zoom, this.#room, view.size, this.turn);
    desk.style.setProperty('--share', String(this.share));
    for (const one of this.#views) one.stand({ share: this.share, turn: this.turn });
    const after = held.element.getBoundingClientRect();
    if (before.width > 0 && before.height > 0) {
      desk.scrollLeft += after.left + across * after.width - point.x;
      desk.scrollTop += after.top + down * after.height - point.y;
    }
    this.#told();
    this.#rested();
  }

  /** The page at a height of the window, or the nearest above it. */
  #pageAt(y: number): PageView | undefined {
    return this.#views.findLast(({ element }) => element.getBoundingClientRect().top <= y) ?? this.#views[0];
  }

  #moved(): void {
    const { top, height } = this.#desk.getBoundingClientRect();
    const view = this.#pageAt(top + height / 3);
    if (view && view.number !== this.current) {
      this.current = view.number;
      this.#told();
    }
    this.#rested();
  }

  #told(): void {
    this.dispatchEvent(new CustomEvent('dossier-pages-moved'));
  }

  #zoomed(share: number, point: Point): void {
    this.dispatchEvent(new CustomEvent('dossier-pages-zoom', { detail: { share, point } }));
  }

  #rested(): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.#releaseFar();
      void this.#drawNear().then(() => this.#sharpen());
    }, rest);
  }

  #distance({ number }: PageView): number {
    return Math.abs(number - this.current);
  }

  /** One after the other, that nearest to the reader first. */
  async #drawNear(): Promise<void> {
    if (this.#drawing) return;
    this.#drawing = true;
    for (;;) {
      const [next] = [...this.#near]
        .filter((one) => !one.isDrawn)
        .toSorted((a, b) => this.#distance(a) - this.#distance(b));
      if (!next) break;
      await next.draw();
      void this.#mark();
    }
    this.#drawing = false;
  }

  #releaseFar(): void {
    const { top, height } = this.#desk.getBoundingClientRect();
    for (const view of this.#views) {
      if (!view.isHeld || this.#near.has(view)) continue;
      const at = view.element.getBoundingClientRect();
      if (at.bottom < top - far * height || at.top > top + (far + 1) * height) view.release();
    }
  }

  async #sharpen(): Promise<void> {
    const desk = this.#desk.getBoundingClientRect();
    for (const view of this.#near) {
      const { left, top, width, height } = view.element.getBoundingClientRect();
      const share = (at: number, from: number, length: number): number =>
        Math.min(1, Math.max(0, (at - from) / length));
      const seen: Seen = {
        left: share(desk.left, left, width),
        top: share(desk.top, top, height),
        right: share(desk.right, left, width),
        bottom: share(desk.bottom, top, height),
      };
      await view.sharpen(seen);
    }
  }

  /** Marks what was found on the pages that are drawn, and brings the one that is looked at into sight. */
  async #mark(): Promise<void> {
    const { here } = this;
    const ranges = await Promise.all(
      this.found
        .filter(({ page }) => this.#views[page - 1]?.isDrawn)
        .map(async (one) => ({ one, range: await this.#views[one.page - 1]?.rangeOf(one) })),
    );
    if (here !== this.here) return;
    this.#marks.show(
      ranges.flatMap(({ range, one }) => (range && one !== here ? [range] : [])),
      ranges.flatMap(({ range, one }) => (range && one === here ? [range] : [])),
    );
    if (here && this.#shown !== here) this.#bring(here, ranges.find(({ one }) => one === here)?.range);
  }

  #bring(here: Found, range: StaticRange | null | undefined): void {
    const view = this.#views[here.page - 1];
    if (!view) return;
    const place = range?.startContainer.parentElement?.getBoundingClientRect();
    if (place) {
      const desk = this.#desk;
      const { left, top, width, height } = desk.getBoundingClientRect();
      if (place.top < top || place.bottom > top + height) desk.scrollTop += place.top - top - height / 2;
      if (place.left < left || place.right > left + width) desk.scrollLeft += place.left - left - width / 4;
    } else if (this.#goneTo !== here) this.goTo(here.page);
    this.#goneTo = here;
    if (place || view.isDrawn) this.#shown = here;
  }

  override render(): unknown {
    return html`<div class="desk" tabindex="0" role="region" aria-label="Pages of ${this.name}"
      @scroll=${{ handleEvent: () => this.#moved(), passive: true }}><div class="stack"></div></div>`;
  }
}
define('dossier-viewed-pages', Pages);
