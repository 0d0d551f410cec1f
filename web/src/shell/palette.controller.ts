import { html } from 'lit';
import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { whenIdle } from '@dossier/sdk/web';
import { isTyping } from '@dossier/sdk/web/ui/row-keys';
import type { Keys, Palette } from './palette-parts.ts';

interface Parts {
  readonly palette: Palette;
  readonly keys: Keys;
}

/** Whether a key is pressed inside a dialog: what asks there comes first. */
const inDialog = (event: Event): boolean => event.composedPath().some((one) => one instanceof HTMLDialogElement);

/**
 * Opens the palette by Ctrl or Cmd and K, and by `open`, and the keys of the page by `?`. Their code comes when the
 * page has nothing else to do, so that both open at once. The frame in which it stands draws `elements`, so that it
 * lists what is offered there.
 */
export class PaletteController implements ReactiveController {
  #parts: Parts | null = null;
  readonly #host: ReactiveControllerHost;
  readonly #failed: () => void;
  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || inDialog(event)) return;
    const isPalette =
      event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isPalette && (event.key !== '?' || isTyping(event))) return;
    event.preventDefault();
    void this.open(isPalette ? 'palette' : 'keys');
  };

  /** `failed`: its code did not come. */
  constructor(host: ReactiveControllerHost, failed: () => void) {
    this.#host = host;
    this.#failed = failed;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('keydown', this.#onKey);
    // What does not come now is asked for again when it is wanted.
    whenIdle(() => this.#ready().catch(() => undefined));
  }

  hostDisconnected(): void {
    document.removeEventListener('keydown', this.#onKey);
  }

  /** Drawn by the frame. */
  get elements(): TemplateResult {
    return html`${this.#parts?.palette}${this.#parts?.keys}`;
  }

  async #ready(): Promise<Parts> {
    const { Keys, Palette } = await import('./palette-parts.ts');
    if (this.#parts) return this.#parts;
    const parts = { palette: new Palette(), keys: new Keys() };
    parts.palette.addEventListener('dossier-keys-wanted', () => void parts.keys.open());
    this.#parts = parts;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    return parts;
  }

  /** The palette, or the keys of the page and those that there are everywhere. */
  async open(part: keyof Parts = 'palette'): Promise<void> {
    const parts = await this.#ready().catch(this.#failed);
    await parts?.[part].open();
  }
}
