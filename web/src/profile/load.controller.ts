import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { failure, skeleton } from '../ui/states.ts';

/** What an element shows, loaded when it is placed, with its grey bars before and an error with a retry instead. */
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

  show(draw: (value: T) => TemplateResult, label = 'Loading'): TemplateResult {
    if (this.error !== null) return failure(this.error, () => { this.error = null; this.value = null; this.#element.requestUpdate(); void this.again(); });
    return this.value === null ? skeleton(5, label) : draw(this.value);
  }
}
