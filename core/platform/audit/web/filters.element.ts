import { define, DossierElement } from '@dossier/sdk/web';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { everything } from './filter.ts';
import type { AuditFilter } from './filter.ts';
import type { AuditType } from './types.ts';
import { byArea } from './words.ts';

/**
 * Kind, first and last day, and the actor that was chosen from a line. Fires `dossier-filter` (detail: the members that
 * are others now).
 */
class AuditFilters extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; }
    .field { flex: 0 1 10.5rem; min-width: 0; }
    .input { height: 2.5rem; }
    .kind { flex: 1 1 16rem; max-width: 24rem; }
    .only { max-width: 100%; border-radius: 2rem;
      border-color: color-mix(in oklab, var(--dossier-accent) 35%, transparent); background: var(--dossier-accent-soft);
      color: var(--dossier-accent-text); white-space: normal; overflow-wrap: anywhere; text-align: start; }
    .only svg { flex: none; }
    @media (max-width: 47.99em) { .field { flex: 1 1 8rem; } .kind { flex-basis: 100%; max-width: none; } }
  `,
  ];
  static override properties = {
    filter: { attribute: false },
    types: { attribute: false },
    actor: { attribute: false },
  };
  declare filter: AuditFilter;
  declare types: readonly AuditType[];
  /** The name of whom the trail is narrowed to, if to anybody. */
  declare actor: string | null;

  constructor() {
    super();
    this.filter = everything;
    this.types = [];
    this.actor = null;
  }

  #change(detail: Partial<AuditFilter>): void {
    this.dispatchEvent(new CustomEvent('dossier-filter', { detail }));
  }

  #kind(event: Event): void {
    if (event.target instanceof HTMLSelectElement) this.#change({ type: event.target.value });
  }

  /** A year that is being typed passes through years of the first centuries, which the field itself refuses. */
  #day(event: Event): void {
    if (event.target instanceof HTMLInputElement && event.target.validity.valid)
      this.#change({ [event.target.name]: event.target.value });
  }

  /** The keyboard goes on at the first of them. */
  override focus(): void {
    this.renderRoot.querySelector('select')?.focus();
  }

  #anybody(): void {
    this.focus();
    this.#change({ actorId: '' });
  }

  #option({ type, title }: AuditType): TemplateResult {
    const chosen = type === this.filter.type;
    return html`<option value=${type} ?selected=${chosen} .selected=${chosen}>${title}</option>`;
  }

  #dayField(name: 'from' | 'to', label: string): TemplateResult {
    return html`<label class="field"><span class="label">${label}</span><input class="input" type="date" name=${name}
      min="1000-01-01" max="9999-12-30" .value=${this.filter[name]} @change=${this.#day}></label>`;
  }

  override render() {
    return html`
      <label class="field kind"><span class="label">Kind</span>
        <select class="input" @change=${this.#kind}>
          ${this.#option({ type: '', title: 'Everything' })}
          ${byArea(this.types).map(
            ([area, types]) => html`<optgroup
            label=${area}>${types.map((one) => this.#option(one))}</optgroup>`,
          )}
        </select></label>
      ${this.#dayField('from', 'First day')}${this.#dayField('to', 'Last day')}
      ${
        this.actor === null
          ? nothing
          : html`<button class="button only"
        @click=${this.#anybody}><span>Only <bdi>${this.actor}</bdi></span>${icon('cross', 14)}<span
        class="visually-hidden">Show everybody</span></button>`
      }`;
  }
}
define('dossier-audit-filters', AuditFilters);
