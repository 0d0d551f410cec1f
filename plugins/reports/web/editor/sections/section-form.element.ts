import { define, DossierElement } from '@dossier/sdk/web';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { AnySection, Source } from '../../types.ts';
import { faultOf, isRecord, textOf, wrong } from './field-context.ts';
import type { FieldContext } from './field-context.ts';
import { chartFields, groupsFields, tableFields, textFields } from './fields.ts';
import { figuresFields } from './figures-fields.ts';

const forms: Readonly<Record<string, (context: FieldContext) => TemplateResult>> = { text: textFields, figures: figuresFields, chart: chartFields, groups: groupsFields, table: tableFields };

/** The fields of one section, by its kind; kinds that plugins add are edited as JSON. Fires `dossier-section` (detail: the section). */
class SectionForm extends DossierElement {
  static override styles = [DossierElement.styles, formStyles, css`
    :host { display: grid; gap: 0.875rem; grid-template-columns: minmax(0, 1fr); }
    .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 0.875rem; }
    .pair > *, .field { min-width: 0; }
    .ticks { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 0.125rem 0.75rem; font-size: var(--dossier-size-s); }
    .ticks .option { font-weight: 400; align-items: flex-start; }
    .ticks .option:has(:disabled) { color: var(--dossier-muted); cursor: default; }
    .lines { display: grid; gap: 0.375rem; }
    .lines li { display: grid; grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr) auto; gap: 0.375rem; align-items: center; }
    .lines .fault { grid-column: 1 / -1; }
    .lines .input { font-size: var(--dossier-size-s); min-height: 2.125rem; padding-inline: 0.5rem; }
    .conditions { display: grid; gap: 0.25rem; font-size: var(--dossier-size-s); }
    .conditions li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 0.75rem; }
    .button.small { justify-self: start; }
  `];
  static override properties = { section: { attribute: false }, sources: { attribute: false }, faults: { attribute: false }, pointer: {} };
  declare section: AnySection | null;
  declare sources: readonly Source[];
  declare faults: Faults;
  /** JSON pointer of the section. */
  declare pointer: string;

  constructor() {
    super();
    this.section = null;
    this.sources = [];
    this.faults = [];
    this.pointer = '';
  }

  #changed(section: AnySection): void {
    this.dispatchEvent(new CustomEvent('dossier-section', { detail: section }));
  }

  /** What is typed is sent when it is JSON; until then the field says so itself. */
  #json(context: FieldContext): TemplateResult {
    const { kind, ...rest } = context.section;
    const take = (event: Event): void => {
      const field = event.target;
      if (!(field instanceof HTMLTextAreaElement)) return;
      try {
        const value: unknown = JSON.parse(textOf(event));
        if (!isRecord(value)) throw new TypeError();
        field.setCustomValidity('');
        this.#changed({ ...value, kind });
      } catch {
        field.setCustomValidity('This is not a JSON object yet.');
        field.reportValidity();
      }
    };
    return html`<div class="field"><label for="json">Parameters, as JSON</label><textarea id="json" class="input code" rows="8" spellcheck="false" aria-invalid=${wrong(context, '')} .value=${JSON.stringify(rest, null, 2)} @change=${take}></textarea>${faultOf(context, '')}</div>`;
  }

  override render() {
    const { section } = this;
    if (!section) return nothing;
    const context: FieldContext = {
      section, sources: this.sources, faults: this.faults, pointer: this.pointer,
      set: (part) => this.#changed({ kind: section.kind, ...Object.fromEntries(Object.entries({ ...section, ...part }).filter(([, value]) => value !== undefined)) }),
    };
    return (forms[section.kind] ?? ((one: FieldContext) => this.#json(one)))(context);
  }
}
define('dossier-report-section-form', SectionForm);
