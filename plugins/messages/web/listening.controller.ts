import type { DossierElement, LiveEvent } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';

/** Milliseconds in which what comes together is asked for once. */
const gather = 100;

/**
 * Asks again whenever the reader's messages may have changed: in any window or device, when the connection is back, and
 * when somebody looks at this window again. Other hints go to `hear`.
 */
export class Listening implements ReactiveController {
  readonly #element: DossierElement;
  readonly #ask: () => void;
  readonly #hear: (data: unknown) => void;
  #live: Disposable | null = null;
  #organization: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #visible = (): void => {
    if (document.visibilityState === 'visible') this.again();
  };

  constructor(element: DossierElement, ask: () => void, hear: (data: unknown) => void = () => undefined) {
    this.#element = element;
    this.#ask = ask;
    this.#hear = hear;
    element.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#visible);
    this.#element.requestUpdate();
  }

  hostUpdate(): void {
    const organization = this.#element.session?.organization?.id;
    if (organization === this.#organization || organization === undefined) return;
    this.#organization = organization;
    this.#live?.[Symbol.dispose]();
    this.#live = this.#element.host.live({ kind: 'own', type: 'messages' }, (event) => this.#told(event));
    this.again();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#visible);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#live?.[Symbol.dispose]();
    this.#live = null;
    this.#organization = undefined;
  }

  again(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#ask();
    }, gather);
  }

  #told(event: LiveEvent): void {
    if (event.kind === 'change' && event.type === 'dossier.messages.typing.v1') this.#hear(event.data);
    else this.again();
  }
}
