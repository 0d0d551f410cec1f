import { define, DossierElement, Offered } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { FormFault, FormFile, FormShown } from '../../contract.ts';
import { ask, defaultsOf, formOf, pointerTo, testsIn } from '../../form/index.ts';
import type { Asked, Form, FormField } from '../../form/index.ts';
import { belowLabel } from '@dossier/sdk/web/ui/faults';
import { dayOf } from '@dossier/sdk/web/ui/reader';
import { described, grouped, labelled, textIn } from './control.ts';
import type { Shown } from './control.ts';
import { controlOf } from './controls.ts';
import { filePlace } from './files.ts';
import { formStepStyles } from './form-step.styles.ts';
import { numberText } from './number-text.ts';
import { valueAt, withoutRow, withValue } from './places.ts';
import type { Typed, Values } from './places.ts';

const noForm: FormShown = { schema: {}, wizard: [], requiredDocuments: [] };
/** Files of a requirement, unless the template says fewer. */
const mostFiles = 50;

/**
 * One step of a form, or all of it: labels above, help, and faults at their fields. What is not asked is not there. It
 * keeps nothing: its owner hands in answers, and hears each change (`dossier-form-answers`).
 */
class FormStep extends DossierElement {
  static override styles = [DossierElement.styles, formStepStyles];
  static override properties = {
    form: { attribute: false },
    step: { attribute: false },
    answers: { attribute: false },
    typed: { attribute: false },
    faults: { attribute: false },
    language: { attribute: false },
    size: { reflect: true },
    files: { attribute: false },
    locked: { attribute: false },
    today: { attribute: false },
    wanted: { attribute: false },
  };
  declare form: FormShown;
  declare step: string | null;
  declare answers: Values;
  declare typed: Typed;
  declare faults: readonly FormFault[];
  declare language: string;
  declare size: 'client' | 'staff';
  declare files: readonly FormFile[];
  declare locked: boolean;
  declare today: string | undefined;
  declare wanted: { readonly pointer: string } | null;
  readonly #kinds = new Offered(this, 'templates/field-control@1');
  #form: Form = formOf(noForm);

  constructor() {
    super();
    this.form = noForm;
    this.step = null;
    this.answers = {};
    this.typed = {};
    this.faults = [];
    this.language = 'en';
    this.size = 'staff';
    this.files = [];
    this.locked = false;
    this.wanted = null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('form')) this.#form = formOf(this.form);
  }

  protected override updated(changed: PropertyValues<this>): void {
    // What somebody is typing is never written over.
    for (const input of this.renderRoot.querySelectorAll<HTMLInputElement>('input[data-written]'))
      if (input !== this.shadowRoot?.activeElement) input.value = input.dataset['written'] ?? '';
    if (changed.has('wanted') && this.wanted) this.#focus(this.wanted.pointer);
  }

  /** The field at the pointer, or the one that holds it. */
  #focus(pointer: string): void {
    for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const found = this.renderRoot.querySelector<HTMLElement>(`[id="${CSS.escape(idOf(at))}"]`);
      if (!found) continue;
      found.scrollIntoView({ block: 'center' });
      return found.focus({ preventScroll: true });
    }
  }

  #tell(answers: Values, typed: Typed): void {
    this.answers = answers;
    this.typed = typed;
    this.#say('dossier-form-answers', { answers, typed });
  }

  #say(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  #shown(field: FormField, pointer: string): Shown {
    const title = textIn(field.schema, 'title') ?? field.key;
    const fault = this.faults.find(
      (one) => one.pointer === pointer || (field.fields.length === 0 && one.pointer.startsWith(`${pointer}/`)),
    );
    return {
      id: idOf(pointer),
      pointer,
      field,
      schema: field.schema,
      title,
      value: valueAt(this.answers, pointer),
      typed: this.typed[pointer],
      fault: fault && belowLabel(title, fault.detail),
      language: this.language,
      locked: this.locked,
      set: (value, typed) => {
        const others = Object.entries(this.typed).filter(([place]) => place !== pointer);
        this.#tell(
          withValue(this.answers, pointer, value),
          Object.fromEntries(typed === undefined ? others : [...others, [pointer, typed]]),
        );
      },
      left: () => {
        this.requestUpdate();
        this.#say('dossier-form-left', { pointer });
      },
    };
  }

  #field(field: FormField, at: string, asked: Asked, row?: number): TemplateResult | typeof nothing {
    if (!asked.shows(field, row)) return nothing;
    const shown = this.#shown(field, at + pointerTo(field.key));
    const isDependent = field.show !== null && row === undefined && this.#dependsOnStep(field);
    const body = this.#body(shown, asked, row);
    return isDependent ? html`<div class="dependent">${body}</div>` : body;
  }

  /** Does it follow from an answer to something in the same step? */
  #dependsOnStep({ show, step }: FormField): boolean {
    return show !== null && [...testsIn(show)].some(({ test }) => this.#form.byId.get(test.field)?.step === step);
  }

  #body(shown: Shown, asked: Asked, row: number | undefined): TemplateResult {
    const { field, schema, pointer } = shown;
    if (field.kind === 'heading')
      return html`<div><h2>${shown.title}</h2>${this.#text(textIn(schema, 'description'))}</div>`;
    if (field.kind === 'note')
      return html`<div>${this.#text(textIn(schema, 'title'))}${this.#text(textIn(schema, 'description'))}</div>`;
    if (field.kind === 'file') return this.#files(shown, field.key);
    if (field.formula !== null) return this.#calculated(shown, asked.value(field, row));
    if (field.repeats) return this.#rows(shown, asked);
    if (field.fields.length > 0)
      return grouped(
        shown,
        html`<div class="row">${field.fields.map((one) => this.#field(one, pointer, asked, row))}</div>`,
      );
    const own = this.#kinds.list.find(({ kind }) => kind === field.kind);
    if (!own) return controlOf(shown, this.shadowRoot?.activeElement?.id === shown.id);
    return labelled(
      shown,
      html`<dossier-slot id=${shown.id} .contribution=${own} .input=${{
        field: schema,
        value: shown.value,
        describedBy: `${shown.title}. ${textIn(schema, 'description') ?? ''}`,
        invalid: shown.fault !== undefined,
        locked: this.locked,
      }} @dossier-field-answer=${(event: CustomEvent<unknown>) => {
        event.stopPropagation();
        shown.set(event.detail);
      }}></dossier-slot>`,
    );
  }

  #text(text: string | undefined): TemplateResult | typeof nothing {
    return text === undefined ? nothing : html`<p class="note">${text}</p>`;
  }

  #calculated(shown: Shown, value: unknown): TemplateResult {
    const currency = textIn(shown.schema, 'x-currency');
    const text = typeof value === 'number' ? this.#written(value, currency) : null;
    return labelled(
      { ...shown, field: { ...shown.field, required: true } },
      html`<output id=${shown.id} tabindex="-1" aria-describedby=${described(shown)}>${
        text ?? html`<span class="muted">Follows from your other answers</span>`
      }</output>`,
    );
  }

  #written(value: number, currency: string | undefined): string {
    return currency === undefined
      ? numberText(value, this.language)
      : new Intl.NumberFormat(this.language, { style: 'currency', currency }).format(value);
  }

  #rows(shown: Shown, asked: Asked): TemplateResult {
    const { field, pointer, title, value } = shown;
    const rows: readonly unknown[] = Array.isArray(value) ? value : [];
    const most = this.#form.mostRows.get(field) ?? 0;
    const add = (): void => {
      shown.set([...rows, defaultsOf(shown.schema['items'])]);
      void this.updateComplete.then(() => this.#focusIn(`[data-row="${CSS.escape(pointer)}/${rows.length}"]`));
    };
    const remove = (index: number): void => {
      const left = rows.filter((_, i) => i !== index);
      this.#tell(
        withValue(this.answers, pointer, left.length === 0 ? undefined : left),
        withoutRow(this.typed, pointer, index),
      );
      this.host.announce(`${title} ${index + 1} was removed.`);
      void this.updateComplete.then(() =>
        this.renderRoot.querySelector<HTMLElement>(`#${CSS.escape(shown.id)}`)?.focus(),
      );
    };
    return grouped(
      shown,
      html`<div class="rows">${rows.map(
        (_, i) => html`<div class="row" role="group" aria-label="${title} ${i + 1}" data-row="${pointer}/${i}">
          <header><h3>${title} ${i + 1}</h3>${
            this.locked
              ? nothing
              : html`<button type="button" class="button quiet" @click=${() => remove(i)}>Remove<span
                class="visually-hidden"> ${title} ${i + 1}</span></button>`
          }</header>${field.fields.map((one) => this.#field(one, `${pointer}/${i}`, asked, i))}</div>`,
      )}<button type="button" id=${shown.id} class="button add" ?disabled=${this.locked || rows.length >= most}
        @click=${add}>${rows.length === 0 ? 'Add' : 'Add another'}<span
          class="visually-hidden">: ${title}</span></button></div>`,
    );
  }

  #focusIn(selector: string): void {
    this.renderRoot.querySelector(selector)?.querySelector<HTMLElement>('input, select, textarea, .add')?.focus();
  }

  #files(shown: Shown, requirementKey: string): TemplateResult {
    const { schema } = shown;
    const types: unknown = schema['x-types'];
    const fault = this.faults.find(({ pointer }) => pointer === `/files/${requirementKey}`)?.detail ?? shown.fault;
    // A file is asked for wherever its field is, now or later.
    const full = { ...shown, field: { ...shown.field, required: true }, fault };
    return grouped(
      full,
      html`${filePlace({
        id: shown.id,
        requirementKey,
        title: shown.title,
        files: this.files.filter((one) => one.requirementKey === requirementKey),
        most: typeof schema['x-most'] === 'number' ? schema['x-most'] : mostFiles,
        types: Array.isArray(types) ? types.map(String) : [],
        describedBy: described(full),
        locked: this.locked,
        add: (files) => this.#say('dossier-form-file', { requirementKey, files }),
        remove: (id) => this.#say('dossier-form-file-removed', { id }),
      })}${schema['x-later'] === true ? html`<p class="help">You may hand it in later.</p>` : nothing}`,
    );
  }

  override render(): TemplateResult {
    const asked = ask(this.#form, this.answers, this.today ?? dayOf(new Date()));
    const steps = this.#form.steps.filter(
      ({ key }) => (this.step === null || key === this.step) && asked.showsStep(key),
    );
    return html`<div class="form">${steps.map(({ fields }) => fields.map((one) => this.#field(one, '', asked)))}</div>`;
  }
}
define('dossier-form-step', FormStep);

/** The id of a field's control. */
const idOf = (pointer: string): string => `f${pointer.replaceAll('/', '-')}`;
