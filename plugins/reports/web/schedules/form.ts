import { faultAt } from '@dossier/sdk/web/ui/faults';
import type { Faults, Refusal } from '@dossier/sdk/web/ui/faults';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Choices } from '../editor/choices.ts';
import { formatName } from '../runs/words.ts';
import type { Draft } from './draft.ts';
import './next-dates.element.ts';
import './parameters-field.element.ts';
import './recurrence-field.element.ts';
import type { Opened } from './schedule.controller.ts';
import { templateField, timeZoneField } from './schedule-fields.ts';
import type { Schedule } from './types.ts';

const formats = ['pdf', 'xlsx', 'csv'] as const;

/** What the form does with what people enter. */
interface On {
  set(part: Partial<Draft>): void;
  template(id: string): void;
  /** What the preview of dates has to say against the draft. */
  dates(refusal: Refusal | null): void;
  /** The names of filters are wanted. */
  choices(): void;
}

export const scheduleHead = (schedule: Schedule | null, own: boolean, base: string): TemplateResult => html`
  <a class="back" href="${base}/schedules">${icon('left', 15)} Schedules</a>
  <div class="lead"><h1 tabindex="-1">${schedule ? schedule.name : 'New schedule'}</h1>
    <p class="muted">${
      schedule
        ? html`Set up by ${schedule.owner.name}, with whose rights it runs.`
        : 'The report runs by itself, with your rights, and its file waits under Runs.'
    }</p></div>
  ${
    schedule && !own
      ? html`<p
    class="note">${icon('info', 18)}<span>Only ${schedule.owner.name}, or who manages the organization, can change this schedule. You can save one of your own from it.</span></p>`
      : nothing
  }`;

export const reportSection = ({
  draft,
  opened: { templates },
  faults,
  choices,
  on,
}: {
  draft: Draft;
  opened: Opened;
  faults: Faults;
  choices: Choices | null;
  on: On;
}): TemplateResult => {
  const fault = faultAt(faults, '/name');
  return html`
    <section class="card" aria-labelledby="report"><h2 id="report">Report</h2>
      <div class="row">
        ${templateField(draft, templates, faults, on.template)}
        <div class="field"><label for="name">Name of the schedule</label>
          <input id="name" class="input" maxlength="120" autocomplete="off" .value=${draft.name}
            aria-invalid=${fault === undefined ? 'false' : 'true'} aria-describedby="name-note" @input=${(
              event: Event,
            ) => {
              if (event.target instanceof HTMLInputElement) on.set({ name: event.target.value });
            }}>
          <div id="name-note">${fault === undefined ? nothing : html`<p class="fault">${fault}</p>`}</div></div>
      </div>
      <dossier-schedule-parameters .template=${templates.find(({ id }) => id === draft.template) ?? null}
        .value=${draft.parameters} .choices=${choices} .faults=${faults}
        @dossier-choices=${() => on.choices()}
        @dossier-change=${(event: CustomEvent<Draft['parameters']>) =>
          on.set({ parameters: event.detail })}></dossier-schedule-parameters>
      <fieldset class="field"><legend>File</legend><div class="formats">${formats.map(
        (format) =>
          html`<label class="option"><input type="radio" name="format" value=${format}
            .checked=${draft.format === format} @change=${() => on.set({ format })}>${formatName(format)}</label>`,
      )}</div></fieldset>
    </section>`;
};

export const whenSection = ({
  draft,
  workspaceId,
  faults,
  on,
}: {
  draft: Draft;
  workspaceId: string;
  faults: Faults;
  on: On;
}): TemplateResult => html`
  <section class="card" aria-labelledby="when"><h2 id="when">When</h2>
    <div class="when">
      <div><dossier-recurrence-field .value=${draft.recurrence} .faults=${faults}
        @dossier-change=${(event: CustomEvent<Draft['recurrence']>) =>
          on.set({ recurrence: event.detail })}></dossier-recurrence-field>
        ${timeZoneField(draft.timeZone, faults, (timeZone) => on.set({ timeZone }))}
        <label class="option"><input type="checkbox" .checked=${draft.paused} @change=${(event: Event) => {
          if (event.target instanceof HTMLInputElement) on.set({ paused: event.target.checked });
        }}>Paused: it does not run until it is taken up again</label></div>
      <dossier-next-dates .workspaceId=${workspaceId} .recurrence=${draft.recurrence} .timeZone=${draft.timeZone}
        @dossier-refused=${(event: CustomEvent<Refusal | null>) => on.dates(event.detail)}></dossier-next-dates>
    </div>
  </section>`;
