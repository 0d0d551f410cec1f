import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Whether the window has no room for a sidebar beside the page; kept current. */
export class NarrowController implements ReactiveController {
  readonly #query = matchMedia('(max-width: 63.99em)');
  readonly #onChange: () => void;

  constructor(host: ReactiveControllerHost) {
    this.#onChange = () => host.requestUpdate();
    host.addController(this);
  }

  get matches(): boolean {
    return this.#query.matches;
  }

  hostConnected(): void {
    this.#query.addEventListener('change', this.#onChange);
  }

  hostDisconnected(): void {
    this.#query.removeEventListener('change', this.#onChange);
  }
}
