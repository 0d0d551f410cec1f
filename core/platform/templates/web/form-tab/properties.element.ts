import { define, DossierElement } from '@dossier/sdk/web';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import type { FormSchema, FormValues } from '@dossier/sdk/web/ui/form-schema';
import '@dossier/sdk/web/ui/schema-form.element';
import type { SchemaForm } from '@dossier/sdk/web/ui/schema-form.element';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Condition } from '../../contract.ts';
import '../condition.element.ts';
import type { ConditionEditor } from '../condition.element.ts';
import type { Doc, Problem } from '../draft.controller.ts';
import { faultLines } from '../faults.ts';
import { optionsIn } from '../model/conditions.ts';
import { allFields, fieldAt, idOf, isRequired, kindOf, showOf } from '../model/content.ts';
import type { Content, Field, Kind, Path } from '../model/content.ts';
import { changeField, labelField, renameKey, requireField } from '../model/fields.ts';
import { linesOf, withOptions } from '../model/options.ts';
import { usesOf } from '../model/references.ts';
import { changeStep } from '../model/steps.ts';
import type { Selection, StepChange } from '../model/steps.ts';
import { targetOf } from '../model/targets.ts';

export type Edit = (change: (doc: Doc) => Doc, label: string, of?: string | null) => void;
export const textOf = (event: Event): string =>
  event.target instanceof HTMLInputElement ||
  event.target instanceof HTMLTextAreaElement ||
  event.target instanceof HTMLSelectElement
    ? event.target.value
    : '';

/** What the form of limits does not show: it is written in a control of its own. */
const own = ['enum', 'oneOf', 'items', 'x-formula', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'];

const limitsOf = ({ limits }: Kind): readonly (readonly [string, Field])[] =>
  Object.entries(limits.properties ?? {}).filter(([key]) => !own.includes(key));
const hasLimits = (kind: Kind): boolean => limitsOf(kind).length > 0;

/** The settings of what is selected. Fires `dossier-selected` when it gets another key. */
export class Properties extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    :host { display: grid; gap: 1rem; align-content: start; }
    section { display: grid; gap: 0.75rem; padding-top: 1rem; border-top: 1px solid var(--dossier-border); }
    .head { display: grid; }
    textarea.input { min-height: 4rem; }
  `,
  ];
  static override properties = {
    doc: { attribute: false },
    selected: { attribute: false },
    kinds: { attribute: false },
    edit: { attribute: false },
    published: { attribute: false },
    problems: { attribute: false },
  };
  declare doc: Doc | null;
  declare selected: Selection | null;
  declare kinds: readonly Kind[];
  declare edit: Edit;
  /** Ids of fields that a published version has: their keys are known outside. */
  declare published: ReadonlySet<string>;
  declare problems: readonly Problem[];

  constructor() {
    super();
    this.doc = null;
    this.selected = null;
    this.kinds = [];
    this.edit = () => {};
    this.published = new Set();
    this.problems = [];
  }

  /** To the label, to be typed over. */
  override focus(): void {
    const label = this.renderRoot.querySelector<HTMLInputElement>('#label');
    label?.focus();
    label?.select();
  }

  /** To the control of a member, as `targetOf` names it. */
  async lead(member: string): Promise<void> {
    await this.updateComplete;
    const condition = member === 'when' ? this.renderRoot.querySelector<ConditionEditor>('#condition') : null;
    if (condition) return condition.lead();
    const form = member === 'limits' ? this.renderRoot.querySelector<SchemaForm>('dossier-schema-form') : null;
    await form?.updateComplete;
    const field =
      form?.renderRoot.querySelector<HTMLElement>('input, select, textarea') ??
      this.renderRoot.querySelector<HTMLElement>(`#${CSS.escape(member)}`);
    if (field) field.focus();
    else this.focus();
  }

  #change(change: (content: Content) => Content, label: string, of: string | null = null): void {
    this.edit((doc) => ({ ...doc, content: change(doc.content) }), label, of);
  }

  #say(path: Path): void {
    this.dispatchEvent(new CustomEvent('dossier-selected', { detail: { field: path } }));
  }

  #line(o: {
    id: string;
    label: string;
    value: unknown;
    hint?: string;
    long?: boolean;
    locked?: boolean;
    set: (text: string) => void;
    late?: boolean;
    number?: boolean;
  }): TemplateResult {
    const heard = (event: Event): void => o.set(textOf(event));
    const about = `${o.id}-hint`;
    const value = String(o.value ?? '');
    const faults = this.#at(o.id);
    return html`<div class="field"><label for=${o.id}>${o.label}</label>${
      o.long
        ? html`<textarea id=${o.id} class="input" rows="2" aria-describedby=${about}
            aria-invalid=${faults.length > 0} .value=${value} @input=${heard}></textarea>`
        : html`<input id=${o.id} class="input" autocomplete="off" aria-describedby=${about}
            aria-invalid=${faults.length > 0} inputmode=${o.number ? 'numeric' : nothing}
            ?readonly=${o.locked === true} .value=${value} @input=${o.late ? nothing : heard}
            @change=${o.late ? heard : nothing}>`
    }<div id=${about}>${o.hint ? html`<p class="hint">${o.hint}</p>` : nothing}${faultLines(faults)}</div></div>`;
  }

  /** What is wrong with what a control writes. */
  #at(control: string): readonly Problem[] {
    const { doc } = this;
    return doc ? this.problems.filter(({ pointer }) => targetOf(pointer, doc.content).member === control) : [];
  }

  /** What no control below shows. */
  #faults(shown: readonly string[]): TemplateResult | typeof nothing {
    const besides = shown.flatMap((control) => this.#at(control));
    const rest = this.problems.filter((one) => !besides.includes(one));
    return rest.length === 0
      ? nothing
      : html`<div class="refusal" role="status">${rest.map(({ detail }) => html`<p>${detail}</p>`)}</div>`;
  }

  #condition(
    content: Content,
    path: Path | null,
    value: Condition | undefined,
    set: (value: Condition | undefined) => void,
  ): TemplateResult {
    return html`<section aria-labelledby="when"><h3 id="when">Show when</h3>
      <dossier-template-condition id="condition" .content=${content} .path=${path} .value=${value}
        @dossier-condition=${(event: CustomEvent<Condition | undefined>) =>
          set(event.detail)}></dossier-template-condition>
      ${faultLines(this.#at('when'))}<p class="hint">What is not shown is not asked, not required, and counts
        nowhere.</p></section>`;
  }

  #step(content: Content, key: string): TemplateResult | typeof nothing {
    const step = content.wizard.find((one) => one.key === key);
    if (!step) return nothing;
    const set = (change: StepChange, label: string, of: string | null): void =>
      this.#change((now) => changeStep(now, key, change), label, of);
    return html`
      <div class="head"><h2>${step.title}</h2><p class="muted small">Step ${content.wizard.indexOf(step) + 1}</p></div>
      ${this.#faults(['label', 'help', 'minutes', 'when'])}
      ${this.#line({
        id: 'label',
        label: 'Title',
        value: step.title,
        set: (title) => set({ title }, 'the title of a step', `${key} title`),
      })}
      ${this.#line({
        id: 'help',
        label: 'What people read below it',
        long: true,
        value: step.description,
        set: (description) => set({ description }, 'the text of a step', `${key} text`),
      })}
      ${this.#line({
        id: 'minutes',
        label: 'Minutes that it takes',
        number: true,
        late: true,
        value: step.minutes,
        hint: 'Clients read it before they begin. 1 to 600; leave it empty to say nothing.',
        set: (text) => {
          const minutes = text.trim() === '' ? undefined : Number(text.trim());
          if (minutes !== undefined && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 600))
            return this.host.notify({ kind: 'error', text: 'Minutes are a whole number from 1 to 600.' });
          set({ minutes }, 'the minutes of a step', null);
        },
      })}
      ${this.#condition(content, null, step.show, (show) => set({ show }, 'when a step is shown', null))}`;
  }

  #limits(path: Path, kind: Kind, values: FormValues, label: string): TemplateResult | typeof nothing {
    const shown = limitsOf(kind);
    if (shown.length === 0) return nothing;
    const schema: FormSchema = { properties: Object.fromEntries(shown), required: kind.limits.required ?? [] };
    const mine = Object.fromEntries(shown.flatMap(([key]) => (values[key] === undefined ? [] : [[key, values[key]]])));
    return html`<section aria-labelledby="limits"><h3 id="limits">Limits</h3>
      ${faultLines(this.#at('limits'))}
      <dossier-schema-form .schema=${schema} .values=${mine} quiet @dossier-form-changed=${(
        event: CustomEvent<FormValues>,
      ) =>
        this.#change(
          (now) => changeField(now, path, Object.fromEntries(shown.map(([key]) => [key, event.detail[key]]))),
          `the limits of ${label}`,
          `${path.join('/')} limits`,
        )}></dossier-schema-form></section>`;
  }

  #field(content: Content, path: Path): TemplateResult | typeof nothing {
    const field = fieldAt(content, path);
    if (!field) return nothing;
    const key = path[path.length - 1] ?? '';
    const kind = this.kinds.find(({ id }) => id === kindOf(field));
    const label = `“${String(field['title'] ?? key)}”`;
    const of = (member: string): string => `${idOf(key, field)} ${member}`;
    const locked = this.published.has(idOf(key, field));
    const text =
      (member: string, what: string) =>
      (value: string): void =>
        this.#change(
          (now) => changeField(now, path, { [member]: value === '' ? undefined : value }),
          `${what} of ${label}`,
          of(member),
        );
    const answered = typeof field['type'] === 'string' && field['x-kind'] !== 'calculated';
    const options = optionsIn(field);
    /** One that the kind no longer takes is there to be taken away. */
    const takes = (keyword: string): boolean => kind?.common.includes(keyword) === true || field[keyword] !== undefined;
    const formula = typeof field['x-formula'] === 'string';
    const shown = [
      'label',
      'help',
      'when',
      ...(takes('x-placeholder') ? ['placeholder'] : []),
      ...(takes('x-message') ? ['message'] : []),
      ...(options ? ['options'] : []),
      ...(formula ? ['formula'] : []),
      ...(kind && hasLimits(kind) ? ['limits'] : []),
    ];
    return html`
      <div class="head"><h2>${String(field['title'] ?? key)}</h2>
        <p class="muted small">${kind?.label ?? 'A kind that is not installed here'}</p></div>
      ${this.#faults(shown)}
      ${this.#line({
        id: 'label',
        label: 'Label',
        value: field['title'],
        set: (title) => {
          const placed = labelField(content, path, title, !locked);
          this.#change(() => placed.content, `the label of ${label}`, 'label');
          this.#say(placed.path);
        },
      })}
      ${this.#line({
        id: 'help',
        label: field['x-kind'] === 'note' ? 'Text' : 'Help below the label',
        long: true,
        value: field['description'],
        set: text('description', 'the help'),
      })}
      ${takes('x-placeholder') ? this.#example(field, text) : nothing}
      ${answered ? this.#required(content, path, label) : nothing}
      ${options ? this.#options(field, path, label, locked, of('options')) : nothing}
      ${formula ? this.#formula(content, field, idOf(key, field), text('x-formula', 'the calculation')) : nothing}
      ${kind ? this.#limits(path, kind, field, label) : nothing}
      ${
        takes('x-message')
          ? this.#line({
              id: 'message',
              label: 'Said when an answer does not fit',
              value: field['x-message'],
              set: text('x-message', 'the message'),
            })
          : nothing
      }
      ${this.#condition(content, path, showOf(field), (show) =>
        this.#change((now) => changeField(now, path, { 'x-show': show }), `when ${label} is shown`),
      )}
      ${this.#name(content, path, label, locked)}`;
  }

  #example(field: Field, text: (member: string, what: string) => (value: string) => void): TemplateResult {
    return this.#line({
      id: 'placeholder',
      label: 'Example of an answer',
      value: field['x-placeholder'],
      set: text('x-placeholder', 'the example'),
    });
  }

  #required(content: Content, path: Path, label: string): TemplateResult {
    return html`<label class="option"><input id="required" type="checkbox" .checked=${isRequired(content, path)}
      @change=${(event: Event) => {
        const required = event.target instanceof HTMLInputElement && event.target.checked;
        this.#change((now) => requireField(now, path, required), `whether ${label} is required`);
      }}><span>Required<span class="hint"> “Next” waits for an answer</span></span></label>`;
  }

  #options(field: Field, path: Path, label: string, locked: boolean, of: string): TemplateResult {
    return html`<div class="field"><label for="options">Options, one on each line</label>
      <textarea id="options" class="input" rows="5" .value=${linesOf(field)} @input=${(event: Event) => {
        const lines = textOf(event);
        this.#change((now) => withOptions(now, path, lines, locked), `the options of ${label}`, of);
      }}></textarea>${faultLines(this.#at('options'))}</div>`;
  }

  #formula(content: Content, field: Field, id: string, set: (value: string) => void): TemplateResult {
    const numbers = allFields(content).filter(
      (one) => one.path.length === 1 && ['number', 'integer'].includes(String(one.field['type'])) && one.id !== id,
    );
    return html`${this.#line({
      id: 'formula',
      label: 'Calculation',
      long: true,
      value: field['x-formula'],
      hint: 'Numbers, + − * /, questions by their short names, and sum, count, round and the like.',
      set: (value) => set(value === '' ? '0' : value),
    })}<div class="field"><label for="insert">Put a question into it</label>
      <select id="insert" class="input" @change=${(event: Event) => {
        const before = String(field['x-formula']);
        set(before === '0' ? textOf(event) : `${before} ${textOf(event)}`);
        if (event.target instanceof HTMLSelectElement) event.target.value = '';
      }}><option value="">Choose a question …</option>${numbers.map(
        (one) => html`<option value=${one.id}>${one.title}</option>`,
      )}</select></div>`;
  }

  #name(content: Content, path: Path, label: string, locked: boolean): TemplateResult {
    const key = path[path.length - 1] ?? '';
    const uses = usesOf(content, idOf(key, fieldAt(content, path) ?? {}));
    return html`<section>${this.#line({
      id: 'key',
      label: 'Short name for programs',
      value: key,
      locked,
      late: true,
      hint: locked
        ? 'It is published: programs and reports know it, so it stays.'
        : 'It follows the label until you write one of your own.',
      set: (wanted) => {
        if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(wanted))
          return this.host.notify({
            kind: 'error',
            text: 'A short name begins with a letter and has letters and digits only.',
          });
        const placed = renameKey(content, path, wanted);
        this.#change(() => placed.content, `the short name of ${label}`);
        this.#say(placed.path);
      },
    })}${uses.length === 0 ? nothing : html`<p class="hint">It decides ${uses.join(', ')}.</p>`}</section>`;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.doc) return nothing;
    if (!this.selected) return html`<p class="muted">Choose a step or a field to change it.</p>`;
    return 'step' in this.selected
      ? this.#step(this.doc.content, this.selected.step)
      : this.#field(this.doc.content, this.selected.field);
  }
}
define('dossier-template-properties', Properties);
