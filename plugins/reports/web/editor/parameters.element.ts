import { define, DossierElement } from '@dossier/sdk/web';
import { faultAt } from '@dossier/sdk/web/ui/faults';
import type { Faults } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Catalogue, Definition } from '../types.ts';
import type { Choices } from './choices.ts';
import './filter-fields.element.ts';
import './period-fields.element.ts';
import './sections/sections.element.ts';
import './workspaces-field.element.ts';

/**
 * All that a report is made of. Fires `dossier-change` (detail: the part of the definition) `dossier-zone` (detail: the
 * time zone) and `dossier-workspaces` (detail: ids of further workspaces).
 */
class ReportParameters extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    css`
    :host { display: block; }
    section { display: grid; gap: 0.875rem; padding: 1.125rem; grid-template-columns: minmax(0, 1fr); }
    section + section { border-top: 1px solid var(--dossier-border); }
  `,
  ];
  static override properties = {
    definition: { attribute: false },
    catalogue: { attribute: false },
    choices: { attribute: false },
    faults: { attribute: false },
    timeZone: {},
    workspaceIds: { attribute: false },
  };
  declare definition: Definition | null;
  declare catalogue: Catalogue | null;
  declare choices: Choices | null;
  declare faults: Faults;
  declare timeZone: string;
  declare workspaceIds: readonly string[];

  constructor() {
    super();
    this.definition = null;
    this.catalogue = null;
    this.choices = null;
    this.faults = [];
    this.timeZone = 'UTC';
    this.workspaceIds = [];
  }

  #pass(event: CustomEvent<unknown>): void {
    this.dispatchEvent(new CustomEvent(event.type, { detail: event.detail }));
  }

  #line(
    name: 'title' | 'subtitle',
    label: unknown,
    most: number,
    set: (text: string) => Partial<Definition>,
  ): TemplateResult {
    const fault = faultAt(this.faults, `/definition/${name}`);
    const typed = (event: Event): void => {
      if (event.target instanceof HTMLInputElement)
        this.dispatchEvent(new CustomEvent('dossier-change', { detail: set(event.target.value) }));
    };
    return html`<div class="field"><label for=${name}>${label}</label>
      <input id=${name} class="input" maxlength=${most} autocomplete="off" .value=${this.definition?.[name] ?? ''}
        aria-invalid=${fault === undefined ? 'false' : 'true'} aria-describedby="${name}-fault" @input=${typed}>
      <p id="${name}-fault" class="fault" ?hidden=${fault === undefined}>${fault}</p></div>`;
  }

  override render() {
    const { definition, catalogue, choices, faults, timeZone } = this;
    if (!definition || !catalogue) return nothing;
    return html`
      <section aria-labelledby="time"><h2 id="time">Time</h2>
        <dossier-report-period .definition=${definition} .timeZone=${timeZone} .faults=${faults}
          @dossier-change=${this.#pass} @dossier-zone=${this.#pass}></dossier-report-period></section>
      <section aria-labelledby="filters"><h2 id="filters">Applications</h2>
        <dossier-report-filters .filters=${definition.filters} .choices=${choices} .faults=${faults}
          @dossier-change=${this.#pass}></dossier-report-filters>
        <dossier-report-workspaces .value=${this.workspaceIds}
          @dossier-workspaces=${this.#pass}></dossier-report-workspaces></section>
      <section aria-labelledby="head"><h2 id="head">Heading</h2>
        ${this.#line('title', 'Title', 120, (title) => ({ title }))}
        ${this.#line(
          'subtitle',
          html`Line below it <span
          class="optional">(optional)</span>`,
          200,
          (text) => ({ subtitle: text.trim() === '' ? null : text }),
        )}</section>
      <section aria-labelledby="sections"><h2 id="sections">Sections</h2>
        <dossier-report-sections .sections=${definition.sections} .catalogue=${catalogue} .faults=${faults}
          @dossier-change=${this.#pass}></dossier-report-sections></section>`;
  }
}
define('dossier-report-parameters', ReportParameters);
