import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { fileSize, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { cancelRun, repeatRun } from './actions.ts';
import { runFacts } from './facts.ts';
import './result.element.ts';
import { RunController } from './run.controller.ts';
import { runStyles } from './run.styles.ts';
import { lateChip, progressBar, progressStyles, stateChip } from './state.ts';
import { contentOf, isOpen } from './types.ts';
import type { OneRun } from './types.ts';
import { formatName, periodInWords, templateOf } from './words.ts';

/** One run: how far it is, what it was ordered with, and what it made. E-mails of schedules lead here. */
class ReportRun extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, chipStyles, pageStyles, progressStyles, runStyles];
  static override properties = { workspaceId: {}, base: {}, rest: {}, busy: { state: true } };
  declare workspaceId: string;
  /** Address of reports. */
  declare base: string;
  /** Id of the run. */
  declare rest: string;
  declare busy: boolean;
  readonly #shown = new RunController(this);

  constructor() {
    super();
    this.workspaceId = '';
    this.base = '';
    this.rest = '';
    this.busy = false;
  }

  protected override willUpdate(): void {
    if (this.workspaceId !== '' && this.rest !== '')
      this.#shown.one.show({ workspaceId: this.workspaceId, id: this.rest });
  }

  async #repeat(run: OneRun): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const made = await repeatRun(this.host, run);
    this.busy = false;
    if (made) this.host.navigate(`${this.base}/runs/${made.id}`);
  }

  async #cancel(run: OneRun): Promise<void> {
    await cancelRun(this.host, run);
    await this.#shown.one.again();
  }

  #actions(run: OneRun): TemplateResult {
    if (isOpen(run))
      return html`<div class="actions"><button class="button danger"
        @click=${() => void this.#cancel(run)}>${icon('cross', 16)} Cancel the run</button></div>`;
    return html`
      <div class="actions">
        ${
          run.state === 'done'
            ? html`<a class="button primary" href=${contentOf(run)} download=${run.fileName ?? ''}
              title=${run.fileName ?? ''}>${icon('download', 16)} Download ${formatName(run.format)}${
                run.size === null ? '' : html` <span class="number">(${fileSize(run.size)})</span>`
              }</a>`
            : nothing
        }
        <button class="button" ?disabled=${this.busy}
          @click=${() => void this.#repeat(run)}>${icon('refresh', 16)} Run again</button>
        <a class="button" href="${this.base}/new?run=${run.id}">${icon('pencil', 16)} Open in editor</a>
      </div>`;
  }

  #late(run: OneRun): TemplateResult | typeof nothing {
    if (!run.late) return nothing;
    return html`<p
      class="note">${icon('clock', 18)}<span>This run is late. It was planned for ${
        run.occurrence === null ? 'earlier' : fullTime(run.occurrence)
      }, when the service was not running, and was made up for afterwards.${
        run.state === 'done' ? ' Its figures are as of the planned time.' : ''
      }</span></p>`;
  }

  #made(run: OneRun): TemplateResult {
    if (run.state === 'done') return html`<dossier-run-result .run=${run}></dossier-run-result>`;
    if (isOpen(run)) {
      return html`<div class="card panel">
        <span class="state-icon">${icon('clock', 28)}</span><h2>${
          run.state === 'queued' ? 'The report waits for its turn' : 'The report is being made'
        }</h2>
        <p class="muted">You may leave this page: the report goes on, and stays in the history.</p>${progressBar(run)}</div>`;
    }
    const failed = run.state === 'failed';
    return html`<div class="card panel">
      <span class="state-icon ${run.state}">${icon(failed ? 'warning' : 'cross', 28)}</span><h2>${
        failed ? 'The report could not be made' : 'This run was cancelled'
      }</h2>
      ${run.reason === null ? nothing : html`<p>${run.reason}</p>`}
      <p class="muted">${
        failed
          ? 'What it was ordered with is kept. Run it again when the cause is gone, or change it in the editor.'
          : 'It left no file. What it was ordered with is kept, so it can be run again.'
      }</p></div>`;
  }

  override render() {
    const { schedule, choices } = this.#shown;
    const { value: run, error } = this.#shown.one;
    const back = html`<a class="back" href="${this.base}/runs">${icon('left', 15)} Runs</a>`;
    if (error instanceof ProblemError && error.status === 404) {
      return html`${back}${empty({
        alone: true,
        icon: 'search',
        title: 'There is no such run',
        text: 'The link may be old or incomplete, or the report is private.',
        action: html`<a class="button" href="${this.base}/runs">All runs</a>`,
      })}`;
    }
    if (error !== null) return html`${back}${failure(error, () => void this.#shown.one.reload(), { alone: true })}`;
    if (!run) return html`${back}${skeleton(10, 'Loading the run')}`;
    const period = run.periodLabel ?? periodInWords(run.definition.period);
    return html`
      ${back}
      <div class="head">
        <div class="lead">
          <h1 tabindex="-1">${run.title}</h1>
          <p class="about">${stateChip(run.state)}${lateChip(run)}<span
            class="muted">${[templateOf(run), period].filter((part) => part !== '').join(' · ')}</span></p>
        </div>
        ${this.#actions(run)}
      </div>
      ${this.#late(run)}${
        run.notice === null ? nothing : html`<p class="note">${icon('warning', 18)}<span>${run.notice}</span></p>`
      }
      <div class="columns"><div class="made">${this.#made(run)}</div><aside class="card"
        aria-label="About this run">${runFacts(run, { base: this.base, schedule, choices })}</aside></div>`;
  }
}
define('dossier-report-run', ReportRun);
