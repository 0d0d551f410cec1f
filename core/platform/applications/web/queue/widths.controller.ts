import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How much room the list has; its element is drawn again when that changes. */
export class Widths implements ReactiveController {
  readonly #element: ReactiveControllerHost;
  readonly #phone = matchMedia('(max-width: 47.99em)');
  readonly #wide = matchMedia('(min-width: 73.75em)');
  readonly #onWidth = (): void => this.#element.requestUpdate();

  constructor(element: ReactiveControllerHost) {
    this.#element = element;
    element.addController(this);
  }

  /** That of a phone. */
  get narrow(): boolean {
    return this.#phone.matches;
  }

  /** A preview has room beside it. */
  get roomy(): boolean {
    return this.#wide.matches;
  }

  hostConnected(): void {
    for (const one of [this.#phone, this.#wide]) one.addEventListener('change', this.#onWidth);
  }

  hostDisconnected(): void {
    for (const one of [this.#phone, this.#wide]) one.removeEventListener('change', this.#onWidth);
  }
}
