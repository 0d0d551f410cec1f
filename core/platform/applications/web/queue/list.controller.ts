import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement, LiveEvent } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { counted } from '@dossier/sdk/web/ui/format';
import { applicationsQuery } from '../application.query.ts';
import { answersIn, everything, variablesOf } from '../filter.ts';
import type { Filter } from '../filter.ts';
import { admit, append, take } from './list.model.ts';
import type { ListState } from './list.model.ts';
import { rowOf } from '../types.ts';

const pageSize = 50;
/** The server gives at most this many at once. */
const mostRows = 100;
/** So many rows are read to be put together in groups. */
const mostGrouped = 500;
/** Answers are read again so long after a change. */
const pause = 1_000;

/** Loads the staff list page by page and keeps it live. The element says where the reader is by `atTop`. */
export class ListController implements ReactiveController {
  state: ListState = { rows: [], waiting: [] };
  total: number | null = null;
  error: unknown = null;
  phase: 'loading' | 'more' | 'ready' = 'loading';
  readonly #element: DossierElement;
  readonly #atTop: () => boolean;
  #workspaceId: string | null = null;
  #filter: Filter = everything;
  #next: string | null = null;
  #live: Disposable | null = null;
  #load: AbortController | null = null;
  #missed = false;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(element: DossierElement, o: { atTop: () => boolean }) {
    this.#element = element;
    this.#atTop = o.atTop;
    element.addController(this);
  }

  get complete(): boolean {
    return this.phase === 'ready' && this.#next === null;
  }

  /** An element that is put back in its place shows its list again. */
  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostDisconnected(): void {
    this.#live?.[Symbol.dispose]();
    this.#live = null;
    this.#workspaceId = null;
    this.#load?.abort();
    clearTimeout(this.#later);
  }

  /** Shows this workspace by this filter; a call with the same changes nothing. */
  show(workspaceId: string, filter: Filter): void {
    const same = workspaceId === this.#workspaceId && JSON.stringify(filter) === JSON.stringify(this.#filter);
    if (same) return;
    this.#filter = filter;
    if (workspaceId !== this.#workspaceId) {
      this.#live?.[Symbol.dispose]();
      this.#workspaceId = workspaceId;
      this.#live = this.#element.host.live({ kind: 'subjects', workspaceId, type: 'application' }, (event) =>
        this.#hear(event),
      );
    }
    void this.reload();
  }

  async reload(): Promise<void> {
    this.#load?.abort();
    this.phase = 'loading';
    this.error = null;
    this.state = { rows: [], waiting: [] };
    this.#element.requestUpdate();
    await this.#page(null);
  }

  async more(): Promise<void> {
    if (this.phase !== 'ready' || this.#next === null || this.error) return;
    this.phase = 'more';
    await this.#page(this.#next);
  }

  /** Asks again for more that did not come. */
  again(): void {
    this.error = null;
    void this.more();
  }

  /** Lets the rows behind the pill in. */
  admit(): void {
    this.state = admit(this.state, this.#filter.sort);
    this.#element.requestUpdate();
  }

  #variables(after: string | null, first = pageSize) {
    const answers = answersIn(this.#filter);
    const columns = answers.length === 0 ? null : answers;
    return { workspaceId: this.#workspaceId ?? '', first, after, columns, ...variablesOf(this.#filter) };
  }

  async #page(after: string | null): Promise<void> {
    const load = new AbortController();
    this.#load = load;
    try {
      const { applications } = await this.#element.host.query(applicationsQuery, this.#variables(after), {
        signal: load.signal,
      });
      if (load.signal.aborted) return;
      this.state = append(this.state, applications.rows);
      this.#next = applications.next;
      this.total = applications.total;
      this.error = null;
    } catch (error) {
      if (load.signal.aborted) return;
      this.error = error;
      if (after === null) this.total = null;
    }
    this.phase = 'ready';
    this.#element.requestUpdate();
    if (this.#missed) void this.#resync();
    else if (this.#filter.group && this.state.rows.length < mostGrouped) void this.more();
  }

  #hear(event: LiveEvent): void {
    if (event.kind === 'resync') return void this.#resync();
    const row = rowOf(event.data);
    if (row) {
      this.#take([row]);
      if (answersIn(this.#filter).length === 0) return;
      clearTimeout(this.#later);
      this.#later = setTimeout(() => void this.#resync(), pause);
    } else if (event.ids.length > 0) void this.#resync();
  }

  #take(rows: readonly NonNullable<ReturnType<typeof rowOf>>[]): void {
    const before = this.state;
    const complete = this.complete;
    for (const row of rows) {
      if (row.workspaceId !== this.#workspaceId) continue;
      this.state = take(this.state, row, {
        filter: this.#filter,
        userId: this.#element.session?.user.id,
        atTop: this.#atTop(),
        complete,
      });
    }
    if (this.state === before) return;
    const added = this.state.rows.length + this.state.waiting.length - before.rows.length - before.waiting.length;
    if (added > 0) {
      if (this.total !== null) this.total += added;
      this.#element.host.announce(`${counted(added, 'new application', 'new applications')}.`);
    }
    this.#element.requestUpdate();
  }

  /** Something may have been missed: looks at the newest page again and merges it, without moving what is on screen. */
  async #resync(): Promise<void> {
    // While the first page is on its way nobody knows whether it was read before or after the change: look once more
    // when it is here.
    this.#missed = this.phase === 'loading';
    if (this.#missed) return;
    const filter = this.#filter;
    try {
      const { applications } = await this.#element.host.query(
        applicationsQuery,
        this.#variables(null, Math.min(mostRows, Math.max(pageSize, this.state.rows.length))),
      );
      if (filter !== this.#filter || this.#load?.signal.aborted) return;
      const known = new Set([...this.state.rows, ...this.state.waiting].map((row) => row.id));
      // More came than a page holds: a gap that merging cannot close.
      if (known.size > 0 && applications.next !== null && !applications.rows.some((row) => known.has(row.id)))
        return void this.reload();
      if (known.size === 0) this.#next = applications.next;
      this.error = null;
      this.#take(applications.rows);
    } catch (error) {
      // The list on screen stays; the next connection tries again.
      if (!(error instanceof ProblemError)) throw error;
    }
  }
}
