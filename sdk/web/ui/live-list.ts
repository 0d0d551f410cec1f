import { isRefusal, LiveReads } from './live-reads.ts';
import type { LiveChange, LiveElement, LiveReadsOptions } from './live-reads.ts';

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
 * The place of the reader in a list that somebody works through: a row on screen stays where it is, also when the list
 * would not hold it any more, and a new one pushes nothing while the reader is further down.
 */
export interface KeptPlace<Row> {
  /** Whether the reader sees the beginning of the list: there new rows join at once, elsewhere they wait. */
  readonly atTop: () => boolean;
  /** Whether a row that a change brought is one of the list. */
  readonly holds: (row: Row) => boolean;
  /** The order of the list. */
  readonly compare: (a: Row, b: Row) => number;
}

export interface LiveListOptions<Row extends { readonly id: string }, Query> extends LiveReadsOptions<Query> {
  readonly read: (o: ListRead<Query>) => Promise<ListPage<Row>>;
  /**
   * A change that was heard: the row that it brings, and whether to look again. Unless given, each is answered by a
   * look. `known` is the row of this id as it is on screen.
   */
  readonly hear?: (
    event: LiveChange,
    known: (id: string) => Row | undefined,
    query: Query,
  ) => { row?: Row; again?: boolean };
  /** The state of a row to show, since what is read may be older than what was heard; unless given, the later one. */
  readonly newer?: (known: Row, row: Row) => Row;
  readonly place?: (query: Query) => KeptPlace<Row>;
  /** Rows of a page; 50 unless given. */
  readonly pageSize?: number;
  /** The server gives at most so many rows at once; 100 unless given. */
  readonly maxRows?: number;
  /** So many rows are read without being asked for; a page unless given. */
  readonly atLeast?: (query: Query) => number;
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
export class LiveList<Row extends { readonly id: string }, Query> extends LiveReads<Query> {
  /** Null until the first page is here, and when it does not come. */
  rows: readonly Row[] | null = null;
  /** New rows that would push what is on screen, in the order in which they came. */
  waiting: readonly Row[] = [];
  /** How many the whole list has; null where that is not known. */
  total: number | null = null;
  /** The reason why there are no rows. */
  error: unknown = null;
  /** The reason why the page after the last one did not come. */
  moreError: unknown = null;
  /** Whether the page after the last one is on its way. */
  isPaging = false;
  readonly #o: LiveListOptions<Row, Query>;
  readonly #pageSize: number;
  readonly #maxRows: number;
  #place: KeptPlace<Row> | undefined;
  #atLeast = 0;
  #rest: Rest<Row> | null = null;
  /** Ids of rows that changes have brought since the read that is on its way began. */
  readonly #came = new Set<string>();

  constructor(element: LiveElement, o: LiveListOptions<Row, Query>) {
    super(element, o);
    this.#o = o;
    this.#pageSize = o.pageSize ?? 50;
    this.#maxRows = o.maxRows ?? 100;
  }

  /** Whether there are rows behind the last one. */
  get hasMore(): boolean {
    return this.#rest !== null;
  }

  /** Adds the next page, and gives the rows that it brought: none at the end, or when it did not come. */
  async more(): Promise<readonly Row[]> {
    if (this.#rest === null || this.isPaging) return [];
    this.isPaging = true;
    this.moreError = null;
    this.element.requestUpdate();
    let added: readonly Row[] = [];
    await this.inTurn(async (query, signal) => {
      added = await this.#page(query, signal);
    });
    return added;
  }

  /** Lets the rows that wait in. */
  admit(): void {
    if (!this.#place || this.waiting.length === 0) return;
    this.rows = [...this.waiting, ...(this.rows ?? [])].toSorted(this.#place.compare);
    this.waiting = [];
    this.element.requestUpdate();
  }

  protected override clear(query: Query): void {
    this.#place = this.#o.place?.(query);
    this.#atLeast = this.#o.atLeast?.(query) ?? 0;
    this.rows = null;
    this.waiting = [];
    this.error = null;
    this.moreError = null;
    this.isPaging = false;
    this.#rest = null;
  }

  async #page(query: Query, signal: AbortSignal): Promise<readonly Row[]> {
    let added: readonly Row[] = [];
    this.#came.clear();
    try {
      // A look before it may have come to the end.
      const page = this.#rest && (await this.#rows(this.#rest.cursor, this.#pageSize, query, signal));
      if (signal.aborted) return [];
      added = this.#unknown(page?.rows ?? []);
      this.rows = [...(this.rows ?? []), ...added];
      // A page behind the first tells nothing of whether its total has what came meanwhile.
      if (page) this.#ends(this.#came.size > 0 ? { ...page, total: this.total } : page);
    } catch (error) {
      if (signal.aborted) return [];
      this.moreError = error;
    }
    this.isPaging = false;
    this.element.requestUpdate();
    this.#fill();
    return added;
  }

  protected override async look(query: Query, signal: AbortSignal): Promise<void> {
    this.#came.clear();
    try {
      const found = await this.#stretch(query, signal);
      if (signal.aborted) return;
      // A row that came meanwhile and is not in it was not counted either.
      for (const { id } of found.rows) this.#came.delete(id);
      const { total } = found;
      this.#merge(typeof total === 'number' ? { ...found, total: total + this.#came.size } : found);
      this.error = null;
    } catch (error) {
      if (signal.aborted) return;
      this.failed(error);
      if (isRefusal(error)) [this.rows, this.waiting, this.#rest] = [null, [], null];
      if (this.rows === null) [this.error, this.total] = [error, null];
    }
    this.element.requestUpdate();
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
    const place = this.#place;
    if (!place || before === null || isGap) {
      this.rows = [...now.values()];
      this.waiting = [];
      return this.#ends(found);
    }
    this.rows = before.map((row) => now.get(row.id) ?? row);
    this.waiting = this.waiting.map((row) => now.get(row.id) ?? row);
    this.#join(
      place,
      this.#unknown([...now.values()]).filter((row) => !this.#isBehind(place, row)),
    );
    this.#ends(found, this.#rest ?? undefined);
  }

  protected override hear(event: LiveChange, query: Query): boolean {
    const known = (id: string): Row | undefined => [...(this.rows ?? []), ...this.waiting].find((row) => row.id === id);
    const { row, again = false } = this.#o.hear?.(event, known, query) ?? { again: true };
    return (row !== undefined && !this.#take(row)) || again;
  }

  /** Takes a row that a change brought into the list; false where only a look can tell its place. */
  #take(row: Row): boolean {
    if (this.rows === null) return false;
    if (this.#unknown([row]).length === 0) {
      const put = (one: Row): Row => (one.id === row.id ? this.#newer(one, row) : one);
      this.rows = this.rows.map(put);
      this.waiting = this.waiting.map(put);
    } else {
      const place = this.#place;
      if (!place) return false;
      if (!place.holds(row) || this.#isBehind(place, row)) return true;
      this.#join(place, [row]);
      this.#came.add(row.id);
      if (this.total !== null) this.total += 1;
    }
    this.element.requestUpdate();
    return true;
  }

  #join(place: KeptPlace<Row>, rows: readonly Row[]): void {
    if (rows.length === 0) return;
    if (place.atTop()) this.rows = [...(this.rows ?? []), ...rows].toSorted(place.compare);
    else this.waiting = [...this.waiting, ...rows];
    this.#say(this.#o.says?.joined?.(rows.length));
  }

  /** Whether paging brings a row: it stands behind the last one that was read. */
  #isBehind({ compare }: KeptPlace<Row>, row: Row): boolean {
    return this.#rest !== null && compare(row, this.#rest.edge) > 0;
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
    if (sentence) this.element.host.announce(sentence);
  }

  /** Notes where the pages that were read end, and how many rows there are. */
  #ends({ rows, next, total }: ListPage<Row>, rest?: Rest<Row>): void {
    const edge = rows.at(-1);
    this.#rest = rest ?? (next !== null && edge ? { cursor: next, edge } : null);
    if (total !== undefined) this.total = total;
  }

  #fill(): void {
    if (this.rows !== null && this.rows.length < this.#atLeast && this.moreError === null) void this.more();
  }
}
