import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { olderQuery, read, threadQuery } from './asking.ts';
import type { Message, MessageThread } from './asking.ts';
import { Listening } from './listening.controller.ts';

/** Milliseconds for which somebody counts as writing after they told it. */
const writingFor = 6_000;
/** Messages of a page. */
const page = 50;

const member = (value: unknown, key: string): string =>
  typeof value === 'object' && value !== null
    ? String(Object.entries(value).find(([name]) => name === key)?.[1] ?? '')
    : '';

/** One thread, loaded, and loaded again whenever something is said in it. */
export class ThreadController implements ReactiveController {
  thread: MessageThread | null = null;
  /** The oldest first. */
  messages: readonly Message[] = [];
  error: unknown = null;
  /** Names of those who write at this moment. */
  writing: readonly string[] = [];
  readonly #element: DossierElement;
  readonly #listening: Listening;
  #id = '';
  #load: AbortController | null = null;
  /** The last message that was said to be read. */
  #said = '';
  readonly #writers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(element: DossierElement) {
    this.#element = element;
    this.#listening = new Listening(
      element,
      () => void this.reload(),
      (data) => this.#isWriting(data),
    );
    element.addController(this);
  }

  hostDisconnected(): void {
    this.#leave();
    this.#id = '';
  }

  show(id: string): void {
    if (id === this.#id) return;
    this.#leave();
    Object.assign(this, { thread: null, messages: [], error: null });
    this.#id = id;
    this.#said = '';
    void this.reload();
  }

  /** Rejects when they do not come. */
  async older(): Promise<void> {
    const [id, first] = [this.#id, this.messages[0]];
    if (!first) return;
    const { messages } = await this.#element.host.query(olderQuery, { id, first: page, after: String(first.number) });
    // What was read anew meanwhile has other objects: it is the same place as long as it begins with the same message.
    if (id !== this.#id || this.messages[0]?.number !== first.number) return;
    this.messages = [...messages.rows.toReversed(), ...this.messages];
    this.#element.requestUpdate();
  }

  again(): void {
    this.#listening.again();
  }

  async reload(): Promise<void> {
    if (this.#id === '') return;
    const load = new AbortController();
    this.#load?.abort();
    this.#load = load;
    try {
      const { messageThread, messages } = await this.#element.host.query(
        threadQuery,
        { id: this.#id, first: page },
        { signal: load.signal },
      );
      if (load.signal.aborted) return;
      const known = this.messages.at(-1)?.number ?? 0;
      for (const { number, by } of messages.rows) if (number > known) this.#hasWritten(by.name);
      this.thread = messageThread;
      this.messages = this.#withOlder(messages.rows.toReversed());
      this.error = null;
    } catch (error) {
      if (load.signal.aborted) return;
      // What is shown stays while there is no connection; when it is back, it is asked for again.
      if (this.thread && error instanceof ProblemError && error.code === 'unreachable') return;
      this.error = error;
      this.thread = null;
    }
    this.#element.requestUpdate();
  }

  /** There are some before those that are here: they are counted from 1 in their thread. */
  get hasOlder(): boolean {
    return (this.messages[0]?.number ?? 1) > 1;
  }

  /** Those before the newest page that are here already, unless something is missing between them. */
  #withOlder(newest: readonly Message[]): readonly Message[] {
    const first = newest[0]?.number ?? 1;
    const before = this.messages.filter(({ number }) => number < first);
    return before.at(-1)?.number === first - 1 ? [...before, ...newest] : newest;
  }

  /** The reader has its end in front of them: said once for each last message. */
  async noteRead(): Promise<void> {
    const last = this.messages.at(-1);
    if (!last || !this.thread || this.thread.unread === 0 || this.#said === last.id) return;
    if (document.visibilityState !== 'visible' || !document.hasFocus()) return;
    this.#said = last.id;
    try {
      await read(this.#element.host, this.thread.id, last.id);
    } catch {
      // It is said again the next time that somebody looks.
      this.#said = '';
    }
  }

  #isWriting(data: unknown): void {
    const [threadId, name] = [member(data, 'threadId'), member(data, 'name')];
    if (threadId !== this.#id || name === '') return;
    clearTimeout(this.#writers.get(name));
    this.#writers.set(
      name,
      setTimeout(() => {
        this.#writers.delete(name);
        this.#tellWriters();
      }, writingFor),
    );
    this.#tellWriters();
  }

  #hasWritten(name: string): void {
    clearTimeout(this.#writers.get(name));
    if (this.#writers.delete(name)) this.#tellWriters();
  }

  #tellWriters(): void {
    this.writing = [...this.#writers.keys()];
    this.#element.requestUpdate();
  }

  #leave(): void {
    this.#load?.abort();
    for (const timer of this.#writers.values()) clearTimeout(timer);
    this.#writers.clear();
    this.writing = [];
  }
}
