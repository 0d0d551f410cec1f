import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { credits, creditsTopic } from './asking.ts';
import type { Credits } from './asking.ts';

/** Milliseconds in which several uses are asked about once. */
const gather = 100;

/** What is left of the credits of the organization, asked for again whenever some were used, by whomever. */
export class CreditsController implements ReactiveController {
  value: Credits | null = null;
  error: unknown = null;
  readonly #element: DossierElement;
  #live: Disposable | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;
  #isTold = false;

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#live?.[Symbol.dispose]();
    this.#live = null;
  }

  show(): void {
    if (this.#live) return;
    this.#live = this.#element.host.live({ kind: 'topic', topic: creditsTopic }, () => this.again());
    void this.#load();
  }

  again(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#load(), gather);
  }

  async #load(): Promise<void> {
    const turn = (this.#turn += 1);
    try {
      const value = await credits(this.#element.host);
      if (turn !== this.#turn) return;
      this.value = value;
      this.error = null;
      this.#warn(value);
    } catch (error) {
      if (turn !== this.#turn) return;
      // What was known is shown on: the next use asks again.
      if (!this.value) this.error = error;
    }
    this.#element.requestUpdate();
  }

  /** Once, for those who do not see the meter. */
  #warn({ isLow, left }: Credits): void {
    if (isLow && !this.#isTold) this.#element.host.announce(`Only ${left} credits for the patent office are left.`);
    this.#isTold = isLow;
  }
}
