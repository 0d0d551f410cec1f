import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Palette } from './palette.element.ts';

/** Whether a key is pressed inside a dialog: what asks there comes first. */
const inDialog = (event: Event): boolean => event.composedPath().some((one) => one instanceof HTMLDialogElement);

/**
 * Opens the palette by Ctrl or Cmd and K, and by `open`; its code comes when it is first opened. The frame in which it
 * stands draws `element`, so that it lists what is offered there.
 */
export class PaletteController implements ReactiveController {
  element: Palette | null = null;
  readonly #host: ReactiveControllerHost;
  readonly #failed: () => void;
  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.defaultPrevented || inDialog(event)) return;
    event.preventDefault();
    void this.open();
  };

  /** `failed`: its code did not come. */
  constructor(host: ReactiveControllerHost, failed: () => void) {
    this.#host = host;
    this.#failed = failed;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('keydown', this.#onKey);
  }

  hostDisconnected(): void {
    document.removeEventListener('keydown', this.#onKey);
  }

  async open(): Promise<void> {
    try {
      const { Palette: Element } = await import('./palette.element.ts');
      this.element ??= new Element();
    } catch {
      return this.#failed();
    }
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    await this.element.open();
  }
}
