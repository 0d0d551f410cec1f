import { ContextConsumer } from '@lit/context';
import { liveContext } from './contexts.ts';
import type { DossierElement } from './element.ts';

/** Whether changes are heard at the moment; draws its element again when that changes. */
export class LiveNow {
  readonly #heard: ContextConsumer<typeof liveContext, DossierElement>;

  constructor(element: DossierElement) {
    this.#heard = new ContextConsumer(element, { context: liveContext, subscribe: true });
  }

  /** False outside the shell, and while the connection is cut. */
  get isLive(): boolean {
    return this.#heard.value === true;
  }
}
