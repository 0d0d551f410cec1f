import type { ReactiveController } from 'lit';
import type { DossierElement } from '../element.ts';
import type { PluginHost } from '../host.ts';
import { refusalOf } from './faults.ts';
import { refusal } from './file-rules.ts';
import type { FileRules } from './file-rules.ts';
import { newKey } from './key.ts';

/** A file on its way, or what keeps it. */
export interface FileItem {
  /** Names this upload in all its tries. */
  readonly key: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'failed' | 'refused';
  /** How much of it is sent, 0 to 1. */
  readonly share: number;
  readonly fault: string | null;
}

/** So many at once; the others wait for their turn. */
const atOnce = 3;

/**
 * Sends files to an address that takes one a request: several at once, each with its progress, each stopped or tried
 * again by itself. What the server would refuse for its size or kind is not sent. `About` is what is known of each file
 * in addition, `Reply` what the server answers it with.
 */
export class FileSending<About extends object, Reply> implements ReactiveController {
  items: readonly (FileItem & About)[] = [];
  /** Null until they are known. */
  rules: FileRules | null = null;
  readonly #element: DossierElement;
  readonly #to: {
    readonly path: () => string;
    readonly fields?: (about: About) => Readonly<Record<string, string | null>>;
    readonly rules: (host: PluginHost) => Promise<FileRules>;
    readonly arrived: (reply: Reply, file: File) => void;
  };
  readonly #stops = new Map<string, AbortController>();

  /**
   * `path`: where the files are sent; `fields`: what goes with one; `rules`: what is taken there; `arrived`: one is
   * there, and what was answered.
   */
  constructor(
    element: DossierElement,
    to: {
      path: () => string;
      fields?: (about: About) => Readonly<Record<string, string | null>>;
      rules: (host: PluginHost) => Promise<FileRules>;
      arrived: (reply: Reply, file: File) => void;
    },
  ) {
    this.#element = element;
    this.#to = to;
    element.addController(this);
  }

  hostConnected(): void {
    void this.#learn();
  }

  hostDisconnected(): void {
    for (const stop of this.#stops.values()) stop.abort();
  }

  /** Whether any is on its way, or will be. */
  get isBusy(): boolean {
    return this.items.some(({ state }) => state === 'sending' || state === 'waiting');
  }

  async send(files: readonly { readonly file: File; readonly about: About }[]): Promise<void> {
    // Without the rules the server says what is wrong.
    await this.#learn();
    const items = files.map(({ file, about }): FileItem & About => {
      const fault = this.rules && refusal(file, this.rules);
      return { ...about, key: newKey(), file, state: fault === null ? 'waiting' : 'refused', share: 0, fault };
    });
    this.#put([...this.items, ...items]);
    for (const { file, fault } of items) if (fault) this.#element.host.announce(`${file.name}: ${fault}`);
    this.#go();
  }

  retry(key: string): void {
    this.#set(key, { state: 'waiting', fault: null, share: 0 });
    this.#go();
  }

  /** Stops it when it is on its way; it is shown no more. */
  drop(key: string): void {
    this.#stops.get(key)?.abort();
    this.#put(this.items.filter((item) => item.key !== key));
    this.#go();
  }

  /** Drops all. */
  clear(): void {
    for (const { key } of this.items) this.drop(key);
  }

  async #learn(): Promise<void> {
    if (this.rules) return;
    // Also when it is placed in the page: its host is known an update later.
    await this.#element.updateComplete;
    this.rules = await this.#to.rules(this.#element.host).catch(() => null);
    this.#element.requestUpdate();
  }

  #go(): void {
    const running = this.items.filter(({ state }) => state === 'sending').length;
    const next = this.items.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, atOnce - running));
    for (const item of next) void this.#send(item);
  }

  async #send(item: FileItem & About): Promise<void> {
    const { key, file } = item;
    const stop = new AbortController();
    this.#stops.set(key, stop);
    this.#set(key, { state: 'sending', fault: null, share: 0 });
    const { host } = this.#element;
    try {
      const reply = await host.upload<Reply>(this.#to.path(), file, {
        once: key,
        ...(this.#to.fields ? { fields: this.#to.fields(item) } : {}),
        signal: stop.signal,
        onProgress: (share) => this.#set(key, { share }),
      });
      this.#put(this.items.filter((one) => one.key !== key));
      this.#to.arrived(reply, file);
    } catch (error) {
      if (!stop.signal.aborted) {
        const fault = refusalOf(error).text;
        this.#set(key, { state: 'failed', fault });
        host.announce(`${file.name}: ${fault}`);
      }
    }
    this.#stops.delete(key);
    this.#go();
  }

  #set(key: string, part: Partial<FileItem>): void {
    this.#put(this.items.map((item) => (item.key === key ? { ...item, ...part } : item)));
  }

  #put(items: readonly (FileItem & About)[]): void {
    this.items = items;
    this.#element.requestUpdate();
  }
}
