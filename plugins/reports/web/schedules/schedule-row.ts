import { chip } from '@dossier/sdk/web/ui/chip';
import { counted, fullTime, shortTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { lateChip, stateChip, stateText } from '../runs/state.ts';
import { formatName } from '../runs/words.ts';
import { dayIn, fromNow, timeIn } from './moments.ts';
import { recurrenceInWords } from './recurrence-words.ts';
import type { Schedule } from './types.ts';

/** What can be done with a schedule of the list. */
export interface ScheduleActions {
  pause(schedule: Schedule, paused: boolean): void;
  remove(schedule: Schedule): void;
}

const next = ({ paused, next: dates, timeZone }: Schedule): TemplateResult => {
  const [first] = dates;
  if (paused) return html`<span class="chips">${chip({ text: 'Paused', tone: 'neutral', icon: 'pause' })}</span>`;
  if (first === undefined) return html`<span class="muted">Never</span>`;
  return html`<time datetime=${first}>${dayIn(first, timeZone)}</time><span
    class="small muted">${timeIn(first, timeZone)}, ${fromNow(first)}</span>`;
};

const last = ({ lastRun, name }: Schedule, base: string): TemplateResult =>
  lastRun === null
    ? html`<span class="small muted">Has not run yet</span>`
    : html`<span class="chips"><a href="${base}/runs/${lastRun.id}"
      aria-label="Last run of ${name}: ${stateText(lastRun.state)}">${stateChip(lastRun.state)}</a>${lateChip(lastRun)}</span><time class="small muted" datetime=${lastRun.occurrence} title=${fullTime(lastRun.occurrence)}>${shortTime(lastRun.occurrence)}</time>`;

const told = ({ recipients }: Schedule): string =>
  recipients.length === 0 ? 'Nobody' : counted(recipients.length, 'person', 'people');

const buttons = (schedule: Schedule, on: ScheduleActions): TemplateResult => html`
  <span class="buttons">
    ${
      schedule.paused
        ? html`<button class="button quiet icon" aria-label="Resume ${schedule.name}" title="Resume"
          @click=${() => on.pause(schedule, false)}>${icon('play')}</button>`
        : html`<button class="button quiet icon" aria-label="Pause ${schedule.name}" title="Pause"
          @click=${() => on.pause(schedule, true)}>${icon('pause')}</button>`
    }
    <button class="button quiet icon" aria-label="Delete ${schedule.name}" title="Delete"
      @click=${() => on.remove(schedule)}>${icon('trash')}</button>
  </span>`;

/**
 * One schedule as a row. What narrow screens have no column for stands below its name. `template` is its name, if it
 * can be seen.
 */
export const scheduleRow = (
  schedule: Schedule,
  o: { base: string; template: string | undefined; mine: boolean; on: ScheduleActions },
): TemplateResult => html`
  <tr data-schedule=${schedule.id} class=${schedule.paused ? 'paused' : ''}>
    <th scope="row"><span class="lines">
      <a class="name" href="${o.base}/schedules/${schedule.id}">${schedule.name}</a>
      <span>${recurrenceInWords(schedule.recurrence)}</span>
      <span class="small muted">${[
        ...(o.template === undefined || o.template === schedule.name ? [] : [o.template]),
        formatName(schedule.format),
        schedule.timeZone.replaceAll('_', ' '),
      ].join(' · ')}</span>
      <span class="narrow chips small">${
        schedule.paused || schedule.next.length === 0 ? nothing : html`<span class="muted">Next run</span>`
      }${next(schedule)}</span>
      <span class="narrow last chips small">${
        schedule.lastRun === null ? nothing : html`<span class="muted">Last run</span>`
      }${last(schedule, o.base)}</span>
    </span></th>
    <td class="next"><span class="lines">${next(schedule)}</span></td>
    <td class="last"><span class="lines">${last(schedule, o.base)}</span></td>
    <td class="told">${told(schedule)}</td>
    <td class="end">${o.mine ? buttons(schedule, o.on) : nothing}</td>
  </tr>`;
