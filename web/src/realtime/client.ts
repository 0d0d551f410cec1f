import { ProblemError } from '@dossier/sdk/web';
import type { LiveEvent, LiveScope } from '@dossier/sdk/web';
import { send } from '../api/http.ts';
import { toSignIn } from '../api/leave.ts';
import { cloudEvent, parseEvent } from './cloud-event.ts';
import type { CloudEvent } from './cloud-event.ts';
import { connectMqtt } from './connection.ts';
import type { Connect, Connection } from './connection.ts';
import { LiveListener } from './scopes.ts';

export type LiveState = 'idle' | 'connecting' | 'live' | 'paused';

interface CatchUp {
  readonly events?: readonly unknown[];
  readonly place: string;
  readonly resync?: boolean;
  readonly more?: boolean;
}

/** Times in milliseconds. */
const firstWait = 500,
  longestWait = 30_000,
  pollEvery = 30_000,
  hiddenFor = 5 * 60_000,
  forgetAfter = 2_000;

/** The last message of a subscription to which the right has ended. */
const ended = 'dossier.subscription-ended.v1';

const isRefused = (error: unknown): boolean =>
  error instanceof ProblemError && (error.status === 403 || error.status === 404);

/**
 * Live updates of one person in one organization.
 *
 * A push is a hint; the log is the truth. So after every (re)connection it first subscribes, then asks each topic for
 * everything after the last place it saw, and each listener drops what it has heard already. While the broker is away
 * it polls.
 */
export class LiveClient {
  readonly #prefix: string;
  readonly #userId: string;
  readonly #connect: Connect;
  readonly #onState: (state: LiveState) => void;
  readonly #onRefused: () => void;
  readonly #listeners = new Set<LiveListener>();
  /**
   * Topic → place of the last message. A topic that was silent until now has none: its views are loaded again instead.
   */
  readonly #places = new Map<string, string>();
  readonly #stop = new AbortController();
  #started = false;
  /** Ends the one connection that is wanted, open or being opened. */
  #wanted: AbortController | null = null;
  #connection: Connection | null = null;
  #state: LiveState = 'idle';
  #attempts = 0;
  /** The server has said that nobody is signed in, and was not heard otherwise since. */
  #signedOut = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #poll: ReturnType<typeof setTimeout> | undefined;
  #hidden: ReturnType<typeof setTimeout> | undefined;
  #catchingUp: Promise<void> | null = null;

  /** `onRefused`: the organization sends nothing to this person any more. */
  constructor(o: {
    organizationId: string;
    userId: string;
    onState: (state: LiveState) => void;
    onRefused?: () => void;
    connect?: Connect;
  }) {
    this.#prefix = `dossier/1/o/${o.organizationId}/`;
    this.#userId = o.userId;
    this.#onState = o.onState;
    this.#connect = o.connect ?? connectMqtt;
    this.#onRefused = o.onRefused ?? (() => undefined);
    const signal = this.#stop.signal;
    // A client that is idle waits to be started, or for somebody to look: the network changes nothing in that.
    addEventListener(
      'online',
      () => {
        if (this.#state !== 'idle') this.#again(0);
      },
      { signal },
    );
    addEventListener(
      'offline',
      () => {
        if (this.#state !== 'idle') this.#lost();
      },
      { signal },
    );
    document.addEventListener('visibilitychange', () => this.#visibility(), { signal });
  }

  /** Connects. Called once the page is drawn: the protocol's code is bigger than the page's. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#again(0);
  }

  listen(scope: LiveScope, on: (event: LiveEvent) => void): Disposable {
    const listener = new LiveListener(scope, this.#userId, on);
    const before = this.#topics();
    this.#listeners.add(listener);
    const added = [...listener.topics].filter((topic) => !before.has(topic));
    // What changed between loading the view and this subscription is not in the stream: look once.
    void this.#connection?.subscribe(added.map((topic) => this.#prefix + topic)).then(() => {
      if (this.#listeners.has(listener)) listener.resync();
    });
    return {
      [Symbol.dispose]: () => {
        this.#listeners.delete(listener);
        // The next page often wants the same topic, and a broker that takes both packets at once may end what has just
        // begun.
        setTimeout(() => this.#forget(listener.topics), forgetAfter);
      },
    };
  }

  close(): void {
    this.#stop.abort();
    clearTimeout(this.#hidden);
    this.#rest();
  }

  #forget(topics: Iterable<string>): void {
    const still = this.#topics();
    const gone = [...topics].filter((topic) => !still.has(topic));
    for (const topic of gone) this.#places.delete(topic);
    this.#connection?.unsubscribe(gone.map((topic) => this.#prefix + topic));
  }

  #topics(): Set<string> {
    return new Set([...this.#listeners].flatMap((listener) => [...listener.topics]));
  }

  #set(state: LiveState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#onState(state);
  }

  #again(wait: number): void {
    clearTimeout(this.#retry);
    if (!this.#started || this.#stop.signal.aborted || this.#wanted) return;
    this.#retry = setTimeout(() => void this.#open(), wait);
  }

  async #open(): Promise<void> {
    const { signal } = (this.#wanted = new AbortController());
    // While it tries again the badge stays: "paused" ends when updates flow, not when a try begins.
    if (this.#state === 'idle') this.#set('connecting');
    try {
      const connection = await this.#connect(
        {
          message: (topic, text) => this.#message(topic, text),
          lost: () => {
            if (!signal.aborted) this.#lost();
          },
        },
        signal,
      );
      if (signal.aborted) return;
      this.#connection = connection;
      await connection.subscribe([...this.#topics()].map((topic) => this.#prefix + topic));
      await this.#catchUp();
      if (signal.aborted) return;
      this.#attempts = 0;
      this.#signedOut = false;
      clearTimeout(this.#poll);
      this.#set('live');
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ProblemError && error.status === 401) return this.#leave();
      if (isRefused(error)) this.#onRefused();
      this.#lost();
    }
  }

  #drop(): void {
    this.#wanted?.abort();
    this.#wanted = null;
    this.#connection = null;
  }

  #rest(): void {
    this.#drop();
    clearTimeout(this.#retry);
    clearTimeout(this.#poll);
    this.#set('idle');
  }

  #lost(): void {
    this.#drop();
    this.#set('paused');
    this.#keepPolling();
    // Full jitter: after an outage not everybody comes back in the same moment.
    this.#again(firstWait / 2 + Math.random() * Math.min(longestWait, firstWait * 2 ** this.#attempts));
    this.#attempts += 1;
  }

  /**
   * The session is over, and so is the page: nothing that it shows may be looked at any longer. A user with unsaved
   * work may stay; they are not asked twice, and may sign in elsewhere.
   */
  #leave(): void {
    if (!this.#signedOut) toSignIn();
    this.#signedOut = true;
    this.#drop();
    this.#set('paused');
    this.#again(longestWait);
  }

  #keepPolling(): void {
    clearTimeout(this.#poll);
    this.#poll = setTimeout(
      () => {
        if (this.#state === 'live' || this.#signedOut || document.hidden) return;
        void this.#catchUp()
          .catch(() => undefined)
          .finally(() => this.#keepPolling());
      },
      pollEvery * (0.8 + Math.random() * 0.4),
    );
  }

  #visibility(): void {
    clearTimeout(this.#hidden);
    if (document.hidden) {
      this.#hidden = setTimeout(() => this.#rest(), hiddenFor);
    } else {
      this.#again(0);
    }
  }

  #message(address: string, text: string): void {
    const event = parseEvent(text);
    if (!event || !address.startsWith(this.#prefix)) return;
    const topic = address.slice(this.#prefix.length);
    if (event.type === ended) return this.#ended(topic);
    this.#deliver(event, topic);
    // A topic is sent in the order of the log, so this message closes everything before it, except while an older
    // stretch is being read.
    if (event.seq !== '' && !this.#catchingUp) this.#places.set(topic, event.seq);
  }

  /** A user who may not hear it any more may not see its content either: their views reload, and get the refusal. */
  #ended(topic: string): void {
    this.#places.delete(topic);
    for (const listener of this.#listeners) if (listener.topics.has(topic)) listener.resync();
  }

  #deliver(event: CloudEvent, topic: string): void {
    for (const listener of this.#listeners) listener.hear(event, topic);
  }

  async #catchUp(): Promise<void> {
    // One at a time: a second request would be answered with the same events.
    await (this.#catchingUp ??= this.#readAll().finally(() => {
      this.#catchingUp = null;
    }));
  }

  async #readAll(): Promise<void> {
    const silent = new Set<string>();
    for (const topic of this.#topics()) if (!(await this.#readTopic(topic))) silent.add(topic);
    for (const listener of this.#listeners)
      if ([...listener.topics].some((topic) => silent.has(topic))) listener.resync();
  }

  /** Reads what a topic said since its place. False when that is not known, so that its views must be loaded again. */
  async #readTopic(topic: string): Promise<boolean> {
    const known = this.#places.get(topic);
    if (known === undefined) return false;
    let place: string = known;
    try {
      for (let more = true; more;) {
        const reply: CatchUp = await send<CatchUp>(
          'GET',
          `/api/v1/events?${new URLSearchParams({ topic: this.#prefix + topic, after: place })}`,
          undefined,
          { stay: true, signal: this.#stop.signal },
        );
        for (const one of reply.events ?? []) {
          const event = cloudEvent(one);
          if (event) this.#deliver(event, topic);
        }
        more = reply.more === true && reply.place !== place;
        place = reply.place;
        this.#places.set(topic, place);
        if (reply.resync) return false;
      }
      return true;
    } catch (error) {
      // What ended while nobody was connected is not announced: the views reload.
      if (isRefused(error)) return false;
      // A topic that cannot be asked for says nothing; only a lost connection stops the others.
      if (error instanceof ProblemError && error.status >= 400 && error.status < 500) return true;
      throw error;
    }
  }
}
