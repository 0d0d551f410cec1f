import { faultAt } from '@dossier/sdk/web/ui/faults';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { AnySection, Source } from '../../types.ts';

/** What the fields of one section work on. */
export interface FieldContext {
  readonly section: AnySection;
  readonly sources: readonly Source[];
  readonly faults: Faults;
  /** JSON pointer of the section. */
  readonly pointer: string;
  /** Sets members of the section; undefined takes one out. */
  set(part: Readonly<Record<string, unknown>>): void;
}

export const textOf = ({ target }: Event): string => (target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement ? target.value : '');
export const checkedOf = ({ target }: Event): boolean => target instanceof HTMLInputElement && target.checked;

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
export const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
export const recordsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] => (Array.isArray(value) ? value.filter(isRecord) : []);
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is wrong with a member, in words, or nothing. */
export const faultOf = ({ faults, pointer }: FieldContext, member: string): TemplateResult | typeof nothing => {
  const fault = faultAt(faults, `${pointer}/${member}`);
  return fault === undefined ? nothing : html`<p class="fault">${fault}</p>`;
};
export const wrong = ({ faults, pointer }: FieldContext, member: string): 'true' | 'false' => (faultAt(faults, `${pointer}/${member}`) === undefined ? 'false' : 'true');

export const titleField = (context: FieldContext, o: { optional?: boolean } = {}): TemplateResult => html`
  <div class="field"><label for="title">Heading${o.optional ? html` <span class="optional">(optional)</span>` : nothing}</label>
    <input id="title" class="input" maxlength="120" autocomplete="off" .value=${textIn(context.section['title'])} aria-invalid=${wrong(context, 'title')}
      @input=${(event: Event) => context.set({ title: o.optional && textOf(event).trim() === '' ? undefined : textOf(event) })}>${faultOf(context, 'title')}</div>`;

/** Choice of one; a value that is not among them any more stays choosable. */
export const select = (o: { id: string; label: string; value: string; options: readonly { readonly id: string; readonly title: string }[]; invalid: 'true' | 'false'; change(value: string): void }): TemplateResult => html`
  <label for=${o.id}>${o.label}</label>
  <select id=${o.id} class="input" aria-invalid=${o.invalid} @change=${(event: Event) => o.change(textOf(event))}>
    ${[...o.options, ...(o.options.some(({ id }) => id === o.value) ? [] : [{ id: o.value, title: `${o.value} (not offered here)` }])].map(({ id, title }) => html`<option value=${id} .selected=${id === o.value} ?selected=${id === o.value}>${title}</option>`)}
  </select>`;

/** Conditions of the section itself: shown, and taken away if need be. */
export const conditions = (context: FieldContext, source: Source | undefined): TemplateResult | typeof nothing => {
  const where = context.section['where'];
  if (!isRecord(where) || Object.keys(where).length === 0) return nothing;
  return html`<div class="field"><span class="label">Counts only</span><ul class="conditions">${Object.entries(where).map(([column, values]) => {
    const title = source?.columns.find(({ key }) => key === column)?.title ?? column;
    return html`<li>${title}: ${Array.isArray(values) ? values.map(String).join(', ') : ''}
      <button type="button" class="button quiet small" aria-label="Take away the condition on ${title}" @click=${() => {
        const { [column]: _gone, ...rest } = where;
        context.set({ where: Object.keys(rest).length > 0 ? rest : undefined });
      }}>Take away</button></li>`;
  })}</ul>${faultOf(context, 'where')}</div>`;
};
