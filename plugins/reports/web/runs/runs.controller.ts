import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement, LiveEvent } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import type { RunsFilter } from './filter.ts';
import { runProgressOf } from './progress.ts';
import { isOpen } from './types.ts';
import type { Run } from './types.ts';

const pageSize = 25;
/** The server gives at most this many at once. */
const mostRows = 99;

/**
 * The history of runs, newest first, page by page and live: what runs moves on by what the server tells, and what has
 * ended is read again.
 */
export class RunsController implements ReactiveController {
  rows: readonly Run[] | null = null;
  more = false;
  busy = false;
  error: unknown = null;
  readonly #element: DossierElement;
  #workspaceId = '';
  #filter: RunsFilter = { state: '', mine: false };
  #live: Disposable | null = null;
  #turn = 0;
  /** So many rows were asked for: a look again brings those too that were still on their way. */
  #wanted = pageSize;

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  /** An element that is put back in its place shows its list again. */
  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostDisconnected(): void {
    this.#live?.[Symbol.dispose]();
    this.#live = null;
    this.#workspaceId = '';
  }

  /** Shows the runs of this workspace that pass the filter; a call with the same changes nothing. */
  show(workspaceId: string, filter: RunsFilter): void {
    if (
      workspaceId === '' ||
      (workspaceId === this.#workspaceId && filter.state === this.#filter.state && filter.mine === this.#filter.mine)
    )
      return;
    this.#filter = filter;
    if (workspaceId !== this.#workspaceId) {
      this.#workspaceId = workspaceId;
      this.#live?.[Symbol.dispose]();
      this.#live = this.#element.host.live({ kind: 'subjects', workspaceId, type: 'report-run' }, (event) =>
        this.#hear(event),
      );
    }
    this.rows = null;
    this.#wanted = pageSize;
    void this.again();
  }

  /** Reads anew as many as were asked for; those on screen stay until the answer comes. */
  async again(): Promise<void> {
    await this.#read(null, Math.min(mostRows, Math.max(this.#wanted, this.rows?.length ?? 0)));
  }

  async next(): Promise<void> {
    const { rows } = this;
    const last = rows?.at(-1);
    if (!rows || !last || this.busy) return;
    this.#wanted = rows.length + pageSize;
    await this.#read(last.id, pageSize);
  }

  async #read(after: string | null, limit: number): Promise<void> {
    const turn = (this.#turn += 1);
    const { state, mine } = this.#filter;
    // One more than is shown tells whether there are more.
    const query = new URLSearchParams({
      limit: String(limit + 1),
      ...(state === '' ? {} : { state }),
      ...(mine ? { mine: 'true' } : {}),
      ...(after === null ? {} : { cursor: after }),
    });
    this.busy = true;
    this.#element.requestUpdate();
    try {
      const found = await this.#element.host.send<readonly Run[]>(
        'GET',
        `/api/v1/workspaces/${this.#workspaceId}/report-runs?${query}`,
      );
      if (turn !== this.#turn) return;
      // What has ended stays ended: the list may have been read before that.
      const ended = new Map(this.rows?.flatMap((run) => (isOpen(run) ? [] : [[run.id, run] as const])));
      const shown = found.slice(0, limit).map((run) => (isOpen(run) ? (ended.get(run.id) ?? run) : run));
      this.rows = [...(after === null ? [] : (this.rows ?? [])), ...shown];
      this.more = found.length > limit;
      this.error = null;
    } catch (error) {
      if (turn !== this.#turn) return;
      // What is on screen stays; only an empty page shows what went wrong in its place.
      if (this.rows === null) this.error = error;
      else
        this.#element.host.notify({
          kind: 'error',
          text: error instanceof ProblemError ? error.message : 'The history could not be read. Please try again.',
        });
    }
    this.busy = false;
    this.#element.requestUpdate();
  }

  #hear(event: LiveEvent): void {
    const told = event.kind === 'change' ? runProgressOf(event.data) : null;
    if (!told) return void this.again();
    const { id, state, progress } = told;
    const known = this.rows?.find((run) => run.id === id);
    if (!known) return void (this.rows && state === 'queued' ? this.again() : undefined);
    if (!isOpen(known)) return;
    this.#put({ ...known, state, progress });
    if (!isOpen({ state })) void this.#ended(id);
  }

  /** Size, name and reason come from the run itself. */
  async #ended(id: string): Promise<void> {
    try {
      this.#put(await this.#element.host.send<Run>('GET', `/api/v1/report-runs/${id}`));
      const run = this.rows?.find((one) => one.id === id);
      if (run) this.#element.host.announce(`${run.title}: ${run.state === 'done' ? 'finished' : run.state}.`);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
    }
  }

  #put(run: Run): void {
    this.rows = this.rows?.map((one) => (one.id === run.id ? run : one)) ?? null;
    this.#element.requestUpdate();
  }
}
