import type { LitElement, ReactiveController } from 'lit';

/**
 * Marks the parts of a page that draw nothing by `data-empty`, for as long as they do: their height tells. A part is
 * block, or stands in a grid.
 */
export class EmptyParts implements ReactiveController {
  readonly #element: LitElement;
  readonly #selector: string;
  readonly #sizes = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) target.toggleAttribute('data-empty', contentRect.height === 0);
  });
  #parts: ReadonlySet<Element> = new Set();

  constructor(element: LitElement, selector: string) {
    this.#element = element;
    this.#selector = selector;
    element.addController(this);
  }

  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostUpdated(): void {
    const parts = new Set(this.#element.renderRoot.querySelectorAll(this.#selector));
    for (const one of this.#parts) if (!parts.has(one)) this.#sizes.unobserve(one);
    for (const one of parts) if (!this.#parts.has(one)) this.#sizes.observe(one);
    this.#parts = parts;
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
    this.#parts = new Set();
  }
}
