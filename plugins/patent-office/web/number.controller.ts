import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { readNumber } from './asking.ts';
import type { NumberRead } from './asking.ts';
import { looksLikeNumber } from './fields.ts';

/** Milliseconds after the last letter until it is asked whether it is a number. */
const still = 300;

/** Whether what is typed is the number of a publication, and which. It is asked without a credit. */
export class NumberController implements ReactiveController {
  /** What was said last, and of which text. */
  said: { readonly text: string; readonly read: NumberRead } | null = null;
  readonly #element: DossierElement;
  readonly #workspaceId: () => string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | null = null;

  constructor(element: DossierElement, workspaceId: () => string) {
    this.#element = element;
    this.#workspaceId = workspaceId;
    element.addController(this);
  }

  hostDisconnected(): void {
    this.#stop();
  }

  /** Somebody types. */
  look(text: string): void {
    if (this.said?.text === text) return;
    this.#stop();
    if (this.said) {
      this.said = null;
      this.#element.requestUpdate();
    }
    if (looksLikeNumber(text)) this.#timer = setTimeout(() => void this.read(text), still);
  }

  /** Null where the text is nothing like a number, or nobody could say; then it is searched for as any other text. */
  async read(text: string): Promise<NumberRead | null> {
    if (this.said?.text === text) return this.said.read;
    this.#stop();
    if (!looksLikeNumber(text)) return null;
    const asking = new AbortController();
    this.#asking = asking;
    try {
      const read = await readNumber(this.#element.host, this.#workspaceId(), text.trim(), { signal: asking.signal });
      if (asking.signal.aborted) return null;
      this.said = { text, read };
      this.#element.requestUpdate();
      return read;
    } catch {
      return null;
    }
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }
}
