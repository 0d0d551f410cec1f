import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';

/**
 * Who works by keyboard goes on where they are: when what had the focus is drawn no more, it goes to what `near`
 * finds instead of to the top of the page.
 */
export class KeepFocus implements ReactiveController {
  readonly #element: DossierElement;
  readonly #near: () => HTMLElement | null;
  #had = false;

  constructor(element: DossierElement, near: () => HTMLElement | null) {
    this.#element = element;
    this.#near = near;
    element.addController(this);
  }

  hostUpdate(): void {
    this.#had = Boolean(this.#element.shadowRoot?.activeElement);
  }

  hostUpdated(): void {
    if (this.#had && !this.#element.shadowRoot?.activeElement) this.#near()?.focus();
    this.#had = false;
  }
}
