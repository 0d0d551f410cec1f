import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { findIn } from './found.ts';
import type { Found } from './found.ts';
import type { Paper } from './paper.ts';

/** Searches a file from its first page to its last, and goes through what it found. */
export class Search implements ReactiveController {
  /** In the order in which it is read; grows while the search goes on. */
  found: readonly Found[] = [];
  here: Found | null = null;
  /** Still searching. */
  isBusy = false;
  query = '';
  readonly #host: ReactiveControllerHost;
  #stop = new AbortController();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#stop.abort();
  }

  /** Which of the found one `here` is, from 1; 0 when there is none. */
  get place(): number {
    return this.here ? this.found.indexOf(this.here) + 1 : 0;
  }

  clear(): void {
    this.#stop.abort();
    this.found = [];
    this.here = null;
    this.isBusy = false;
    this.query = '';
    this.#host.requestUpdate();
  }

  /** Looks for words; the first place at or after the page that is looked at is gone to. */
  async begin(paper: Paper, query: string, from: number): Promise<void> {
    this.clear();
    this.query = query;
    if (query.trim() === '') return;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.isBusy = true;
    for (let number = 1; number <= paper.count; number += 1) {
      const more = await this.#on(paper, number, query);
      if (signal.aborted) return;
      if (more.length > 0) {
        this.found = [...this.found, ...more];
        if (number >= from) this.here ??= more[0] ?? null;
      }
      if (more.length > 0 || number % 20 === 0) this.#host.requestUpdate();
    }
    this.here ??= this.found[0] ?? null;
    this.isBusy = false;
    this.#host.requestUpdate();
  }

  /** To the next or the one before; after the last comes the first. */
  go(way: 1 | -1): void {
    const { length } = this.found;
    if (length === 0) return;
    this.here = this.found[(this.place - 1 + way + length) % length] ?? null;
    this.#host.requestUpdate();
  }

  async #on(paper: Paper, number: number, query: string): Promise<readonly Found[]> {
    try {
      const { words } = await paper.page(number);
      return words ? findIn(number, await words.pieces(), query) : [];
    } catch {
      // A page that cannot be read says so itself.
      return [];
    }
  }
}
