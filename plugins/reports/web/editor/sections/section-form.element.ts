import { define, DossierElement } from '@dossier/sdk/web';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import type { FormValues } from '@dossier/sdk/web/ui/form-schema';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import '@dossier/sdk/web/ui/schema-form.element';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { AnySection, Source } from '../../types.ts';
import type { FieldContext } from './field-context.ts';
import { chartFields, groupsFields, tableFields, textFields } from './fields.ts';
import { figuresFields } from './figures-fields.ts';
import { formOf } from './plugin-kind.ts';

const forms: Readonly<Record<string, (context: FieldContext) => TemplateResult>> = {
  text: textFields,
  figures: figuresFields,
  chart: chartFields,
  groups: groupsFields,
  table: tableFields,
};

/**
 * The fields of one section, by its kind; those of kinds that plugins add come from their schema. Fires
 * `dossier-section` (detail: the section).
 */
class SectionForm extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    :host { display: grid; gap: 0.875rem; grid-template-columns: minmax(0, 1fr); }
    .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 0.875rem; }
    .pair > *, .field { min-width: 0; }
    .ticks { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 0.125rem 0.75rem;
      font-size: var(--dossier-size-s); }
    .ticks .option { font-weight: 400; align-items: flex-start; }
    .ticks .option:has(:disabled) { color: var(--dossier-muted); cursor: default; }
    .lines { display: grid; gap: 0.375rem; }
    .lines li { display: grid; grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr) auto auto; gap: 0.25rem;
      align-items: center; }
    .lines :is(.fault, dossier-report-conditions) { grid-column: 1 / -1; }
    .lines .input { font-size: var(--dossier-size-s); min-height: 2.125rem; padding-inline: 0.5rem; }
    .lines .button { padding-inline: 0.375rem; }
    .button.small { justify-self: start; }
  `,
  ];
  static override properties = {
    section: { attribute: false },
    schema: { attribute: false },
    sources: { attribute: false },
    faults: { attribute: false },
    pointer: {},
    opened: { state: true },
  };
  declare section: AnySection | null;
  /** Of its kind. */
  declare schema: unknown;
  declare sources: readonly Source[];
  declare faults: Faults;
  /** JSON pointer of the section. */
  declare pointer: string;
  declare opened: ReadonlySet<string>;

  constructor() {
    super();
    this.section = null;
    this.schema = null;
    this.sources = [];
    this.faults = [];
    this.pointer = '';
    this.opened = new Set();
  }

  #changed(section: AnySection): void {
    this.dispatchEvent(new CustomEvent('dossier-section', { detail: section }));
  }

  /**
   * A kind that a plugin has added: its form is drawn from its schema, what no field knows is kept, and what no control
   * knows is written as JSON.
   */
  #ofPlugin({ section, faults, pointer }: FieldContext): TemplateResult {
    const { kind, ...values } = section;
    const own = faults.find((fault) => fault.pointer === pointer || fault.pointer === `${pointer}/kind`)?.detail;
    return html`<dossier-schema-form quiet .schema=${formOf(this.schema)} .values=${values} .faults=${faults}
      .base=${pointer}
      @dossier-form-changed=${(event: CustomEvent<FormValues>) =>
        this.#changed({ ...event.detail, kind })}></dossier-schema-form>
      ${own === undefined ? nothing : html`<p class="fault">${own}</p>`}`;
  }

  override render() {
    const { section } = this;
    if (!section) return nothing;
    const context: FieldContext = {
      section,
      sources: this.sources,
      faults: this.faults,
      pointer: this.pointer,
      opened: this.opened,
      toggle: (at) => {
        this.opened = new Set(
          this.opened.has(at) ? [...this.opened].filter((one) => one !== at) : [...this.opened, at],
        );
      },
      set: (part) =>
        this.#changed({
          kind: section.kind,
          ...Object.fromEntries(Object.entries({ ...section, ...part }).filter(([, value]) => value !== undefined)),
        }),
    };
    return (forms[section.kind] ?? ((one: FieldContext) => this.#ofPlugin(one)))(context);
  }
}
define('dossier-report-section-form', SectionForm);
