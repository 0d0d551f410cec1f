import { define, DossierElement } from '@dossier/sdk/web';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Condition, ConditionTest } from '../contract.ts';
import { KeepFocus } from './keep-focus.controller.ts';
import {
  conditionFrom,
  operatorsFor,
  operatorWords,
  optionsIn,
  rowsIn,
  sentence,
  testable,
  testOf,
  withValue,
} from './model/conditions.ts';
import type { Content, Found, Path } from './model/content.ts';

const textOf = (event: Event): string =>
  event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement ? event.target.value : '';

/** When something is shown, in rows and as a sentence. Fires `dossier-condition` (detail: it, or undefined). */
export class ConditionEditor extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: grid; gap: 0.5rem; }
    .rule { display: grid; gap: 0.375rem; grid-template-columns: minmax(0, 1fr) auto; padding: 0.5rem;
      border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius);
      background: var(--dossier-background); }
    .rule > :is(select, input, .many) { grid-column: 1; }
    .rule > .button { grid-column: 2; grid-row: 1; }
    .many { display: grid; gap: 0.25rem; }
    .many label { display: flex; gap: 0.5rem; align-items: center; min-height: 1.5rem; }
    .ways { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
  `,
  ];
  static override properties = {
    content: { attribute: false },
    path: { attribute: false },
    value: { attribute: false },
  };
  declare content: Content | null;
  declare path: Path | null;
  declare value: Condition | undefined;
  /** A test was added: its question gets the focus as soon as it is drawn. */
  #added = false;

  constructor() {
    super();
    this.content = null;
    this.path = null;
    this.value = undefined;
    new KeepFocus(this, () => this.#last() ?? this.renderRoot.querySelector('.ways button'));
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (!this.#added || !changed.has('value')) return;
    this.#added = false;
    this.#last()?.focus();
  }

  #last(): HTMLElement | null {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('.question')].at(-1) ?? null;
  }

  /** To the question of the last test; without one a test is begun. */
  async lead(): Promise<void> {
    await this.updateComplete;
    const add = this.renderRoot.querySelector<HTMLElement>('.ways button');
    if (this.value === undefined && add) add.click();
    else (this.#last() ?? add)?.focus();
  }

  #set(value: Condition | undefined): void {
    this.dispatchEvent(new CustomEvent('dossier-condition', { detail: value }));
  }

  #value(
    test: ConditionTest,
    found: Found | undefined,
    set: (test: ConditionTest) => void,
  ): TemplateResult | typeof nothing {
    if (test.is === 'answered' || test.is === 'not-answered' || !found) return nothing;
    const { field } = found;
    const options =
      field['type'] === 'boolean'
        ? [
            { const: true, title: 'Yes' },
            { const: false, title: 'No' },
          ]
        : optionsIn(field);
    const list: readonly unknown[] = Array.isArray(test.value) ? test.value : [];
    if (options && (test.is === 'one-of' || test.is === 'none-of'))
      return html`<div class="many" role="group" aria-label="Answers">${options.map(
        (one) =>
          html`<label><input type="checkbox" .checked=${list.includes(one.const)} @change=${() =>
            set({
              ...test,
              value: list.includes(one.const) ? list.filter((it) => it !== one.const) : [...list, one.const],
            })}>${one.title}</label>`,
      )}</div>`;
    if (options)
      return html`<select class="input" aria-label="Answer" @change=${(event: Event) =>
        set({ ...test, value: options[Number(textOf(event))]?.const })}>${options.map(
        (one, i) => html`<option value=${i} ?selected=${one.const === test.value}>${one.title}</option>`,
      )}</select>`;
    const number = ['number', 'integer', 'array'].includes(String(field['type']));
    const date = field['format'] === 'date' || field['x-kind'] === 'date';
    return html`<input class="input" aria-label="Answer" type=${date ? 'date' : 'text'}
      inputmode=${number ? 'decimal' : nothing} .value=${String(test.value ?? '')} @change=${(event: Event) => {
        const text = textOf(event).trim();
        const value = Number(text.replace(',', '.'));
        set({ ...test, value: number && text !== '' && Number.isFinite(value) ? value : text });
      }}>`;
  }

  #rule(test: ConditionTest, fields: readonly Found[], set: (test: ConditionTest | null) => void): TemplateResult {
    const found = fields.find(({ id }) => id === test.field);
    return html`<div class="rule">
      <select class="input question" aria-label="Question" @change=${(event: Event) => {
        const chosen = fields.find(({ id }) => id === textOf(event));
        if (chosen) set(testOf(chosen));
      }}>${found ? nothing : html`<option value="" selected>A question that is gone</option>`}${fields.map(
        (one) => html`<option value=${one.id} ?selected=${one.id === test.field}>${one.title}</option>`,
      )}</select>
      <button type="button" class="button quiet icon" aria-label="Remove this condition"
        @click=${() => set(null)}>${icon('cross', 16)}</button>
      ${found ? html`${this.#comparison(test, found, set)}${this.#value(test, found, set)}` : nothing}</div>`;
  }

  #comparison(test: ConditionTest, { field }: Found, set: (test: ConditionTest) => void): TemplateResult {
    const all = operatorsFor(field);
    return html`<select class="input" aria-label="Comparison" @change=${(event: Event) => {
      const is = all.find((one) => one === textOf(event));
      if (is) set(withValue(field, { field: test.field, is }));
    }}>${all.map(
      (is) => html`<option value=${is} ?selected=${is === test.is}>${operatorWords(is)}</option>`,
    )}</select>`;
  }

  override render(): TemplateResult | typeof nothing {
    const { content } = this;
    if (!content) return nothing;
    const rows = rowsIn(this.value);
    if (!rows)
      return html`<p>When ${this.value ? sentence(content, this.value) : ''}.</p>
        <p class="muted small">This condition has parts in parts. It stays as it is; to change it, take it away and
          begin anew.</p>
        <div class="ways"><button type="button" class="button small" @click=${() => this.#set(undefined)}>Take it
          away</button></div>`;
    const fields = testable(content, this.path);
    const { join, tests } = rows;
    const add = (next: 'all' | 'any'): void => {
      const [first] = fields;
      if (!first) return;
      this.#set(conditionFrom(next, [...tests, testOf(first)]));
      this.#added = true;
    };
    const button = (label: string, next: 'all' | 'any'): TemplateResult => html`<button type="button"
      class="button small" @click=${() => add(next)}>${icon('plus', 14)}${label}</button>`;
    return html`
      ${tests.map((test, i) =>
        this.#rule(test, fields, (one) =>
          this.#set(conditionFrom(join, one ? tests.with(i, one) : tests.toSpliced(i, 1))),
        ),
      )}
      ${this.value ? html`<p class="small muted">Shown when ${sentence(content, this.value)}.</p>` : nothing}
      <div class="ways">${
        fields.length === 0
          ? html`<p class="small muted">There is no other question yet on which it could depend.</p>`
          : tests.length === 0
            ? html`${button('Add a condition', 'all')}<span class="muted small">It is always shown.</span>`
            : html`${button('and', 'all')}${button('or', 'any')}`
      }</div>`;
  }
}
define('dossier-template-condition', ConditionEditor);
