import { define, DossierElement } from '@dossier/sdk/web';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { icon } from '@dossier/sdk/web/ui/icon';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { cancelRun, repeatRun } from './actions.ts';
import { filterOf, runStates, searchOf } from './filter.ts';
import type { RunsFilter } from './filter.ts';
import { liveRuns } from './live-runs.ts';
import { runRow } from './run-row.ts';
import { runsStyles } from './runs.styles.ts';
import { progressStyles } from './state.ts';
import type { Run } from './types.ts';

/** The history of report runs in a workspace, live. The filter stands in the address. */
class ReportRuns extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, chipStyles, pageStyles, progressStyles, runsStyles];
  static override properties = { workspaceId: {}, base: {}, search: {} };
  declare workspaceId: string;
  /** Address of reports. */
  declare base: string;
  declare search: string;
  readonly #runs = liveRuns(this);

  constructor() {
    super();
    this.workspaceId = '';
    this.base = '';
    this.search = '';
  }

  protected override willUpdate(): void {
    if (this.workspaceId !== '') this.#runs.show({ workspaceId: this.workspaceId, filter: filterOf(this.search) });
  }

  #go(filter: RunsFilter): void {
    this.host.navigate(`${this.base}/runs${searchOf(filter)}`, { replace: true });
  }

  async #cancel(run: Run): Promise<void> {
    if (await cancelRun(this.host, run)) await this.#runs.again();
  }

  async #repeat(run: Run): Promise<void> {
    if (await repeatRun(this.host, run)) await this.#runs.again();
  }

  #filters(filter: RunsFilter): TemplateResult {
    const state = (event: Event): void => {
      if (event.target instanceof HTMLSelectElement)
        this.#go({ ...filter, ...filterOf(`state=${event.target.value}`), mine: filter.mine });
    };
    const mine = (event: Event): void => {
      if (event.target instanceof HTMLInputElement) this.#go({ ...filter, mine: event.target.checked });
    };
    return html`
      <div class="filters" role="search" aria-label="Runs">
        <div class="field"><label for="state">State</label>
          <select id="state" class="input" @change=${state}>${runStates.map(
            (one) => html`<option value=${one.state} ?selected=${one.state === filter.state}>${one.title}</option>`,
          )}</select></div>
        <label class="option"><input type="checkbox" .checked=${filter.mine} @change=${mine}> Only mine</label>
      </div>`;
  }

  #none(filter: RunsFilter): TemplateResult {
    if (filter.state !== '' || filter.mine) {
      return html`<div class="card">${empty({
        icon: 'search',
        title: 'No run is like that',
        text: 'There are runs in other states, or of other people.',
        action: html`<a class="button" href="${this.base}/runs">Show all runs</a>`,
      })}</div>`;
    }
    return html`<div class="card">${empty({
      icon: 'file',
      title: 'No report was run here yet',
      text: 'Each report that is run, by you or by a schedule, is kept here with its file and with what it was run with. Choose a template to begin.',
      action: html`<a class="button primary" href=${this.base}>${icon('chart', 16)} Choose a template</a>`,
    })}</div>`;
  }

  #table(rows: readonly Run[]): TemplateResult {
    const on = { cancel: (run: Run) => void this.#cancel(run), repeat: (run: Run) => void this.#repeat(run) };
    return html`
      <div class="card"><table>
        <caption class="visually-hidden">Runs of reports, newest first</caption>
        <thead><tr><th scope="col">Report</th><th scope="col" class="how">State</th><th scope="col"
          class="file">File</th><th scope="col" class="when">Ordered</th><td><span
          class="visually-hidden">What can be done</span></td></tr></thead>
        <tbody>${repeat(
          rows,
          ({ id }) => id,
          (run) => runRow(run, this.base, on),
        )}</tbody>
      </table></div>
      ${this.#rest()}`;
  }

  /** Leads to the older ones, as long as there are any. */
  #rest(): TemplateResult | typeof nothing {
    const { hasMore, isPaging, moreError } = this.#runs;
    if (!hasMore) return nothing;
    return html`
      ${moreError ? html`<p class="more" role="alert">More runs could not be loaded. Please try again.</p>` : nothing}
      <button class="button more" aria-disabled=${isPaging}
        @click=${() => void this.#runs.more()}>${isPaging ? 'Loading…' : 'Show more'}</button>`;
  }

  override render() {
    const { rows, error } = this.#runs;
    const filter = filterOf(this.search);
    if (error !== null) return failure(error, () => void this.#runs.reload());
    const isNew = rows?.length === 0 && filter.state === '' && !filter.mine;
    return html`
      ${isNew ? nothing : this.#filters(filter)}
      ${rows === null ? skeleton(8, 'Loading the runs') : rows.length === 0 ? this.#none(filter) : this.#table(rows)}`;
  }
}
define('dossier-report-runs', ReportRuns);
