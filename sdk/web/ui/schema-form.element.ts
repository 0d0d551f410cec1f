import { define, DossierElement, Offered } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { belowLabel, faultAt } from './faults.ts';
import type { Faults } from './faults.ts';
import { formStyles } from './form.styles.ts';
import type { JsonField } from './json-field.element.ts';
import { icon } from './icon.ts';
import { optional, schemaField } from './schema-field.ts';
import { controlOf, groupOf, isChanged, narrowed, titleOf, withValue } from './form-schema.ts';
import type { FieldSchema, FormSchema, FormValues } from './form-schema.ts';

/** The form, or a group in it, as its fields see it. */
interface Inside {
  /** JSON pointer of the group below the form. */
  readonly at: string;
  readonly schema: FormSchema;
  readonly values: FormValues;
  readonly set: (values: FormValues) => void;
}

type Members = readonly (readonly [string, FieldSchema])[];

/** Controls with a fault; a secret is an element of its own, and a group is a fieldset. */
const faulty = '[aria-invalid="true"], [data-invalid]';

/**
 * The fields of a form from its schema. The owner keeps the values: it hands them in and hears `dossier-form-changed`
 * (detail: the new values). Values that no field knows are kept. `faults` are those of a refusal, with pointers below
 * `base`, for example `/data`.
 */
export class SchemaForm extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    :host { display: block; }
    details { margin-top: 1rem; }
    .fields > details { margin-top: -0.5rem; }
    /* Inheritance passes through the browser's own box of what unfolds, which is sized by its content. */
    details > * { box-sizing: border-box; }
    summary { display: flex; align-items: center; gap: 0.375rem; justify-self: start; width: fit-content;
      padding: 0.25rem 0.375rem 0.25rem 0; cursor: pointer; font-weight: var(--dossier-medium);
      font-size: var(--dossier-size-s); list-style: none; border-radius: var(--dossier-radius); }
    summary::-webkit-details-marker { display: none; }
    summary svg { flex: none; transition: rotate 90ms; }
    details[open] > summary svg { rotate: 90deg; }
    details > .fields { margin-inline-start: 0.4375rem; padding: 0.375rem 0 0.375rem 1rem;
      border-inline-start: 2px solid var(--dossier-border); }
  `,
  ];
  static override properties = {
    quiet: { type: Boolean },
    schema: { attribute: false },
    values: { attribute: false },
    faults: { attribute: false },
    base: {},
  };
  /** Faults come while somebody types: they are shown, and take no focus. */
  declare quiet: boolean;
  declare schema: FormSchema;
  declare values: FormValues;
  declare faults: Faults;
  declare base: string;
  readonly #kinds = new Offered(this, 'shell/field-kind@1');
  /** The values that were entered here last, in contrast to those that came from the owner. */
  #entered: FormValues | null = null;

  constructor() {
    super();
    this.quiet = false;
    this.schema = {};
    this.values = {};
    this.faults = [];
    this.base = '';
    // A form around this element hears nothing of Enter in here.
    this.addEventListener('keydown', (event) => {
      const [from] = event.composedPath();
      if (event.key === 'Enter' && !event.isComposing && from instanceof HTMLInputElement)
        this.closest('form')?.requestSubmit();
    });
  }

  /** False while a field that is entered as JSON holds none. */
  get valid(): boolean {
    // By its name: the page and a plugin may each have brought a copy of the class.
    return [...this.renderRoot.querySelectorAll<JsonField>('dossier-json-field')].every((one) => one.valid);
  }

  /** To the first field with a fault; call it when the new faults are drawn. */
  focusFault(): void {
    this.renderRoot.querySelector<HTMLElement>(faulty)?.focus();
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (this.values !== this.#entered && (changed.has('values') || changed.has('schema')))
      this.#unfold('[data-changed]');
    if (!changed.has('faults') || this.faults.length === 0) return;
    // A fault below a closed heading would not be seen.
    this.#unfold(`:has(${faulty})`);
    if (!this.quiet) this.focusFault();
  }

  #unfold(which: string): void {
    for (const details of this.renderRoot.querySelectorAll<HTMLDetailsElement>(`details:is(${which})`))
      details.open = true;
  }

  #set(values: FormValues): void {
    this.values = values;
    this.#entered = values;
    this.dispatchEvent(new CustomEvent('dossier-form-changed', { detail: values }));
  }

  #field(key: string, schema: FieldSchema, inside: Inside): TemplateResult {
    const at = `${inside.at}/${key}`;
    const required = inside.schema.required?.includes(key) ?? false;
    const set = (value: unknown): void => inside.set(withValue(inside.values, key, value));
    const kind = schema['x-kind'];
    const element = kind === undefined ? undefined : this.#kinds.list.find((one) => one.kind === kind);
    const label = titleOf(key, schema);
    const isGroup = !element && controlOf(schema) === 'group';
    const own = this.faults.filter(({ pointer }) => !isGroup || pointer === `${this.base}${at}`);
    const detail = faultAt(own, `${this.base}${at}`);
    const fault = detail && belowLabel(label, detail);
    if (element) {
      const value = inside.values[key];
      const input = { field: schema, label, value, required, fault };
      return html`<dossier-slot class="field" .contribution=${element} .input=${input}
        tabindex=${fault === undefined ? nothing : '-1'} ?data-invalid=${fault !== undefined}
        @dossier-field-changed=${(event: CustomEvent<unknown>) => set(event.detail)}></dossier-slot>`;
    }
    if (!isGroup)
      return schemaField({
        id: at.slice(1).replaceAll('/', '.'),
        key,
        schema: narrowed(schema, inside.values),
        value: inside.values[key],
        required,
        fault,
        set,
      });
    const group: Inside = {
      at,
      schema,
      values: groupOf(inside.values[key]),
      // A group without an answer is no answer, unless one is asked for: then it is its fields that are missing.
      set: (values) => set(required || Object.keys(values).length > 0 ? values : undefined),
    };
    return html`<fieldset class="group" tabindex=${fault === undefined ? nothing : '-1'}
      ?data-invalid=${fault !== undefined}><legend>${label}${optional({ required })}</legend>
      <div class="fields">${
        schema.description === undefined ? nothing : html`<p class="hint">${schema.description}</p>`
      }${fault === undefined ? nothing : html`<p class="fault">${fault}</p>`}
        ${this.#lines(Object.entries(schema.properties ?? {}), group)}</div></fieldset>`;
  }

  #lines(fields: Members, inside: Inside): TemplateResult {
    return html`${repeat(
      fields,
      ([key]) => key,
      ([key, field]) => this.#field(key, field, inside),
    )}`;
  }

  #advanced(fields: Members, inside: Inside): TemplateResult | typeof nothing {
    if (fields.length === 0) return nothing;
    const differs = fields.some(([key, field]) => isChanged(field, inside.values[key]));
    return html`<details ?data-changed=${differs}><summary>${icon('right', 16)}Advanced</summary><div
      class="fields">${this.#lines(fields, inside)}</div></details>`;
  }

  #group([title, members]: readonly [string, Members], inside: Inside): TemplateResult {
    const [usual, advanced] = [false, true].map((is) =>
      members.filter(([, field]) => (field['x-advanced'] ?? false) === is),
    );
    if (title === '') return this.#lines(usual ?? [], inside);
    return html`<fieldset class="group"><legend>${title}</legend><div class="fields">${this.#lines(
      usual ?? [],
      inside,
    )}${this.#advanced(advanced ?? [], inside)}</div></fieldset>`;
  }

  override render(): TemplateResult {
    const all = Object.entries(this.schema.properties ?? {}).filter(([, field]) => !field['x-hidden']);
    const inside: Inside = { at: '', schema: this.schema, values: this.values, set: (values) => this.#set(values) };
    const groups = Map.groupBy(all, ([, field]) => field['x-group'] ?? '');
    const last = (groups.get('') ?? []).filter(([, field]) => field['x-advanced']);
    return html`<div class="fields">${[...groups].map((group) => this.#group(group, inside))}</div>${this.#advanced(
      last,
      inside,
    )}`;
  }
}
define('dossier-schema-form', SchemaForm);
