import { define, DossierElement } from '@dossier/sdk/web';
import { faultAt } from '@dossier/sdk/web/ui/faults';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { recurrenceOf } from './draft.ts';
import { dayHint, monthsOfQuarter, weekdays } from './recurrence-words.ts';
import type { Recurrence } from './types.ts';

const kinds = [
  ['day', 'Every day'],
  ['week', 'On days of the week'],
  ['month', 'Every month'],
  ['quarter', 'Every quarter'],
  ['cron', 'By a cron expression'],
] as const;

const valueOf = ({ target }: Event): string =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.value : '';

/** When a schedule runs, by native controls. Fires `dossier-change` (detail: the recurrence). */
class RecurrenceField extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    :host { display: grid; gap: 1rem; }
    .row { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }
    .row > .field { flex: 1 1 9rem; }
    .row > .field.wide { flex: 2 1 14rem; }
    .days { display: flex; flex-wrap: wrap; gap: 0.375rem; }
    .days label { position: relative; display: grid; place-items: center; min-width: 3.25rem; min-height: 2.375rem;
      padding: 0 0.5rem; border: 1px solid var(--dossier-control-border); border-radius: var(--dossier-radius);
      cursor: pointer; font-weight: 550; }
    .days label:hover { background: var(--dossier-hover); }
    .days input { position: absolute; opacity: 0; inset: 0; margin: 0; cursor: pointer; }
    .days label:has(:checked) { background: var(--dossier-accent-soft); color: var(--dossier-accent-text);
      border-color: var(--dossier-accent); box-shadow: inset 0 0 0 1px var(--dossier-accent); }
    .days label:has(:focus-visible) { outline: 2px solid var(--dossier-focus); outline-offset: 2px; }
    @media (forced-colors: active) { .days label:has(:checked) { outline: 2px solid Highlight; } }
  `,
  ];
  static override properties = { value: { attribute: false }, faults: { attribute: false } };
  declare value: Recurrence;
  declare faults: Faults;

  constructor() {
    super();
    this.value = { every: 'day', at: '08:00' };
    this.faults = [];
  }

  #set(value: Recurrence): void {
    this.dispatchEvent(new CustomEvent('dossier-change', { detail: value }));
  }

  #kind(event: Event): void {
    const every = kinds.find(([kind]) => kind === valueOf(event))?.[0];
    if (every) this.#set(recurrenceOf(every, this.value));
  }

  #fault(pointer: string, id: string): TemplateResult {
    const fault = faultAt(this.faults, `/recurrence${pointer}`);
    return html`<div id="${id}-note">${fault === undefined ? nothing : html`<p class="fault">${fault}</p>`}</div>`;
  }

  #wrong(pointer: string): 'true' | 'false' {
    return faultAt(this.faults, `/recurrence${pointer}`) === undefined ? 'false' : 'true';
  }

  #time(value: Exclude<Recurrence, { every: 'cron' }>): TemplateResult {
    return html`<div class="field"><label for="at">Time of day</label>
      <input id="at" class="input number" type="time" required .value=${value.at} aria-invalid=${this.#wrong('/at')}
        aria-describedby="at-note"
        @change=${(event: Event) => this.#set({ ...value, at: valueOf(event) })}>${this.#fault('/at', 'at')}</div>`;
  }

  #days(value: Extract<Recurrence, { every: 'week' }>): TemplateResult {
    const toggle = (day: number): void =>
      this.#set({
        ...value,
        days: (value.days.includes(day) ? value.days.filter((one) => one !== day) : [...value.days, day]).toSorted(
          (a, b) => a - b,
        ),
      });
    return html`<fieldset class="field" aria-describedby="days-note"><legend>Days of the week</legend>
      <div class="days">${weekdays.map(
        (name, i) =>
          html`<label><input type="checkbox" aria-label=${name} .checked=${value.days.includes(i + 1)}
            @change=${() => toggle(i + 1)}><span aria-hidden="true">${name.slice(0, 3)}</span></label>`,
      )}</div>${this.#fault('/days', 'days')}</fieldset>`;
  }

  #dayOfMonth(value: Extract<Recurrence, { every: 'month' | 'quarter' }>): TemplateResult {
    const hint = dayHint(value.day);
    const days = Array.from({ length: 31 }, (_, i) => i + 1);
    return html`<div class="field"><label for="day">Day</label>
      <select id="day" class="input number" aria-describedby="day-hint" aria-invalid=${this.#wrong('/day')}
        @change=${(event: Event) => this.#set({ ...value, day: Number(valueOf(event)) })}>${days.map(
          (day) =>
            html`<option value=${day} .selected=${day === value.day}>${day === 31 ? '31 (the last)' : day}</option>`,
        )}</select>
      <p id="day-hint" class="hint">${hint}</p></div>`;
  }

  #detail(value: Recurrence): TemplateResult {
    switch (value.every) {
      case 'day':
        return html`<div class="row">${this.#time(value)}</div>`;
      case 'week':
        return html`${this.#days(value)}<div class="row">${this.#time(value)}</div>`;
      case 'month':
        return html`<div class="row">${this.#dayOfMonth(value)}${this.#time(value)}</div>`;
      case 'quarter':
        return html`<div class="row">
        <div class="field"><label for="month">Month of the quarter</label>
          <select id="month" class="input"
            @change=${(event: Event) => this.#set({ ...value, month: Number(valueOf(event)) })}>${monthsOfQuarter.map(
              (name, i) => html`<option value=${i + 1} .selected=${i + 1 === value.month}>The ${name}</option>`,
            )}</select></div>
        ${this.#dayOfMonth(value)}${this.#time(value)}</div>`;
      case 'cron':
        return html`<div class="field"><label for="cron">Cron expression</label>
        <input id="cron" class="input code" maxlength="100" spellcheck="false" autocomplete="off" autocapitalize="off"
          .value=${value.cron} aria-invalid=${this.#wrong('/cron')} aria-describedby="cron-hint cron-note"
          @input=${(event: Event) => this.#set({ ...value, cron: valueOf(event) })}>
        ${this.#fault('/cron', 'cron')}<p id="cron-hint"
          class="hint">Minute, hour, day of the month, month, day of the week: <code
          class="code">0 8 * * 1-5</code> is at eight on working days.</p></div>`;
    }
  }

  override render() {
    return html`
      <div class="row"><div class="field wide"><label for="every">How often</label>
        <select id="every" class="input" @change=${this.#kind}>${kinds.map(
          ([kind, title]) => html`<option value=${kind} .selected=${kind === this.value.every}>${title}</option>`,
        )}</select></div></div>
      ${this.#detail(this.value)}`;
  }
}
define('dossier-recurrence-field', RecurrenceField);
