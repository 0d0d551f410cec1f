import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement, LiveEvent } from '@dossier/sdk/web';
import type { ReactiveController } from 'lit';
import { choicesOf } from '../editor/choices.ts';
import type { Choices } from '../editor/choices.ts';
import { schedulesUrl } from '../schedules/types.ts';
import type { Schedule } from '../schedules/types.ts';
import { runProgressOf } from './progress.ts';
import { isOpen } from './types.ts';
import type { OneRun } from './types.ts';

/** One run, live, with the names of what it was ordered by. */
export class RunController implements ReactiveController {
  run: OneRun | null = null;
  /** Null while it is not known, and when it was deleted. */
  schedule: Schedule | null = null;
  /** Names for the filters; null while they are not known. */
  choices: Choices | null = null;
  error: unknown = null;
  readonly #element: DossierElement;
  #workspaceId = '';
  #id = '';
  #live: Disposable | null = null;
  #turn = 0;

  constructor(element: DossierElement) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostDisconnected(): void {
    this.#live?.[Symbol.dispose]();
    this.#live = null;
    this.#id = '';
  }

  /** Shows this run; a call with the same changes nothing. */
  show(workspaceId: string, id: string): void {
    if (workspaceId === '' || id === '' || (workspaceId === this.#workspaceId && id === this.#id)) return;
    if (workspaceId !== this.#workspaceId) {
      this.#live?.[Symbol.dispose]();
      this.#live = null;
    }
    this.#workspaceId = workspaceId;
    this.#id = id;
    this.run = null;
    this.schedule = null;
    this.error = null;
    this.#live ??= this.#element.host.live({ kind: 'subjects', workspaceId, type: 'report-run' }, (event) =>
      this.#hear(event),
    );
    void this.again();
  }

  /** Reads it anew. Of two at once the later one counts: an answer that was long under way would tell of the past. */
  async again(): Promise<void> {
    const id = this.#id;
    const turn = (this.#turn += 1);
    try {
      const run = await this.#element.host.send<OneRun>('GET', `/api/v1/report-runs/${encodeURIComponent(id)}`);
      if (turn !== this.#turn) return;
      // An address names the run and its workspace; one that does not fit is no address.
      if (run.workspaceId !== this.#workspaceId)
        throw new ProblemError({
          status: 404,
          code: 'not-found',
          title: 'Not found',
          detail: 'There is no such run here.',
          errors: [],
        });
      const ended = this.run !== null && isOpen(this.run) && !isOpen(run);
      const first = this.run === null;
      this.run = run;
      this.error = null;
      if (first) void this.#names(run);
      if (ended) this.#element.host.announce(`${run.title}: ${run.state === 'done' ? 'finished' : run.state}.`);
    } catch (error) {
      // What was read before stays on screen.
      if (
        turn === this.#turn &&
        (this.run === null || (error instanceof ProblemError && error.status < 500 && error.status > 0))
      )
        this.error = error;
    }
    this.#element.requestUpdate();
  }

  /** Without them the page says less, and nothing wrong. */
  async #names(run: OneRun): Promise<void> {
    const { templateId = [], assignee = [], source = [] } = run.definition.filters;
    const [schedule, choices] = await Promise.all([
      run.scheduleId === null
        ? null
        : this.#element.host.send<Schedule>('GET', schedulesUrl(run.workspaceId, run.scheduleId)).catch(() => null),
      templateId.length + assignee.length + source.length === 0
        ? null
        : choicesOf(this.#element.host, run.workspaceId).catch(() => null),
    ]);
    if (run.id !== this.#id) return;
    this.schedule = schedule;
    this.choices = choices;
    this.#element.requestUpdate();
  }

  #hear(event: LiveEvent): void {
    const told = event.kind === 'change' ? runProgressOf(event.data) : null;
    if (told && told.id !== this.#id) return;
    if (!told || !this.run || !isOpen(told)) return void (this.run && !isOpen(this.run) ? undefined : this.again());
    if (!isOpen(this.run)) return;
    this.run = { ...this.run, state: told.state, progress: told.progress };
    this.#element.requestUpdate();
  }
}
