import type { LiveScope } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { gather, isRefusal, LiveReads } from './live-reads.ts';
import type { LiveChange, LiveElement } from './live-reads.ts';

export interface LiveOneOptions<Value, Query> {
  /** Reads it. What rejects with a `ProblemError` of status 403 or 404 is not there for this reader. */
  readonly read: (query: Query, signal: AbortSignal) => Promise<Value>;
  /** Topics that tell of its changes. The same list for the same query. */
  readonly follow: (query: Query) => readonly LiveScope[];
  /** A change that was heard: the value with it, and whether to look again; unless given, a look answers each. */
  readonly hear?: (event: LiveChange, value: Value | null, query: Query) => { value?: Value; again?: boolean };
  /** Called with each value that was read; `signal` ends when something else is shown. */
  readonly loaded?: (value: Value, before: Value | null, signal: AbortSignal) => void | Promise<void>;
  /** Milliseconds in which changes are answered by one look; 100 unless given. */
  readonly pause?: number;
}

/**
 * One thing in a page, read when it is shown and again whenever it may have changed. What is on screen stays until the
 * new state is here, and also when that does not come; only a refusal takes it away.
 */
export class LiveOne<Value, Query> implements ReactiveController {
  /** Null until it is here, and when it is not there. */
  value: Value | null = null;
  /** In place of the value: why there is none. */
  error: unknown = null;
  readonly #element: LiveElement;
  readonly #o: LiveOneOptions<Value, Query>;
  readonly #reads: LiveReads;
  #shown: { readonly query: Query; readonly text: string } | null = null;

  constructor(element: LiveElement, o: LiveOneOptions<Value, Query>) {
    this.#element = element;
    this.#o = o;
    this.#reads = new LiveReads(element, { look: (signal) => this.#look(signal), hear: (event) => this.#hear(event) });
    element.addController(this);
  }

  /** An element that is put back in its place shows it again. */
  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostDisconnected(): void {
    this.#reads.leave();
    this.#shown = null;
  }

  /** Shows what this names (plain data); a call with the same changes nothing. */
  show(query: Query): void {
    const text = JSON.stringify(query);
    if (text === this.#shown?.text) return;
    this.#shown = { query, text };
    this.value = null;
    this.error = null;
    this.#reads.begin(this.#o.follow(query));
    void this.again();
  }

  /** Looks again; done when the state of this moment is here, or did not come. */
  again(): Promise<void> {
    return this.#reads.again();
  }

  async #look(signal: AbortSignal): Promise<void> {
    if (!this.#shown) return;
    const before = this.value;
    let value: Value;
    try {
      value = await this.#o.read(this.#shown.query, signal);
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
      return;
    }
    if (signal.aborted) return;
    this.value = value;
    this.error = null;
    this.#element.requestUpdate();
    await this.#o.loaded?.(value, before, signal);
  }

  #failed(error: unknown): void {
    if (isRefusal(error)) this.value = null;
    this.#reads.failed(error);
    if (this.value === null) this.error = error;
    this.#element.requestUpdate();
  }

  #hear(event: LiveChange): void {
    if (!this.#shown) return;
    const { value, again } = this.#o.hear?.(event, this.value, this.#shown.query) ?? { again: true };
    if (value !== undefined) {
      this.value = value;
      this.#element.requestUpdate();
    }
    if (again) this.#reads.later(this.#o.pause ?? gather);
  }
}
