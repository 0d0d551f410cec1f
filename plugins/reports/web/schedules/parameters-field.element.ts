import { define, DossierElement } from '@dossier/sdk/web';
import { faultAt } from '@dossier/sdk/web/ui/faults';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { css, html, nothing } from 'lit';
import type { Choices } from '../editor/choices.ts';
import '../editor/filter-fields.element.ts';
import '../editor/workspaces-field.element.ts';
import { relative } from '../editor/period.ts';
import { filtersInWords, languageInWords, periodInWords } from '../runs/words.ts';
import type { Filters, Parameters, Template } from '../types.ts';
import { finerFields } from './finer-fields.ts';

/** Languages that the font of the PDF can write; English numbers and dates unless given. */
const languages = [
  'en',
  'en-GB',
  'en-US',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'pl',
  'cs',
  'sv',
  'da',
  'nb',
  'fi',
  'el',
  'uk',
  'ru',
] as const;

const valueOf = ({ target }: Event): string =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.value : '';

/**
 * What is set anew for each run, but for a range of days, which would be the same report each time. What is not chosen
 * here is as the template has it when the report runs. Fires `dossier-change` (detail: the parameters) and
 * `dossier-choices` when the names of filters are wanted.
 */
class ParametersField extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    :host { display: grid; gap: 1rem; }
    .row { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }
    .row > .field { flex: 1 1 12rem; }
    summary { width: fit-content; min-height: 1.5rem; cursor: pointer; font-weight: 550;
      font-size: var(--dossier-size-s); }
    summary span { color: var(--dossier-muted); font-weight: 400; }
    details > dossier-report-filters { margin-top: 0.75rem; max-width: 30rem; }
  `,
  ];
  static override properties = {
    template: { attribute: false },
    value: { attribute: false },
    choices: { attribute: false },
    faults: { attribute: false },
  };
  declare template: Template | null;
  declare value: Parameters;
  declare choices: Choices | null;
  declare faults: Faults;

  constructor() {
    super();
    this.template = null;
    this.value = {};
    this.choices = null;
    this.faults = [];
  }

  #set(value: Parameters): void {
    this.dispatchEvent(new CustomEvent('dossier-change', { detail: value }));
  }

  #period(kind: string): void {
    const { period: _before, ...rest } = this.value;
    const found = relative.find((one) => one.kind === kind)?.kind;
    if (kind === 'lastDays') this.#set({ ...rest, period: { kind, days: 30 } });
    else this.#set(found ? { ...rest, period: { kind: found } } : rest);
  }

  #finer(name: 'grouping' | 'compare' | 'targetDays', value: unknown): void {
    const { [name]: _before, ...rest } = this.value;
    this.#set(value === undefined ? rest : { ...rest, [name]: value });
  }

  #workspaces(workspaceIds: readonly string[]): void {
    const { workspaceIds: _before, ...rest } = this.value;
    this.#set(workspaceIds.length === 0 ? rest : { ...rest, workspaceIds: [...workspaceIds] });
  }

  /** A filter of the template that is taken out is said to be empty: left out, it would stay as the template has it. */
  #filters(filters: Filters): void {
    const emptied = Object.fromEntries(Object.keys(this.template?.definition.filters ?? {}).map((name) => [name, []]));
    const all: Filters = { ...emptied, ...filters };
    const { filters: _before, ...rest } = this.value;
    this.#set(Object.keys(all).length === 0 ? rest : { ...rest, filters: all });
  }

  override render() {
    const { period, language = 'en' } = this.value;
    const own = this.template?.definition;
    const filters: Filters = Object.fromEntries(
      Object.entries({ ...own?.filters, ...this.value.filters }).filter(([, values]) => values.length > 0),
    );
    const narrowed = filtersInWords(filters, this.choices);
    const tags = languages.some((tag) => tag === language) ? languages : [...languages, language];
    const fault = faultAt(this.faults, '/parameters/period');
    return html`
      <div class="row">
        <div class="field"><label for="period">Period</label>
          <select id="period" class="input" aria-invalid=${fault === undefined ? 'false' : 'true'}
            @change=${(event: Event) => this.#period(valueOf(event))}>
            <option value=""
              .selected=${period === undefined}>As the template has it${
                own ? `: ${periodInWords(own.period).toLowerCase()}` : ''
              }</option>
            ${
              period?.kind === 'range'
                ? html`<option value="range"
              selected>${periodInWords(period)}</option>`
                : nothing
            }
            ${relative.map(
              ({ kind, title }) => html`<option value=${kind}
              .selected=${kind === period?.kind}>${title}</option>`,
            )}
            <option value="lastDays" .selected=${period?.kind === 'lastDays'}>The last … days</option></select>
          ${fault === undefined ? nothing : html`<p class="fault">${fault}</p>`}</div>
        ${
          period?.kind === 'lastDays'
            ? html`<div class="field"><label for="days">Whole days before the run</label>
          <input id="days" class="input number" type="number" min="1" max="1100" .value=${String(period.days)}
            @input=${(event: Event) =>
              this.#set({ ...this.value, period: { kind: 'lastDays', days: Number(valueOf(event)) } })}></div>`
            : nothing
        }
        <div class="field"><label for="language">Numbers and dates in</label>
          <select id="language" class="input"
            @change=${(event: Event) => this.#set({ ...this.value, language: valueOf(event) })}>${tags.map(
              (tag) => html`<option value=${tag} .selected=${tag === language}>${languageInWords(tag)}</option>`,
            )}</select></div>
      </div>
      ${finerFields({ value: this.value, own, faults: this.faults, set: (name, value) => this.#finer(name, value) })}
      <details @toggle=${() => this.dispatchEvent(new Event('dossier-choices'))}>
        <summary>Applications <span>${narrowed.length === 0 ? 'All' : narrowed.join('; ')}</span></summary>
        <dossier-report-filters .filters=${filters} .choices=${this.choices} .faults=${this.faults}
          @dossier-change=${(event: CustomEvent<{ filters: Filters }>) =>
            this.#filters(event.detail.filters)}></dossier-report-filters>
      </details>
      <dossier-report-workspaces .value=${this.value.workspaceIds ?? []}
        @dossier-workspaces=${(event: CustomEvent<readonly string[]>) =>
          this.#workspaces(event.detail)}></dossier-report-workspaces>`;
  }
}
define('dossier-schedule-parameters', ParametersField);
