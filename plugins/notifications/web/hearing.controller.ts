import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';

/** Milliseconds in which what comes together is asked for once. */
const gather = 100;
/** What was put off comes back by itself, and nobody sends word of it. */
const anyway = 120_000;

/**
 * Asks again whenever what the reader hears of may have changed: when it changed in any window or device, when the
 * connection is back, when somebody looks at this window again, and now and then. One question at a time: of those
 * that come meanwhile the last is asked.
 */
export class Hearing implements ReactiveController {
  readonly #element: DossierElement;
  readonly #ask: () => Promise<void>;
  #live: Disposable | null = null;
  #organization: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #now: ReturnType<typeof setInterval> | undefined;
  #asking = false;
  #again = false;
  readonly #visible = (): void => {
    if (document.visibilityState === 'visible') this.again();
  };

  /** `ask` says itself what went wrong. */
  constructor(element: DossierElement, ask: () => Promise<void>) {
    this.#element = element;
    this.#ask = ask;
    element.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#visible);
    this.#now = setInterval(this.#visible, anyway);
    this.#element.requestUpdate();
  }

  hostUpdate(): void {
    const organization = this.#element.session?.organization?.id;
    if (organization === this.#organization || organization === undefined) return;
    this.#organization = organization;
    this.#live?.[Symbol.dispose]();
    this.#live = this.#element.host.live({ kind: 'own', type: 'notices' }, () => this.again());
    void this.#run();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#visible);
    clearInterval(this.#now);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#live?.[Symbol.dispose]();
    this.#live = null;
    this.#organization = undefined;
  }

  /** A stream of changes is followed, not waited out. */
  again(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#run();
    }, gather);
  }

  async #run(): Promise<void> {
    if (this.#asking) {
      this.#again = true;
      return;
    }
    this.#asking = true;
    try {
      await this.#ask();
    } finally {
      this.#asking = false;
      if (this.#again) {
        this.#again = false;
        if (this.#live) this.again();
      }
    }
  }
}
