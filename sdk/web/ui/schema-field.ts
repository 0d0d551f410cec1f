import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import './json-field.element.ts';
import './secret-field.element.ts';
import { controlOf, optionsOf, titleOf } from './form-schema.ts';
import type { FieldSchema } from './form-schema.ts';

/** One field as it stands. `set` hears the new value; `undefined` means that it was emptied. */
export interface FieldState {
  /** Its own among all fields of the form. */
  readonly id: string;
  readonly key: string;
  readonly schema: FieldSchema;
  readonly value: unknown;
  readonly required: boolean;
  readonly fault: string | undefined;
  readonly set: (value: unknown) => void;
}

const inputTypes: Readonly<Record<string, string>> = { date: 'date', time: 'time', email: 'email', uri: 'url' };

const textOf = (event: Event): string =>
  event.target instanceof HTMLInputElement ||
  event.target instanceof HTMLTextAreaElement ||
  event.target instanceof HTMLSelectElement
    ? event.target.value
    : '';

/** What is no number is kept as it was typed, so that the server says what is wrong with it. */
const numberOf = (text: string): unknown => {
  const trimmed = text.trim().replace(/(?<=\d),(?=\d+$)/, '.');
  return trimmed === '' ? undefined : Number.isFinite(Number(trimmed)) ? Number(trimmed) : text;
};

const shown = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Behind the name of what may be left out. */
export const optional = (state: Pick<FieldState, 'required'>): TemplateResult | typeof nothing =>
  state.required ? nothing : html` <span class="optional">(optional)</span>`;

/** Hint and fault below a control, which names them by `aria-describedby`. */
const notes = ({ id, schema, fault }: FieldState, more?: string): TemplateResult => {
  const hint = [schema.description, more].filter(Boolean).join(' ');
  return html`${
    hint === '' ? nothing : html`<p id="${id}-hint" class="hint">${hint}</p>`
  }${fault === undefined ? nothing : html`<p id="${id}-fault" class="fault">${fault}</p>`}`;
};

const described = ({ id, schema, fault }: FieldState, more?: string): string | typeof nothing =>
  [schema.description !== undefined || more !== undefined ? `${id}-hint` : '', fault === undefined ? '' : `${id}-fault`]
    .filter(Boolean)
    .join(' ') || nothing;

/** Class and behaviour of a control; a spelling check and capitals would spoil what is written for machines. */
const written = ({ schema }: FieldState) =>
  schema['x-code']
    ? ({ class: 'input code', check: 'false', capitals: 'off' } as const)
    : ({ class: 'input', check: nothing, capitals: nothing } as const);

const labelled = (state: FieldState, control: TemplateResult, more?: string): TemplateResult => html`
  <div class="field"><label
    for=${state.id}>${titleOf(state.key, state.schema)}${optional(state)}</label>${control}${notes(state, more)}</div>`;

const line = (
  state: FieldState,
  o: { type?: string; mode?: string; value: string; read: (text: string) => unknown; more?: string },
): TemplateResult =>
  labelled(
    state,
    html`
  <input id=${state.id} class=${written(state).class} spellcheck=${written(state).check}
    autocapitalize=${written(state).capitals} type=${o.type ?? 'text'} inputmode=${o.mode ?? nothing} autocomplete="off"
    maxlength=${state.schema.maxLength ?? nothing}
    aria-required=${state.required} aria-invalid=${state.fault !== undefined}
    aria-describedby=${described(state, o.more)}
    .value=${o.value} @input=${(event: Event) => state.set(o.read(textOf(event)))}>`,
    o.more,
  );

const area = (
  state: FieldState,
  o: { value: string; read: (text: string) => unknown; more?: string },
): TemplateResult =>
  labelled(
    state,
    html`
  <textarea id=${state.id} class="input" maxlength=${state.schema.maxLength ?? nothing} aria-required=${state.required}
    aria-invalid=${state.fault !== undefined} aria-describedby=${described(state, o.more)}
    .value=${o.value} @input=${(event: Event) => state.set(o.read(textOf(event)))}></textarea>`,
    o.more,
  );

const choice = (state: FieldState): TemplateResult => {
  const offered = optionsOf(state.schema) ?? [];
  // Another browser, or the server, may know a zone under a name that this one does not offer.
  const options =
    state.schema.format === 'time-zone' &&
    typeof state.value === 'string' &&
    offered.every((option) => option.const !== state.value)
      ? [...offered, { const: state.value, title: state.value }]
      : offered;
  const chosen = options.findIndex((option) => option.const === state.value);
  return labelled(
    state,
    html`
    <select id=${state.id} class="input" aria-required=${state.required} aria-invalid=${state.fault !== undefined}
      aria-describedby=${described(state)}
      @change=${(event: Event) => state.set(options[Number(textOf(event))]?.const)}>
      ${
        state.required && chosen >= 0
          ? nothing
          : html`<option value="-1" ?selected=${chosen < 0}
        .selected=${chosen < 0}>${state.required ? 'Choose…' : 'No answer'}</option>`
      }
      ${options.map(
        (option, i) => html`<option value=${i} ?selected=${i === chosen}
        .selected=${i === chosen}>${option.title}</option>`,
      )}
    </select>`,
  );
};

const choices = (state: FieldState): TemplateResult => {
  const list = listOf(state.value);
  const options = optionsOf(state.schema.items) ?? [];
  const toggle = (value: unknown): void => {
    const next = options
      .map((option) => option.const)
      .filter((one) => (one === value ? !list.includes(one) : list.includes(one)));
    state.set(next.length === 0 && !state.required ? undefined : next);
  };
  return html`
    <fieldset class="field" aria-describedby=${described(state)}>
      <legend>${titleOf(state.key, state.schema)}${optional(state)}</legend>
      ${options.map(
        (option) => html`<label class="option"><input type="checkbox"
        .checked=${list.includes(option.const)} @change=${() => toggle(option.const)}>${option.title}</label>`,
      )}
      ${notes(state)}
    </fieldset>`;
};

const yesNo = (state: FieldState): TemplateResult => html`
  <div class="field">
    <label class="option"><input id=${state.id} type="checkbox" aria-invalid=${state.fault !== undefined}
      aria-describedby=${described(state)} .checked=${state.value === true}
      @change=${(event: Event) =>
        state.set(
          event.target instanceof HTMLInputElement && event.target.checked,
        )}>${titleOf(state.key, state.schema)}</label>
    ${notes(state)}
  </div>`;

const emptyIsNone = (text: string): string | undefined => (text === '' ? undefined : text);
const linesOf = (text: string): readonly string[] | undefined => {
  const lines = text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean);
  return lines.length === 0 ? undefined : lines;
};

/** What is only shown, as text. */
const asText = (state: FieldState): TemplateResult => {
  const { id, value } = state;
  const lines = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
  const text = (one: unknown): string => (typeof one === 'object' ? JSON.stringify(one) : String(one));
  return html`<div class="field shown"><span id="${id}-label" class="label">${titleOf(state.key, state.schema)}</span>
    <output id=${id} aria-labelledby="${id}-label" aria-describedby=${described(state)}>${
      lines.length === 0
        ? html`<span class="muted">Not known at the moment</span>`
        : lines.map((one) => html`<span class="line">${text(one)}</span>`)
    }</output>${notes(state)}</div>`;
};

/** A field with label, hint and fault, by the kind of its schema. */
export const schemaField = (state: FieldState): TemplateResult => {
  const { schema, value } = state;
  switch (controlOf(schema)) {
    case 'shown':
      return asText(state);
    case 'secret':
      return html`<dossier-secret-field id=${state.id} .label=${titleOf(state.key, schema)}
        .hint=${schema.description ?? ''} .value=${value} .required=${state.required} .longest=${schema.maxLength}
        .fault=${state.fault}
      ?data-invalid=${state.fault !== undefined}
      @dossier-secret-changed=${(event: CustomEvent<unknown>) => state.set(event.detail)}></dossier-secret-field>`;
    case 'choice':
      return choice(state);
    case 'choices':
      return choices(state);
    case 'lines':
      return area(state, { value: listOf(value).map(String).join('\n'), read: linesOf, more: 'One on each line.' });
    case 'yes-no':
      return yesNo(state);
    case 'number':
      return line(state, { mode: 'decimal', value: shown(value), read: numberOf });
    case 'text':
      return line(state, { type: inputTypes[schema.format ?? ''] ?? 'text', value: shown(value), read: emptyIsNone });
    case 'long-text':
      return area(state, { value: shown(value), read: emptyIsNone });
    // A group is drawn by the form, which knows where its fields are; alone it is its JSON.
    case 'group':
    case 'json':
      return html`<dossier-json-field .label=${titleOf(state.key, schema)} .hint=${schema.description ?? ''}
        .value=${value} .fault=${state.fault}
        @dossier-json-changed=${(event: CustomEvent<unknown>) => state.set(event.detail)}></dossier-json-field>`;
  }
};
