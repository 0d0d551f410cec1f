import type { LitElement } from 'lit';

/** The native dialog of an element, for a form whose sending cannot be taken back: it stays until it is known how that ended. */
export class HeldDialog {
  readonly #element: LitElement;
  readonly #sending: () => boolean;
  readonly #ended: () => void;

  /** `ended` is called when it was closed with nothing on its way. */
  constructor(element: LitElement, o: { sending: () => boolean; ended?: () => void }) {
    this.#element = element;
    this.#sending = o.sending;
    this.#ended = o.ended ?? (() => {});
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#element.renderRoot.querySelector('dialog');
  }

  /** Opens it, or leaves it open. */
  show(): void {
    const dialog = this.#dialog;
    if (dialog && !dialog.open) dialog.showModal();
  }

  close(): void {
    this.#dialog?.close();
  }

  /** For its `cancel`: Escape does not close what is on its way. */
  readonly hold = (event: Event): void => {
    if (this.#sending()) event.preventDefault();
  };

  /** For its `close`: a browser closes it all the same when Escape is pressed again. */
  readonly closed = (): void => {
    // It may have been opened anew before it was told.
    if (this.#dialog?.open) return;
    if (this.#sending()) this.show();
    else this.#ended();
  };
}
