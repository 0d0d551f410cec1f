import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { check } from './asking.ts';
import type { Checked, Query } from './asking.ts';

/** Milliseconds after the last letter until a form is looked through. */
const still = 250;

/** What the form means, and what is wrong in it: looked through as it is filled in, and again before it is sent. */
export class CheckingController implements ReactiveController {
  /** Null while nothing is known of what is in the form now. */
  checked: Checked | null = null;
  /** It is of what was in the form before: that is being looked through. */
  isStale = false;
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

  /** Looks it through when nobody has typed for a moment; null when there is nothing in it. */
  soon(query: Query | null): void {
    this.#stop();
    this.isStale = query !== null;
    if (query === null) {
      this.checked = null;
      this.#element.requestUpdate();
    } else {
      // A check that fails says nothing here: before the search it is made again.
      this.#timer = setTimeout(() => void this.now(query).catch(() => undefined), still);
    }
  }

  /** Rejects when nobody could say; resolves with null when something else was asked meanwhile. */
  async now(query: Query): Promise<Checked | null> {
    this.#stop();
    const asking = new AbortController();
    this.#asking = asking;
    try {
      const checked = await check(this.#element.host, this.#workspaceId(), query, { signal: asking.signal });
      if (asking.signal.aborted) return null;
      this.take(checked);
      return checked;
    } catch (error) {
      if (asking.signal.aborted) return null;
      throw error;
    }
  }

  /** What was said of what is in the form now. */
  take(checked: Checked): void {
    this.checked = checked;
    this.isStale = false;
    this.#element.requestUpdate();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }
}
