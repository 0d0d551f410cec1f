import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { failure, skeleton } from './states.ts';

/**
 * What an element shows, loaded when it is placed: grey bars before it comes, an error with a retry when it does not.
 */
export class Loading<T> implements ReactiveController {
  value: T | null = null;
  error: unknown = null;
  readonly #element: ReactiveControllerHost;
  readonly #load: () => Promise<T>;
  #turn = 0;

  constructor(element: ReactiveControllerHost, load: () => Promise<T>) {
    this.#element = element;
    this.#load = load;
    element.addController(this);
  }

  hostConnected(): void {
    void this.again();
  }

  /** Loads anew; what is there stays until the answer comes. Of two at once the later one counts. */
  async again(): Promise<void> {
    const turn = (this.#turn += 1);
    try {
      const value = await this.#load();
      if (turn !== this.#turn) return;
      this.value = value;
      this.error = null;
    } catch (error) {
      if (turn === this.#turn) this.error = error;
    }
    this.#element.requestUpdate();
  }

  /** Loads something else: what is there goes at once. */
  async anew(): Promise<void> {
    this.value = null;
    this.error = null;
    this.#element.requestUpdate();
    await this.again();
  }

  show(
    draw: (value: T) => TemplateResult,
    o: { label?: string; rows?: number; alone?: boolean; way?: TemplateResult } = {},
  ): TemplateResult {
    if (this.error !== null) return failure(this.error, () => void this.anew(), o);
    return this.value === null ? skeleton(o.rows ?? 6, o.label) : draw(this.value);
  }
}
