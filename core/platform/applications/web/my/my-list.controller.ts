import type { DossierElement } from '@dossier/sdk/web';
import { counted } from '@dossier/sdk/web/ui/format';
import type { ReactiveController } from 'lit';
import { myApplicationsQuery } from '../application.query.ts';
import type { PlacedRow } from '../application.query.ts';
import { statusText } from '../status.ts';
import { Wanted } from './wanted.ts';

/** Each step of an application is an event; one look at the list answers those that come together. */
const gather = 100;
const pageSize = 50;
/** The server gives at most this many at once. */
const mostRows = 100;

interface Listed {
  readonly rows: readonly PlacedRow[];
  readonly more: boolean;
}

/**
 * A client's own applications, page by page and live. A hint names an application and not what is new of it, so each is
 * answered by a look at all that is shown.
 */
export class MyListController implements ReactiveController {
  rows: readonly PlacedRow[] | null = null;
  /** Ids of those that wait for the client's word. */
  awaiting: ReadonlySet<string> = new Set();
  /** Are there older ones? */
  more = false;
  error: unknown = null;
  /** What kept the older ones away. */
  fault: unknown = null;
  loading = false;
  readonly wanted: Wanted;
  readonly #element: DossierElement;
  #workspaceId: string | null = null;
  #live: Disposable | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Looks and pages take turns: what was asked for later is what is shown. */
  #turn: Promise<void> = Promise.resolve();

  constructor(element: DossierElement) {
    this.#element = element;
    this.wanted = new Wanted(element);
    element.addController(this);
  }

  /** An element that is put back in its place shows its list again. */
  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostDisconnected(): void {
    this.#live?.[Symbol.dispose]();
    this.#live = null;
    clearTimeout(this.#timer);
    this.#workspaceId = null;
  }

  /** Listens in this workspace; a call with the same changes nothing. */
  show(workspaceId: string): void {
    if (workspaceId === this.#workspaceId) return;
    this.#workspaceId = workspaceId;
    this.#live?.[Symbol.dispose]();
    this.#live = this.#element.host.live({ kind: 'own', type: 'application' }, () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.reload(), gather);
    });
    void this.reload();
  }

  /** Reads what is shown anew. */
  reload(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        await this.#look();
        this.error = null;
      } catch (error) {
        if (!this.rows) this.error = error;
      }
    });
  }

  /** Adds the next older ones, and gives the first of them. */
  async older(): Promise<PlacedRow | undefined> {
    if (this.loading) return undefined;
    this.loading = true;
    this.fault = null;
    this.#element.requestUpdate();
    let added: readonly PlacedRow[] = [];
    await this.#inTurn(async () => {
      const rows = this.rows ?? [];
      try {
        const page = await this.#page(rows.at(-1)?.place ?? null, pageSize + 1);
        const known = new Set(rows.map((row) => row.id));
        added = page.slice(0, pageSize).filter((row) => !known.has(row.id));
        this.rows = [...rows, ...added];
        this.more = page.length > pageSize;
        void this.wanted.look(this.rows);
        this.#element.host.announce(`${counted(added.length, 'more application is', 'more applications are')} shown.`);
      } catch (error) {
        this.fault = error;
      }
      this.loading = false;
    });
    return added[0];
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work).then(() => this.#element.requestUpdate());
    return this.#turn;
  }

  async #page(after: string | null, first: number): Promise<readonly PlacedRow[]> {
    const { myApplications, awaitingMe } = await this.#element.host.query(myApplicationsQuery, {
      workspaceId: this.#workspaceId ?? '',
      first,
      after,
    });
    this.awaiting = new Set(awaitingMe);
    return myApplications;
  }

  async #look(): Promise<void> {
    const before = this.rows ?? [];
    const { rows, more } = before.length === 0 ? await this.#top() : await this.#again(before);
    this.rows = rows;
    this.more = more;
    // The list does not wait for it.
    void this.wanted.look(rows);
    const known = new Map(before.map((row) => [row.id, row.status]));
    for (const row of rows) {
      const was = known.get(row.id);
      if (was !== undefined && was !== row.status)
        this.#element.host.announce(`${row.templateName}: ${statusText(row.status)}`);
    }
  }

  /** One more than a page tells whether there are older ones. */
  async #top(): Promise<Listed> {
    const page = await this.#page(null, pageSize + 1);
    return { rows: page.slice(0, pageSize), more: page.length > pageSize };
  }

  /** All down to the last row that is shown: what is behind it is left to {@link older}. */
  async #again(shown: readonly PlacedRow[]): Promise<Listed> {
    const known = new Set(shown.map((row) => row.id));
    const last = shown.at(-1)?.id;
    const found: PlacedRow[] = [];
    let whole = false;
    while (!whole && !(this.more && found.some((row) => row.id === last))) {
      const page = await this.#page(found.at(-1)?.place ?? null, mostRows);
      found.push(...page);
      whole = page.length < mostRows;
    }
    const end = this.more ? found.findLastIndex((row) => known.has(row.id)) + 1 || found.length : found.length;
    return { rows: found.slice(0, end), more: !whole || end < found.length };
  }
}
