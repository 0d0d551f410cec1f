import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';

/** What a person has written and not sent: choices are made again in a moment. */
const written = (field: Element): boolean =>
  (field instanceof HTMLTextAreaElement ||
    (field instanceof HTMLInputElement && !['checkbox', 'radio'].includes(field.type))) &&
  !field.readOnly &&
  field.value !== field.defaultValue;

/**
 * The native dialog of an element. Escape, a wrong key away from every other, loses nothing: while it is held it stays,
 * for example until it is known how a sending that cannot be taken back has ended, and when something is written in it,
 * it asks first.
 */
export class HeldDialog implements ReactiveController {
  readonly #element: DossierElement;
  readonly #held: () => boolean;
  readonly #ended: () => void;
  #stop: AbortController | null = null;
  /** It was closed by what stands in it, not by Escape. */
  #closing = false;

  /** `ended` is called when it was closed for good. */
  constructor(element: DossierElement, o: { held: () => boolean; ended?: () => void }) {
    this.#element = element;
    this.#held = o.held;
    this.#ended = o.ended ?? (() => {});
    element.addController(this);
  }

  hostConnected(): void {
    this.#stop = new AbortController();
    // Neither event bubbles.
    const o = { capture: true, signal: this.#stop.signal };
    this.#element.renderRoot.addEventListener(
      'cancel',
      (event) => {
        if (event.target === this.#dialog) this.#cancelled(event);
      },
      o,
    );
    this.#element.renderRoot.addEventListener(
      'close',
      (event) => {
        if (event.target === this.#dialog) this.#closed();
      },
      o,
    );
  }

  hostDisconnected(): void {
    this.#stop?.abort();
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#element.renderRoot.querySelector('dialog');
  }

  get #written(): boolean {
    return [...(this.#dialog?.querySelectorAll('input, textarea') ?? [])].some(written);
  }

  /** Opens it, or leaves it open. */
  show(): void {
    const dialog = this.#dialog;
    this.#closing = false;
    if (dialog && !dialog.open) dialog.showModal();
  }

  /** Closes it whatever holds it. */
  close(): void {
    this.#closing = true;
    this.#dialog?.close();
  }

  #cancelled(event: Event): void {
    const held = this.#held();
    if (!held && !this.#written) return;
    event.preventDefault();
    if (!held) void this.#ask();
  }

  /** A browser closes it all the same when Escape is pressed again. */
  #closed(): void {
    // It may have been opened again before the event arrived.
    if (this.#dialog?.open) return;
    const held = this.#held();
    if (this.#closing || !(held || this.#written)) return this.#ended();
    this.show();
    if (!held) void this.#ask();
  }

  async #ask(): Promise<void> {
    const sure = await this.#element.host.confirm({
      title: 'Discard what you wrote?',
      body: 'It was not sent, and is gone when this closes.',
      action: 'Discard',
      danger: true,
    });
    if (sure && !this.#held()) this.close();
  }
}
