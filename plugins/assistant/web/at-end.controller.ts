import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Pixels above the end at which a reader still counts as at it. */
const near = 24;

/** Keeps the end of what grows in sight as long as the reader is there. */
export class AtEnd implements ReactiveController {
  readonly #element: ReactiveControllerHost & { readonly renderRoot: ParentNode };
  #isThere = true;
  #box: Element | null = null;
  readonly #grown = new ResizeObserver(() => this.#follow());
  readonly #scrolled = (): void => {
    const box = this.#box;
    if (box) this.#isThere = box.scrollHeight - box.clientHeight - box.scrollTop <= near;
  };

  constructor(element: ReactiveControllerHost & { readonly renderRoot: ParentNode }) {
    this.#element = element;
    element.addController(this);
  }

  hostUpdated(): void {
    const box = this.#element.renderRoot.querySelector('.log');
    if (box === this.#box) return;
    this.hostDisconnected();
    this.#box = box;
    box?.addEventListener('scroll', this.#scrolled, { passive: true });
    for (const one of [box, box?.firstElementChild]) if (one) this.#grown.observe(one);
    this.#follow();
  }

  hostDisconnected(): void {
    this.#grown.disconnect();
    this.#box?.removeEventListener('scroll', this.#scrolled);
    this.#box = null;
  }

  /** Goes to the end, and stays there. */
  go(): void {
    this.#isThere = true;
    this.#follow();
  }

  /** The reader looks at something else that grows, until the end is in sight again. */
  leave(): void {
    this.#isThere = false;
  }

  #follow(): void {
    if (this.#isThere) this.#box?.scrollTo({ top: this.#box.scrollHeight, behavior: 'instant' });
  }
}
