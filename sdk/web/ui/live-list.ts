import type { LiveScope } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { gather, isRefusal, LiveReads } from './live-reads.ts';
import type { LiveChange, LiveElement } from './live-reads.ts';

export interface ListRead<Query> {
  readonly query: Query;
  /** The cursor of the page before; null for the first page. */
  readonly cursor: string | null;
  /** At most so many rows. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** The cursor of the page after it; null at the end. */
  readonly next: string | null;
  /** How many rows the whole list has; null or left out where nobody counts. */
  readonly total?: number | null;
}

/**
 * For a list that somebody works through: a row that is on screen keeps its place, also when the list would not hold
 * it any more, and a new one pushes nothing while the reader is further down.
 */
export interface KeptPlace<Row, Query> {
  /** Whether the reader sees the beginning of the list: there new rows join at once, elsewhere they wait. */
  readonly atTop: () => boolean;
  /** Whether a row that a change brought is one of the list. */
  readonly holds: (row: Row, query: Query) => boolean;
  readonly compare: (query: Query) => (a: Row, b: Row) => number;
}

export interface LiveListOptions<Row extends { readonly id: string }, Query> {
  readonly read: (o: ListRead<Query>) => Promise<ListPage<Row>>;
  /** Topics that tell of its changes. The same list for the same query. */
  readonly follow: (query: Query) => readonly LiveScope[];
  /**
   * A change that was heard: the row that it brings, and whether to look again. Unless given, each is answered by a
   * look. `known` is the row of this id as it is on screen.
   */
  readonly hear?: (
    event: LiveChange,
    known: (id: string) => Row | undefined,
    query: Query,
  ) => { row?: Row; again?: boolean };
  /** Of two states of one row the one to show, since what was read may be older than what was heard; else the later. */
  readonly newer?: (known: Row, row: Row) => Row;
  readonly place?: KeptPlace<Row, Query>;
  /** Rows of a page; 50 unless given. */
  readonly pageSize?: number;
  /** The server gives at most so many rows at once; 100 unless given. */
  readonly maxRows?: number;
  /** So many rows are read without being asked for; a page unless given. */
  readonly atLeast?: (query: Query) => number;
  /** Milliseconds in which changes are answered by one look; 100 unless given. */
  readonly pause?: number;
  /** Sentences to be read out; null for nothing. */
  readonly says?: {
    readonly joined?: (count: number) => string;
    readonly changed?: (before: Row, row: Row) => string | null;
  };
}

/** The rows behind those that were read: the cursor of the next page, and the row before it, as it was then. */
interface Rest<Row> {
  readonly cursor: string;
  readonly edge: Row;
}

/**
 * A list in a page: read page by page, and kept live. What is on screen stays until newer rows are here, and also when
 * they do not come; only a refusal takes it away.
 */
export class LiveList<Row extends { readonly id: string }, Query> implements ReactiveController {
  /** Null until the first page is here, and when it does not come. */
  rows: readonly Row[] | null = null;
  /** New rows that would push what is on screen, in the order in which they came. */
  waiting: readonly Row[] = [];
  /** How many the whole list has; null where that is not known. */
  total: number | null = null;
  /** In place of the rows: why there are none. */
  error: unknown = null;
  /** Why the page after the last one did not come. */
  moreError: unknown = null;
  /** Whether the page after the last one is on its way. */
  isPaging = false;
  readonly #element: LiveElement;
  readonly #o: LiveListOptions<Row, Query>;
  readonly #reads: LiveReads;
  readonly #pageSize: number;
  readonly #maxRows: number;
  #shown: { readonly query: Query; readonly text: string } | null = null;
  #rest: Rest<Row> | null = null;

  constructor(element: LiveElement, o: LiveListOptions<Row, Query>) {
    this.#element = element;
    this.#o = o;
    this.#maxRows = o.maxRows ?? 100;
    this.#pageSize = o.pageSize ?? 50;
    this.#reads = new LiveReads(element, { look: (signal) => this.#look(signal), hear: (event) => this.#hear(event) });
    element.addController(this);
  }

  /** Whether there are rows behind the last one. */
  get hasMore(): boolean {
    return this.#rest !== null;
  }

  /** An element that is put back in its place shows its list again. */
  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostDisconnected(): void {
    this.#reads.leave();
    this.#shown = null;
  }

  /** Shows the list that this asks for (plain data); a call with the same changes nothing. */
  show(query: Query): void {
    const text = JSON.stringify(query);
    if (text === this.#shown?.text) return;
    this.#shown = { query, text };
    void this.reload();
  }

  /** Reads the list from its beginning; what is on screen goes. */
  async reload(): Promise<void> {
    if (!this.#shown) return;
    this.rows = null;
    this.waiting = [];
    this.error = null;
    this.moreError = null;
    this.isPaging = false;
    this.#rest = null;
    this.#element.requestUpdate();
    this.#reads.begin(this.#o.follow(this.#shown.query));
    await this.again();
  }

  /** Looks again at all that is on screen; done when the state of this moment is here or did not come. */
  again(): Promise<void> {
    return this.#reads.again();
  }

  /** Adds the next page, and gives the rows that it brought: none at the end, or when it did not come. */
  async more(): Promise<readonly Row[]> {
    if (this.#rest === null || this.isPaging) return [];
    this.isPaging = true;
    this.moreError = null;
    this.#element.requestUpdate();
    let added: readonly Row[] = [];
    await this.#reads.inTurn(async (signal) => {
      added = await this.#page(signal);
    });
    return added;
  }

  /** Lets the rows that wait in. */
  admit(): void {
    if (this.waiting.length === 0) return;
    this.rows = this.#inOrder([...this.waiting, ...(this.rows ?? [])]);
    this.waiting = [];
    this.#element.requestUpdate();
  }

  async #page(signal: AbortSignal): Promise<readonly Row[]> {
    if (!this.#shown || !this.#rest) return [];
    let added: readonly Row[] = [];
    try {
      const page = await this.#rows(this.#rest.cursor, this.#pageSize, this.#shown.query, signal);
      if (signal.aborted) return [];
      added = this.#unknown(page.rows);
      this.rows = [...(this.rows ?? []), ...added];
      this.#ends(page);
    } catch (error) {
      if (signal.aborted) return [];
      this.moreError = error;
    }
    this.isPaging = false;
    this.#element.requestUpdate();
    this.#fill();
    return added;
  }

  async #look(signal: AbortSignal): Promise<void> {
    if (!this.#shown) return;
    try {
      const found = await this.#stretch(this.#shown.query, signal);
      if (signal.aborted) return;
      this.#merge(found);
      this.error = null;
    } catch (error) {
      if (signal.aborted) return;
      this.#reads.failed(error);
      if (isRefusal(error)) [this.rows, this.waiting, this.#rest] = [null, [], null];
      if (this.rows === null) [this.error, this.total] = [error, null];
    }
    this.#element.requestUpdate();
    this.#fill();
  }

  /**
   * Reads the list from its beginning, down to where it ends on screen: as many rows as there are, and as many more as
   * have come between them.
   */
  async #stretch(query: Query, signal: AbortSignal): Promise<ListPage<Row>> {
    const known = new Set(this.rows?.map(({ id }) => id));
    const found = await this.#rows(null, Math.max(this.#pageSize, known.size), query, signal);
    const last = found.rows.findLastIndex(({ id }) => known.has(id));
    const between = found.rows.slice(0, last + 1).filter(({ id }) => !known.has(id)).length;
    if (between === 0 || found.next === null || signal.aborted) return found;
    const pushed = await this.#rows(found.next, between, query, signal);
    return { ...pushed, rows: [...found.rows, ...pushed.rows] };
  }

  /** Reads so many rows behind a cursor, in as many pages as it takes. */
  async #rows(cursor: string | null, count: number, query: Query, signal: AbortSignal): Promise<ListPage<Row>> {
    const page = await this.#o.read({ query, cursor, limit: Math.min(count, this.#maxRows), signal });
    const left = count - page.rows.length;
    if (left <= 0 || page.next === null || signal.aborted) return page;
    const rest = await this.#rows(page.next, left, query, signal);
    return { ...rest, rows: [...page.rows, ...rest.rows] };
  }

  /** Puts rows that were read anew in the place of those on screen. */
  #merge(found: ListPage<Row>): void {
    const before = this.rows;
    const known = new Map([...(before ?? []), ...this.waiting].map((row) => [row.id, row]));
    const now = new Map(found.rows.map((row) => [row.id, this.#newer(known.get(row.id), row)]));
    // More came than was read, so that nothing of it borders on what is on screen.
    const isGap = found.next !== null && !found.rows.some(({ id }) => known.has(id));
    if (!this.#o.place || before === null || isGap) {
      this.rows = [...now.values()];
      this.waiting = [];
      return this.#ends(found);
    }
    this.rows = before.map((row) => now.get(row.id) ?? row);
    this.waiting = this.waiting.map((row) => now.get(row.id) ?? row);
    this.#join(this.#unknown([...now.values()]).filter((row) => !this.#isBehind(row)));
    this.#ends(found, this.#rest ?? undefined);
  }

  #hear(event: LiveChange): void {
    if (!this.#shown) return;
    const known = (id: string): Row | undefined => [...(this.rows ?? []), ...this.waiting].find((row) => row.id === id);
    const { row, again } = this.#o.hear?.(event, known, this.#shown.query) ?? { again: true };
    if ((row && !this.#take(row, this.#shown.query)) || again) this.#reads.later(this.#o.pause ?? gather);
  }

  /** Takes a row that a change brought into the list; false where only a look can tell its place. */
  #take(row: Row, query: Query): boolean {
    const { place } = this.#o;
    if (this.rows === null) return false;
    const put = (rows: readonly Row[]): readonly Row[] =>
      rows.map((one) => (one.id === row.id ? this.#newer(one, row) : one));
    if (this.#unknown([row]).length === 0) {
      this.rows = put(this.rows);
      this.waiting = put(this.waiting);
    } else {
      if (!place) return false;
      if (!place.holds(row, query) || this.#isBehind(row)) return true;
      this.#join([row]);
      if (this.total !== null) this.total += 1;
    }
    this.#element.requestUpdate();
    return true;
  }

  #join(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    if (this.#o.place?.atTop()) this.rows = this.#inOrder([...(this.rows ?? []), ...rows]);
    else this.waiting = [...this.waiting, ...rows];
    this.#say(this.#o.says?.joined?.(rows.length));
  }

  /** Whether paging brings a row: it stands behind the last one that was read. */
  #isBehind(row: Row): boolean {
    const { place } = this.#o;
    return Boolean(place && this.#shown && this.#rest && place.compare(this.#shown.query)(row, this.#rest.edge) > 0);
  }

  #inOrder(rows: readonly Row[]): readonly Row[] {
    return this.#o.place && this.#shown ? rows.toSorted(this.#o.place.compare(this.#shown.query)) : rows;
  }

  /** Those of them that are neither on screen nor wait for it. */
  #unknown(rows: readonly Row[]): readonly Row[] {
    const known = new Set([...(this.rows ?? []), ...this.waiting].map(({ id }) => id));
    return rows.filter(({ id }) => !known.has(id));
  }

  #newer(known: Row | undefined, row: Row): Row {
    if (!known) return row;
    const newer = this.#o.newer ? this.#o.newer(known, row) : row;
    if (newer !== known) this.#say(this.#o.says?.changed?.(known, newer));
    return newer;
  }

  #say(sentence: string | null | undefined): void {
    if (sentence) this.#element.host.announce(sentence);
  }

  /** Notes where the pages that were read end, and how many rows there are. */
  #ends({ rows, next, total }: ListPage<Row>, rest?: Rest<Row>): void {
    const edge = rows.at(-1);
    this.#rest = rest ?? (next !== null && edge ? { cursor: next, edge } : null);
    if (total !== undefined) this.total = total;
  }

  #fill(): void {
    if (!this.#shown || this.rows === null || this.moreError !== null) return;
    if (this.rows.length < (this.#o.atLeast?.(this.#shown.query) ?? 0)) void this.more();
  }
}
