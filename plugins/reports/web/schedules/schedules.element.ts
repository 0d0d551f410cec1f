import { define, DossierElement } from '@dossier/sdk/web';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { html } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { templatesUrl } from '../routes.ts';
import { runProgressOf } from '../runs/progress.ts';
import { isOpen } from '../runs/types.ts';
import type { Template } from '../types.ts';
import { mayChange, pauseSchedule, removeSchedule } from './actions.ts';
import { scheduleRow } from './schedule-row.ts';
import { schedulesStyles } from './schedules.styles.ts';
import { schedulesUrl } from './types.ts';
import type { Schedule } from './types.ts';

interface Listed {
  readonly schedules: readonly Schedule[];
  readonly templates: readonly Template[];
}

/** The schedules of a workspace: when each runs next, and how its last run went. */
class ReportSchedules extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, chipStyles, pageStyles, schedulesStyles];
  static override properties = { workspaceId: {}, base: {} };
  declare workspaceId: string;
  /** Address of reports. */
  declare base: string;
  #live: Disposable | null = null;
  readonly #listed = new Loading<Listed>(this, async () => {
    const [schedules, templates] = await Promise.all([
      this.host.send<readonly Schedule[]>('GET', schedulesUrl(this.workspaceId)),
      this.host.send<readonly Template[]>('GET', templatesUrl(this.workspaceId)),
    ]);
    return { schedules, templates };
  });

  constructor() {
    super();
    this.workspaceId = '';
    this.base = '';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#live?.[Symbol.dispose]();
    this.#live = null;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('workspaceId') || this.workspaceId === '') return;
    if (changed.get('workspaceId')) void this.#listed.anew();
    this.#live?.[Symbol.dispose]();
    // A run that begins or ends is the last one of its schedule, perhaps.
    this.#live = this.host.live({ kind: 'subjects', workspaceId: this.workspaceId, type: 'report-run' }, (event) => {
      const told = event.kind === 'change' ? runProgressOf(event.data) : null;
      if (!told || !isOpen(told) || told.state === 'queued') void this.#listed.again();
    });
  }

  async #pause(schedule: Schedule, paused: boolean): Promise<void> {
    await pauseSchedule(this.host, this.workspaceId, schedule, paused);
    await this.#listed.again();
  }

  async #remove(schedule: Schedule): Promise<void> {
    if (await removeSchedule(this.host, this.workspaceId, schedule)) await this.#listed.again();
  }

  #none(): TemplateResult {
    return html`<div class="card">${empty({
      icon: 'calendar',
      title: 'No report runs by itself yet',
      text: 'A schedule runs a report each day, week, month or quarter, keeps its file, and e-mails the people you choose, for example the board on the first Monday.',
      action: html`<a class="button primary" href="${this.base}/schedules/new">${icon('plus', 16)} New schedule</a>`,
    })}</div>`;
  }

  #table({ schedules, templates }: Listed): TemplateResult {
    const on = {
      pause: (schedule: Schedule, paused: boolean) => void this.#pause(schedule, paused),
      remove: (schedule: Schedule) => void this.#remove(schedule),
    };
    return html`
      <div class="head"><p
        class="muted">Reports that run by themselves. Each has the rights of the person who saved its schedule last.</p><a class="button primary" href="${this.base}/schedules/new">${icon('plus', 16)} New schedule</a></div>
      <div class="card"><table>
        <caption class="visually-hidden">Schedules of reports</caption>
        <thead><tr><th scope="col">Schedule</th><th scope="col" class="next">Next run</th><th scope="col"
          class="last">Last run</th><th scope="col" class="told">Recipients</th><td><span
          class="visually-hidden">What can be done</span></td></tr></thead>
        <tbody>${repeat(
          schedules,
          ({ id }) => id,
          (schedule) =>
            scheduleRow(schedule, {
              base: this.base,
              template: templates.find(({ id }) => id === schedule.template)?.name,
              mine: mayChange(this, schedule),
              on,
            }),
        )}</tbody>
      </table></div>`;
  }

  override render() {
    return this.#listed.show((listed) => (listed.schedules.length === 0 ? this.#none() : this.#table(listed)), {
      label: 'Loading the schedules',
      rows: 6,
    });
  }
}
define('dossier-report-schedules', ReportSchedules);
