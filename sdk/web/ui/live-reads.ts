import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement, LiveEvent, LiveScope } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';

/** The part of an element that a live controller uses. */
export type LiveElement = Pick<DossierElement, 'addController' | 'requestUpdate' | 'host'>;
export type LiveChange = Extract<LiveEvent, { readonly kind: 'change' }>;

/** Milliseconds in which changes that come together are answered by one look. */
const gather = 100;
/** A look that failed is had again after so many milliseconds, half as much more or less. */
const retry = 10_000;

/** Whether an error says that the reader may not see it, or that it is not there. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ProblemError && (error.status === 403 || error.status === 404);

/** Whether the same question may be answered when it is asked again later. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ProblemError) || error.status < 400 || error.status >= 500 || error.status === 429;

export interface LiveReadsOptions<Query> {
  /** Topics that tell of changes. The same for the same query. */
  readonly follow: (query: Query) => readonly LiveScope[];
  /** Milliseconds in which changes are answered by one look; 100 unless given. */
  readonly pause?: number;
}

/**
 * The reads behind what an element shows: they take turns, so that what was asked for later is shown later, and end
 * with it. A stream of changes is followed, not waited out: one look at a time, and one more for what came meanwhile.
 */
export abstract class LiveReads<Query> implements ReactiveController {
  protected readonly element: LiveElement;
  readonly #o: LiveReadsOptions<Query>;
  #shown: { readonly query: Query; readonly text: string; readonly end: AbortController } | null = null;
  #topics = '';
  #followed: readonly Disposable[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  /** The look that waits for its turn. */
  #next: Promise<void> | null = null;
  #timer: { readonly wait: number; readonly id: ReturnType<typeof setTimeout> } | null = null;

  constructor(element: LiveElement, o: LiveReadsOptions<Query>) {
    this.element = element;
    this.#o = o;
    element.addController(this);
  }

  /** Reads what is on screen as it is now; `signal` ends when something else is shown. */
  protected abstract look(query: Query, signal: AbortSignal): Promise<void>;

  /** Takes what a change tells; true when only a look can answer it. */
  protected abstract hear(event: LiveChange, query: Query): boolean;

  /** Takes what is on screen away, before something else is read. */
  protected abstract clear(query: Query): void;

  /** An element that is put back in its place is asked what it shows. */
  hostConnected(): void {
    this.element.requestUpdate();
  }

  hostDisconnected(): void {
    this.#end();
    this.#unfollow();
    this.#shown = null;
  }

  /** Shows what this asks for (plain data); a call with the same changes nothing. */
  show(query: Query): void {
    const text = JSON.stringify(query);
    if (text === this.#shown?.text) return;
    this.#begin(query, text);
  }

  /** Begins anew with what is shown: what is on screen goes. */
  async reload(): Promise<void> {
    if (!this.#shown) return;
    this.#begin(this.#shown.query, this.#shown.text);
    await this.again();
  }

  /** Looks again; done when the state of this moment is on screen, or did not come. */
  again(): Promise<void> {
    this.#forgetTimer();
    return (this.#next ??= this.inTurn((query, signal) => {
      this.#next = null;
      return this.look(query, signal);
    }));
  }

  /** Reads in its turn, unless something else is shown by then. */
  protected async inTurn(read: (query: Query, signal: AbortSignal) => Promise<void>): Promise<void> {
    if (!this.#shown) return;
    const { query, end } = this.#shown;
    const done = this.#turn.then(() => (end.signal.aborted ? undefined : read(query, end.signal)));
    this.#turn = done.catch(() => undefined);
    await done;
  }

  /** A look failed: has it again where that may help. After an outage not everybody looks in the same moment. */
  protected failed(error: unknown): void {
    if (mayPass(error)) this.#later(retry * (0.5 + Math.random()));
  }

  #begin(query: Query, text: string): void {
    this.#end();
    this.#shown = { query, text, end: new AbortController() };
    this.clear(query);
    this.element.requestUpdate();
    this.#follow(this.#o.follow(query));
    void this.again();
  }

  #follow(scopes: readonly LiveScope[]): void {
    const topics = JSON.stringify(scopes);
    if (topics === this.#topics) return;
    this.#unfollow();
    this.#topics = topics;
    this.#followed = scopes.map((scope) =>
      this.element.host.live(scope, (event) => {
        if (event.kind === 'resync') this.#later(gather);
        else if (this.#shown && this.hear(event, this.#shown.query)) this.#later(this.#o.pause ?? gather);
      }),
    );
  }

  /** Looks again in so many milliseconds, unless it looks before that anyway. */
  #later(wait: number): void {
    if (this.#timer && this.#timer.wait <= wait) return;
    this.#forgetTimer();
    this.#timer = { wait, id: setTimeout(() => void this.again(), wait) };
  }

  #end(): void {
    this.#shown?.end.abort();
    this.#turn = Promise.resolve();
    this.#next = null;
    this.#forgetTimer();
  }

  #forgetTimer(): void {
    clearTimeout(this.#timer?.id);
    this.#timer = null;
  }

  #unfollow(): void {
    for (const one of this.#followed) one[Symbol.dispose]();
    this.#followed = [];
    this.#topics = '';
  }
}
