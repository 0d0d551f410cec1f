import { define, DossierElement } from '@dossier/sdk/web';
import { faultAt } from '@dossier/sdk/web/ui/faults';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { css, html, nothing } from 'lit';
import { timeZones } from '../reader.ts';
import type { Definition, Period } from '../types.ts';
import { day, daysBefore, periods, relative, steps } from './period.ts';

/**
 * When: the period, its steps, the time zone in which its days begin, and what it is compared with. Fires
 * `dossier-change` (detail: the part of the definition) and `dossier-zone`.
 */
class PeriodFields extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    :host { display: grid; gap: 0.875rem; }
    .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 0.875rem;
      align-items: start; }
    .option { align-items: center; }
    .option input { margin: 0; }
    .unit { display: flex; align-items: center; gap: 0.5rem; }
  `,
  ];
  static override properties = { definition: { attribute: false }, timeZone: {}, faults: { attribute: false } };
  declare definition: Definition | null;
  declare timeZone: string;
  declare faults: Faults;

  constructor() {
    super();
    this.definition = null;
    this.timeZone = 'UTC';
    this.faults = [];
  }

  #set(part: Partial<Definition>): void {
    this.dispatchEvent(new CustomEvent('dossier-change', { detail: part }));
  }

  #kind(kind: string): void {
    const today = new Date();
    if (kind === 'lastDays') this.#set({ period: { kind, days: 30 } });
    else if (kind === 'range') this.#set({ period: { kind, from: daysBefore(today, 30), to: day(today) } });
    else this.#set({ period: { kind: relative.find((one) => one.kind === kind)?.kind ?? 'lastMonth' } });
  }

  #fault(pointer: string) {
    const fault = faultAt(this.faults, `/definition${pointer}`);
    return fault === undefined ? nothing : html`<p class="fault">${fault}</p>`;
  }

  #wrong(pointer: string): 'true' | 'false' {
    return faultAt(this.faults, `/definition${pointer}`) === undefined ? 'false' : 'true';
  }

  #exact(period: Period) {
    if (period.kind === 'lastDays') {
      return html`<div class="field"><label for="days">Whole days before today</label>
        <input id="days" class="input number" type="number" min="1" max="1100" step="1" .value=${String(period.days)}
          aria-invalid=${this.#wrong('/period')}
          @input=${(event: Event) =>
            this.#set({ period: { kind: 'lastDays', days: numberOf(event) } })}>${this.#fault('/period')}</div>`;
    }
    if (period.kind !== 'range') return this.#fault('/period');
    const end = (name: 'from' | 'to', label: string) => html`<div class="field"><label for=${name}>${label}</label>
      <input id=${name} class="input" type="date" .value=${period[name]} aria-invalid=${this.#wrong(`/period/${name}`)}
        @change=${(event: Event) =>
          this.#set({ period: { ...period, [name]: textOf(event) } })}>${this.#fault(`/period/${name}`)}</div>`;
    return html`<div class="pair">${end('from', 'First day')}${end('to', 'Last day')}</div>${
      this.faults.some(({ pointer }) => pointer === '/definition/period') ? this.#fault('/period') : nothing
    }`;
  }

  override render() {
    const { definition } = this;
    if (!definition) return nothing;
    const { period, grouping, compare, targetDays } = definition;
    return html`
      <div class="field"><label for="period">Period</label>
        <select id="period" class="input" @change=${(event: Event) => this.#kind(textOf(event))}>${periods.map(
          ({ kind, title }) =>
            html`<option value=${kind} .selected=${kind === period.kind}
              ?selected=${kind === period.kind}>${title}</option>`,
        )}</select></div>
      ${this.#exact(period)}
      <div class="pair">
        <div class="field"><label for="grouping">Steps over time</label>
          <select id="grouping" class="input"
            @change=${(event: Event) =>
              this.#set({ grouping: steps.find(({ id }) => id === textOf(event))?.id ?? 'auto' })}>${steps.map(
              ({ id, title }) =>
                html`<option value=${id} .selected=${id === grouping} ?selected=${id === grouping}>${title}</option>`,
            )}</select></div>
        <div class="field"><label for="zone">Time zone</label>
          <select id="zone" class="input"
            @change=${(event: Event) =>
              this.dispatchEvent(new CustomEvent('dossier-zone', { detail: textOf(event) }))}>${timeZones(
              this.timeZone,
            ).map(
              (zone) =>
                html`<option value=${zone} .selected=${zone === this.timeZone}
                ?selected=${zone === this.timeZone}>${zone.replaceAll('_', ' ')}</option>`,
            )}</select></div>
      </div>
      <div class="field"><label for="target">Should be decided within</label>
        <div class="unit"><input id="target" class="input number" type="number" min="0.04" max="3650" step="any"
          .value=${String(targetDays)} aria-invalid=${this.#wrong('/targetDays')}
          @input=${(event: Event) =>
            this.#set({ targetDays: numberOf(event) })}><span>days</span></div>${this.#fault('/targetDays')}</div>
      <label class="option"><input type="checkbox" .checked=${compare}
        @change=${(event: Event) =>
          this.#set({
            compare: event.target instanceof HTMLInputElement && event.target.checked,
          })}>Compare with the period before</label>`;
  }
}
define('dossier-report-period', PeriodFields);

const textOf = ({ target }: Event): string =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.value : '';
const numberOf = (event: Event): number => Number(textOf(event));
