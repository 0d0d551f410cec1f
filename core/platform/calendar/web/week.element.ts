import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { faultAt } from '@dossier/sdk/web/ui/faults';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { momentFormat } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { Hours, Part } from './types.ts';

const most = 6;
const usual: Part = { from: '09:00', to: '17:00' };
const weekday = momentFormat({ weekday: 'long', timeZone: 'UTC' });
/** From Monday; 1 January 2024 was one. */
const nameOf = (day: number): string => weekday(Date.UTC(2024, 0, 1 + day));
/** A field for a time of day has no 24:00: what ends at midnight is entered as 00:00. */
const shown = (to: string): string => (to === '24:00' ? '00:00' : to);
const entered = (to: string): string => (to === '00:00' ? '24:00' : to);

/** The days of a week with the parts in which work is done. Fires `dossier-hours-changed` (detail: the hours). */
class WeekField extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    :host { display: block; }
    .day { display: grid; grid-template-columns: 9.5rem minmax(0, 1fr); gap: 0.5rem 1rem; align-items: start;
      padding: 0.625rem 0; }
    .day + .day { border-top: 1px solid var(--dossier-border); }
    .option { min-height: var(--dossier-control); align-items: center; }
    .option input { margin: 0; }
    .parts { display: grid; gap: 0.5rem; justify-items: start; }
    .part { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
    .part .input { width: 8.5rem; }
    .free { min-height: var(--dossier-control); display: flex; align-items: center; }
    @media (max-width: 47.99em) { .day { grid-template-columns: minmax(0, 1fr); } .part .input { width: 7.5rem; } }
  `,
  ];
  static override properties = { hours: { attribute: false }, faults: { attribute: false } };
  declare hours: Hours;
  declare faults: Faults;

  constructor() {
    super();
    this.hours = [];
    this.faults = [];
  }

  #change(day: number, parts: readonly Part[] | null): void {
    const detail = this.hours.map((one, i) => (i === day ? parts : one));
    this.dispatchEvent(new CustomEvent<Hours>('dossier-hours-changed', { detail }));
  }

  #part(day: number, parts: readonly Part[], i: number): TemplateResult {
    const { from, to } = parts[i] ?? usual;
    const at = `/hours/${day}/${i}`;
    const fault = faultAt(this.faults, at);
    const id = `fault-${day}-${i}`;
    const field = (key: 'from' | 'to', value: string): TemplateResult => html`<input class="input" type="time" required
      aria-label="${nameOf(day)}, ${parts.length > 1 ? `part ${i + 1}, ` : ''}${key}" .value=${live(value)}
      aria-invalid=${faultAt(this.faults, `${at}/${key}`) !== undefined} aria-describedby=${fault ? id : nothing}
      @input=${(event: Event) => {
        if (!(event.target instanceof HTMLInputElement)) return;
        const typed = key === 'to' ? entered(event.target.value) : event.target.value;
        this.#change(
          day,
          parts.map((one, j) => (i === j ? { ...one, [key]: typed } : one)),
        );
      }}>`;
    return html`<div class="part">${field('from', from)}<span aria-hidden="true">–</span>${field('to', shown(to))}
      ${
        parts.length > 1
          ? html`<button class="button quiet icon" type="button"
            aria-label="Remove part ${i + 1} of ${nameOf(day)}" @click=${() =>
              this.#change(
                day,
                parts.filter((_one, j) => i !== j),
              )}>${icon('trash', 16)}</button>`
          : nothing
      }</div>${fault === undefined ? nothing : html`<p class="fault" id=${id}>${fault}</p>`}`;
  }

  #day(day: number): TemplateResult {
    const parts = this.hours[day] ?? null;
    return html`<div class="day" role="group" aria-label=${nameOf(day)}>
      <label class="option"><input type="checkbox" .checked=${parts !== null} @change=${(event: Event) => {
        if (event.target instanceof HTMLInputElement) this.#change(day, event.target.checked ? [usual] : null);
      }}><span>${nameOf(day)}</span></label>
      ${
        parts === null
          ? html`<span class="muted free">No work on this day</span>`
          : html`<div class="parts">${parts.map((_part, i) => this.#part(day, parts, i))}${
              parts.length < most
                ? html`<button class="button small quiet" type="button" @click=${() =>
                    this.#change(day, [...parts, { from: parts.at(-1)?.to ?? '', to: '' }])}>${icon('plus', 14)}Add
                    hours after a break<span class="visually-hidden"> on ${nameOf(day)}</span></button>`
                : nothing
            }</div>`
      }</div>`;
  }

  override render(): TemplateResult {
    const fault = this.faults.find(({ pointer }) => pointer === '/hours')?.detail;
    return html`${fault === undefined ? nothing : html`<p class="fault" role="alert">${fault}</p>`}${this.hours.map((_day, i) => this.#day(i))}`;
  }
}
define('dossier-week-field', WeekField);
