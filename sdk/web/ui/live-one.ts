import { isRefusal, LiveReads } from './live-reads.ts';
import type { LiveChange, LiveElement, LiveReadsOptions } from './live-reads.ts';

export interface LiveOneOptions<Value, Query> extends LiveReadsOptions<Query> {
  /** Reads it. What rejects with a `ProblemError` of status 403 or 404 is not there for this reader. */
  readonly read: (query: Query, signal: AbortSignal) => Promise<Value>;
  /** A change that was heard: the value with it, and whether to look again; unless given, a look answers each. */
  readonly hear?: (event: LiveChange, value: Value | null, query: Query) => { value?: Value; again?: boolean };
  /** Called with each value that was read; `signal` ends when something else is shown. */
  readonly loaded?: (value: Value, before: Value | null, signal: AbortSignal) => void | Promise<void>;
}

/**
 * One thing in a page, read when it is shown and again whenever it may have changed. What is on screen stays until the
 * new state is here, and also when that does not come; only a refusal takes it away.
 */
export class LiveOne<Value, Query> extends LiveReads<Query> {
  /** Null until it is here, and when it is not there. */
  value: Value | null = null;
  /** The reason why there is no value. */
  error: unknown = null;
  readonly #o: LiveOneOptions<Value, Query>;

  constructor(element: LiveElement, o: LiveOneOptions<Value, Query>) {
    super(element, o);
    this.#o = o;
  }

  protected override clear(): void {
    this.value = null;
    this.error = null;
  }

  protected override async look(query: Query, signal: AbortSignal): Promise<void> {
    const before = this.value;
    let value: Value;
    try {
      value = await this.#o.read(query, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.failed(error);
      if (isRefusal(error)) this.value = null;
      if (this.value === null) this.error = error;
      return this.element.requestUpdate();
    }
    if (signal.aborted) return;
    this.value = value;
    this.error = null;
    this.element.requestUpdate();
    await this.#o.loaded?.(value, before, signal);
  }

  protected override hear(event: LiveChange, query: Query): boolean {
    const { value, again = false } = this.#o.hear?.(event, this.value, query) ?? { again: true };
    if (value !== undefined) {
      this.value = value;
      this.element.requestUpdate();
    }
    return again;
  }
}
