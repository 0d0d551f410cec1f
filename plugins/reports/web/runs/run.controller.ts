import { ProblemError } from '@dossier/sdk/web';
import type { DossierElement } from '@dossier/sdk/web';
import { LiveOne } from '@dossier/sdk/web/ui/live-one';
import { choicesOf } from '../editor/choices.ts';
import type { Choices } from '../editor/choices.ts';
import { schedulesUrl } from '../schedules/types.ts';
import type { Schedule } from '../schedules/types.ts';
import { runProgressOf } from './progress.ts';
import { isOpen } from './types.ts';
import type { OneRun } from './types.ts';
import { endedText } from './words.ts';

/** One run, live, with the names of what it was ordered by. */
export class RunController {
  /** Null while it is not known, and when it was deleted. */
  schedule: Schedule | null = null;
  /** Names for the filters; null while they are not known. */
  choices: Choices | null = null;
  readonly one: LiveOne<OneRun, { readonly workspaceId: string; readonly id: string }>;
  readonly #element: DossierElement;

  constructor(element: DossierElement) {
    this.#element = element;
    this.one = new LiveOne(element, {
      read: async ({ workspaceId, id }, signal) => {
        const path = `/api/v1/report-runs/${encodeURIComponent(id)}`;
        const run = await element.host.send<OneRun>('GET', path, undefined, { signal });
        // An address names the run and its workspace; one that does not fit is no address.
        if (run.workspaceId === workspaceId) return run;
        const detail = 'There is no such run here.';
        throw new ProblemError({ status: 404, code: 'not-found', title: 'Not found', detail, errors: [] });
      },
      follow: ({ workspaceId }) => [{ kind: 'subjects', workspaceId, type: 'report-run' }],
      hear: ({ data }, run, { id }) => {
        const told = runProgressOf(data);
        if ((told && told.id !== id) || (run && !isOpen(run))) return {};
        return told && run && isOpen(told) ? { value: { ...run, ...told } } : { again: true };
      },
      loaded: (run, before, signal) => {
        if (before && isOpen(before) && !isOpen(run)) element.host.announce(endedText(run));
        if (!before) void this.#names(run, signal);
      },
    });
  }

  /** Without them the page says less, and nothing wrong. */
  async #names(run: OneRun, signal: AbortSignal): Promise<void> {
    const { host } = this.#element;
    [this.schedule, this.choices] = [null, null];
    const { templateId = [], assignee = [], source = [] } = run.definition.filters;
    const schedule = run.scheduleId === null ? null : schedulesUrl(run.workspaceId, run.scheduleId);
    const found = await Promise.all([
      schedule === null ? null : host.send<Schedule>('GET', schedule, undefined, { signal }).catch(() => null),
      templateId.length + assignee.length + source.length === 0
        ? null
        : choicesOf(host, run.workspaceId).catch(() => null),
    ]);
    if (signal.aborted) return;
    [this.schedule, this.choices] = found;
    this.#element.requestUpdate();
  }
}
