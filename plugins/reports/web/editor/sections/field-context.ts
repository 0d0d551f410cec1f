import { faultAt } from '@dossier/sdk/web/ui/faults';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { AnySection, Source } from '../../types.ts';
import './conditions.element.ts';
import { conditionsIn } from './conditions.ts';
import type { Conditions } from './conditions.ts';
import { isRecord } from '@dossier/sdk/web/ui/record';

/** What the fields of one section work on. */
export interface FieldContext {
  readonly section: AnySection;
  readonly sources: readonly Source[];
  readonly faults: Faults;
  /** JSON pointer of the section. */
  readonly pointer: string;
  /** Conditions that somebody has opened, by the member that holds them; others show only what they ask for. */
  readonly opened: ReadonlySet<string>;
  toggle(at: string): void;
  /** Sets members of the section; undefined takes one out. */
  set(part: Readonly<Record<string, unknown>>): void;
}

export const textOf = ({ target }: Event): string =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
    ? target.value
    : '';
export const checkedOf = ({ target }: Event): boolean => target instanceof HTMLInputElement && target.checked;

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
export const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
export const recordsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** What is wrong with a member, in words, or nothing. */
export const faultOf = ({ faults, pointer }: FieldContext, member: string): TemplateResult | typeof nothing => {
  const fault = faultAt(faults, `${pointer}/${member}`);
  return fault === undefined ? nothing : html`<p class="fault">${fault}</p>`;
};
export const wrong = ({ faults, pointer }: FieldContext, member: string): 'true' | 'false' =>
  faultAt(faults, `${pointer}/${member}`) === undefined ? 'false' : 'true';

export const titleField = (context: FieldContext, o: { optional?: boolean } = {}): TemplateResult => html`
  <div class="field"><label
    for="title">Heading${o.optional ? html` <span class="optional">(optional)</span>` : nothing}</label>
    <input id="title" class="input" maxlength="120" autocomplete="off" .value=${textIn(context.section['title'])}
      aria-invalid=${wrong(context, 'title')}
      @input=${(event: Event) =>
        context.set({
          title: o.optional && textOf(event).trim() === '' ? undefined : textOf(event),
        })}>${faultOf(context, 'title')}</div>`;

/** Choice of one; a value that is not among them any more stays choosable. */
export const select = (o: {
  id: string;
  label: string;
  value: string;
  options: readonly { readonly id: string; readonly title: string }[];
  invalid: 'true' | 'false';
  change(value: string): void;
}): TemplateResult => html`
  <label for=${o.id}>${o.label}</label>
  <select id=${o.id} class="input" aria-invalid=${o.invalid} @change=${(event: Event) => o.change(textOf(event))}>
    ${[...o.options, ...(o.options.some(({ id }) => id === o.value) ? [] : [{ id: o.value, title: `${o.value} (not offered here)` }])].map(({ id, title }) => html`<option value=${id} .selected=${id === o.value} ?selected=${id === o.value}>${title}</option>`)}
  </select>`;

/**
 * What the section, or a figure of it, counts only. `at` is the member that holds the conditions, below the section.
 */
export const conditions = (
  { faults, pointer }: FieldContext,
  o: {
    source: Source | undefined;
    where: unknown;
    at: string;
    label: string;
    fault?: false;
    set(where: Conditions | undefined): void;
  },
): TemplateResult | typeof nothing =>
  o.source === undefined
    ? nothing
    : html`
  <dossier-report-conditions .source=${o.source} .where=${conditionsIn(o.where)} .label=${o.label}
    .fault=${
      o.fault === false
        ? undefined
        : faults.find((fault) => `${fault.pointer}/`.startsWith(`${pointer}/${o.at}/`))?.detail
    }
    @dossier-where=${(event: CustomEvent<Conditions | null>) =>
      o.set(event.detail ?? undefined)}></dossier-report-conditions>`;
