import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement, LiveEvent, LiveScope } from '@dossier/sdk/web';

/** The part of an element that a live controller uses. */
export type LiveElement = Pick<DossierElement, 'addController' | 'requestUpdate' | 'host'>;
export type LiveChange = Extract<LiveEvent, { readonly kind: 'change' }>;

/** Milliseconds in which changes that come together are answered by one look. */
export const gather = 100;
/** A look that failed is had again after so many milliseconds, half as much more or less. */
const retry = 10_000;

/** Whether an error says that the reader may not see it, or that it is not there. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ProblemError && (error.status === 403 || error.status === 404);

/** Whether the same question may be answered when it is asked again later. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ProblemError) || error.status < 400 || error.status >= 500 || error.status === 429;

/**
 * The reads behind what an element shows: they take turns, so that what was asked for later is shown later, and end
 * with it. A stream of changes is followed, not waited out: one look at a time, and one more for what came meanwhile.
 */
export class LiveReads {
  readonly #element: LiveElement;
  readonly #look: (signal: AbortSignal) => Promise<void>;
  readonly #hear: (event: LiveChange) => void;
  #topics = '';
  #followed: readonly Disposable[] = [];
  #shown = new AbortController();
  #turn: Promise<unknown> = Promise.resolve();
  /** The look that waits for its turn. */
  #next: Promise<void> | null = null;
  #timer: { readonly wait: number; readonly id: ReturnType<typeof setTimeout> } | null = null;

  constructor(
    element: LiveElement,
    o: { look: (signal: AbortSignal) => Promise<void>; hear: (event: LiveChange) => void },
  ) {
    this.#element = element;
    this.#look = o.look;
    this.#hear = o.hear;
  }

  /** Something else is shown from now on: ends what was being read, and follows these topics alone. */
  begin(scopes: readonly LiveScope[]): void {
    this.#end();
    this.#shown = new AbortController();
    const topics = JSON.stringify(scopes);
    if (topics === this.#topics) return;
    this.#unfollow();
    this.#topics = topics;
    this.#followed = scopes.map((scope) =>
      this.#element.host.live(scope, (event) => {
        if (event.kind === 'resync') this.later();
        else this.#hear(event);
      }),
    );
  }

  /** Nothing is shown any more. */
  leave(): void {
    this.#end();
    this.#unfollow();
    this.#topics = '';
  }

  /** Reads in its turn, unless something else is shown by then. */
  inTurn(read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#shown;
    const done = this.#turn.then(() => (signal.aborted ? undefined : read(signal)));
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** Looks again now; done when what is shown is as of this moment at least. */
  again(): Promise<void> {
    this.#clear();
    return (this.#next ??= this.inTurn((signal) => {
      this.#next = null;
      return this.#look(signal);
    }));
  }

  /** Looks again in so many milliseconds, unless it looks before that anyway. */
  later(wait = gather): void {
    if (this.#timer && this.#timer.wait <= wait) return;
    this.#clear();
    this.#timer = { wait, id: setTimeout(() => void this.again(), wait) };
  }

  /** A look failed: has it again where that may help. After an outage not everybody looks in the same moment. */
  failed(error: unknown): void {
    if (mayPass(error)) this.later(retry * (0.5 + Math.random()));
  }

  #end(): void {
    this.#shown.abort();
    this.#turn = Promise.resolve();
    this.#next = null;
    this.#clear();
  }

  #clear(): void {
    clearTimeout(this.#timer?.id);
    this.#timer = null;
  }

  #unfollow(): void {
    for (const one of this.#followed) one[Symbol.dispose]();
    this.#followed = [];
  }
}
