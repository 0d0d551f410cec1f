import { define, DossierElement } from '@dossier/sdk/web';
import { figure } from '@dossier/sdk/web/ui/reader';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { icon } from '@dossier/sdk/web/ui/icon';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Source } from '../../types.ts';
import { labelOf, offered, same, valuesOf, withValues, yesNo } from './conditions.ts';
import type { Choice, Conditions } from './conditions.ts';
import { conditionsStyles } from './conditions.styles.ts';

type Column = Source['columns'][number];

/**
 * What rows of a source must have to count: columns with the values that are asked for, which are those that the
 * workspace has. Fires `dossier-where` (detail: the conditions, null when there is none).
 */
class ReportConditions extends DossierElement {
  static override styles = [DossierElement.styles, formStyles, conditionsStyles];
  static override properties = {
    source: { attribute: false },
    where: { attribute: false },
    label: {},
    fault: {},
    begun: { state: true },
    values: { state: true },
  };
  declare source: Source | null;
  declare where: Conditions;
  declare label: string;
  declare fault: string | undefined;
  /** A column that was chosen and has no value yet: not a condition so far. */
  declare begun: string | null;
  /** What can be chosen, by column; null where it could not be read. */
  declare values: ReadonlyMap<string, readonly Choice[] | null>;

  constructor() {
    super();
    this.source = null;
    this.where = {};
    this.label = '';
    this.fault = undefined;
    this.begun = null;
    this.values = new Map();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    const before: unknown = changed.get('source');
    if (changed.has('source') && before !== undefined && (before as Source | null)?.id !== this.source?.id) {
      this.begun = null;
      this.values = new Map();
    }
    if (changed.has('where') && this.begun !== null && Object.hasOwn(this.where, this.begun)) this.begun = null;
    for (const key of this.#shown) void this.#ask(key);
  }

  get #shown(): readonly string[] {
    return [...new Set([...Object.keys(this.where), ...(this.begun === null ? [] : [this.begun])])];
  }

  async #ask(key: string): Promise<void> {
    const { source, workspace } = this;
    const column = source?.columns.find((one) => one.key === key);
    if (!source || !workspace || !column?.narrows || this.values.has(key)) return;
    const put = (choices: readonly Choice[] | null): void => {
      if (this.source === source) this.values = new Map(this.values).set(key, choices);
    };
    if (column.type === 'flag') return put(yesNo);
    put([]);
    put(await valuesOf(this.host, workspace.id, source.id, key).catch(() => null));
  }

  #set(key: string, values: readonly (string | boolean)[] | null): void {
    // One without values stays in its place, so that others can be chosen, until the changed conditions have come back.
    if (values?.length === 0) this.begun = key;
    if (values === null && this.begun === key) this.begun = null;
    this.dispatchEvent(new CustomEvent('dossier-where', { detail: withValues(this.where, key, values) }));
  }

  async #begin(event: Event): Promise<void> {
    if (!(event.target instanceof HTMLSelectElement) || event.target.value === '') return;
    const key = event.target.value;
    event.target.value = '';
    this.begun = key;
    await this.updateComplete;
    const details = this.renderRoot.querySelector<HTMLDetailsElement>(`details[data-key="${CSS.escape(key)}"]`);
    if (!details) return;
    details.open = true;
    details.querySelector('summary')?.focus();
  }

  #typed(event: Event, key: string): void {
    const field = event.target;
    if (!(field instanceof HTMLInputElement)) return;
    const value = field.value.trim();
    field.value = '';
    const chosen = this.where[key] ?? [];
    if (value !== '' && !chosen.some((one) => same(one, value))) this.#set(key, [...chosen, value]);
  }

  #condition(key: string, column: Column | undefined): TemplateResult {
    const title = column?.title ?? key;
    const chosen = this.where[key] ?? [];
    const known = this.values.get(key);
    const all = offered(known ?? [], chosen);
    const toggle = (value: string | boolean): void =>
      this.#set(
        key,
        chosen.some((one) => same(one, value)) ? chosen.filter((one) => !same(one, value)) : [...chosen, value],
      );
    return html`
      <li>
        <details data-key=${key}>
          <summary><b>${title}</b><span class=${chosen.length > 0 ? 'chosen' : ''}>${
            chosen.length > 0 ? chosen.map((value) => labelOf(known ?? [], value)).join(', ') : 'Choose …'
          }</span></summary>
          <ul aria-label=${title}>${repeat(
            all,
            ({ value }) => value,
            ({ value, label, count }) => html`
            <li><label class="option"><input type="checkbox" .checked=${chosen.some((one) => same(one, value))}
              ?disabled=${chosen.length >= 50 && !chosen.some((one) => same(one, value))}
              @change=${() => toggle(value)}><span>${label}</span>${
                count === null ? nothing : html`<span class="count number">${figure(count)}</span>`
              }</label></li>`,
          )}</ul>
          ${
            known === null
              ? html`<p
            class="muted small">The values could not be read. Try again in a while.</p>`
              : nothing
          }
          ${
            column?.type === 'text'
              ? html`<div class="other"><input class="input"
            aria-label="Another value of ${title}" placeholder="Another value, then Enter" maxlength="200"
            autocomplete="off" @change=${(event: Event) => this.#typed(event, key)}></div>`
              : nothing
          }
        </details>
        <button type="button" class="button quiet small" aria-label="Take away the condition on ${title}"
          @click=${() => this.#set(key, null)}>${icon('cross', 16)}</button>
      </li>`;
  }

  override render() {
    const { source } = this;
    if (!source) return nothing;
    const shown = this.#shown;
    const free = source.columns.filter(({ key, narrows }) => narrows && !shown.includes(key));
    return html`
      ${
        shown.length === 0
          ? nothing
          : html`<ul class="conditions" aria-label=${this.label}>${repeat(
              shown,
              (key) => key,
              (key) =>
                this.#condition(
                  key,
                  source.columns.find((one) => one.key === key),
                ),
            )}</ul>`
      }
      ${
        free.length === 0
          ? nothing
          : html`<label class="add"><span
            class="visually-hidden">${this.label}: add a condition</span>${icon('plus', 14)}
        <select class="input" @change=${(event: Event) => void this.#begin(event)}><option
          value="">${shown.length === 0 ? `${this.label} …` : 'And only …'}</option>${free.map(
            ({ key, title }) => html`<option value=${key}>${title}</option>`,
          )}</select></label>`
      }
      ${this.fault === undefined ? nothing : html`<p class="fault">${this.fault}</p>`}`;
  }
}
define('dossier-report-conditions', ReportConditions);
