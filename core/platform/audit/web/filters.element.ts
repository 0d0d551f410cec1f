import { define, DossierElement } from '@dossier/sdk/web';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { everything } from './filter.ts';
import type { AuditFilter } from './filter.ts';
import type { AuditType, FoundRecord } from './types.ts';
import { byArea } from './words.ts';

/**
 * A search for people and applications, kind, first and last day, and who and what was chosen. Fires `dossier-filter`
 * (detail: the members that are others now) and `dossier-record` (detail: what was picked in the search).
 */
class AuditFilters extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; }
    .field { flex: 0 1 10.5rem; min-width: 0; }
    .input { height: 2.5rem; }
    .find { position: relative; flex: 1 1 14rem; max-width: 20rem; }
    .find .field { display: grid; }
    .found { position: absolute; z-index: 3; inset-inline: 0; margin: 0.25rem 0 0; padding: 0.25rem; list-style: none;
      border: 1px solid var(--dossier-border); border-radius: var(--dossier-radius); background: var(--dossier-surface);
      box-shadow: var(--dossier-shadow-2, 0 8px 24px rgb(0 0 0 / 0.18)); }
    .found.none { padding: 0.625rem 0.75rem; color: var(--dossier-muted); font-size: var(--dossier-size-s); }
    .found button { display: flex; gap: 0.5rem; align-items: center; width: 100%; min-height: 2.25rem;
      padding: 0.25rem 0.5rem; border: 0; border-radius: 0.375rem; background: none; text-align: start;
      cursor: pointer; overflow-wrap: anywhere; }
    .found button:hover { background: var(--dossier-neutral-soft); }
    .found svg { flex: none; color: var(--dossier-muted); }
    .kind { flex: 1 1 16rem; max-width: 24rem; }
    .only { max-width: 100%; border-radius: 2rem;
      border-color: color-mix(in oklab, var(--dossier-accent) 35%, transparent); background: var(--dossier-accent-soft);
      color: var(--dossier-accent-text); white-space: normal; overflow-wrap: anywhere; text-align: start; }
    .only svg { flex: none; }
    @media (max-width: 47.99em) { .find { flex-basis: 100%; max-width: none; } .field { flex: 1 1 8rem; } .kind { flex-basis: 100%; max-width: none; } }
  `,
  ];
  static override properties = {
    filter: { attribute: false },
    types: { attribute: false },
    actor: { attribute: false },
    record: { attribute: false },
    found: { state: true },
  };
  declare filter: AuditFilter;
  declare types: readonly AuditType[];
  /** The name of whom the trail is narrowed to, if to anybody. */
  declare actor: string | null;
  /** The name of what it is narrowed to, if to anything. */
  declare record: string | null;
  /** What was found for the words in the search; null while nothing is looked for. */
  declare found: readonly FoundRecord[] | null;
  #asked = 0;

  constructor() {
    super();
    this.filter = everything;
    this.types = [];
    this.actor = null;
    this.record = null;
    this.found = null;
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

  /** The newest words count: an answer to older ones comes too late. */
  async #search(event: Event): Promise<void> {
    if (!(event.target instanceof HTMLInputElement)) return;
    const asked = ++this.#asked,
      q = event.target.value.trim();
    if (q === '') {
      this.found = null;
      return;
    }
    try {
      const found = await this.host.send<readonly FoundRecord[]>(
        'GET',
        `/api/v1/audit/records?${new URLSearchParams({ q })}`,
      );
      if (asked !== this.#asked) return;
      this.found = found;
      this.host.announce(`${counted(found.length, 'match', 'matches')} found`);
    } catch {
      if (asked === this.#asked) this.found = [];
    }
  }

  #pick(record: FoundRecord): void {
    this.found = null;
    const field = this.renderRoot.querySelector<HTMLInputElement>('input[type=search]');
    if (field) field.value = '';
    field?.focus();
    this.dispatchEvent(new CustomEvent('dossier-record', { detail: record }));
  }

  #found(): TemplateResult | typeof nothing {
    if (this.found === null) return nothing;
    return this.found.length === 0
      ? html`<p class="found none">Nobody and no application of that name or number.</p>`
      : html`<ul class="found">${this.found.map(
          (one) =>
            html`<li><button @click=${() => this.#pick(one)}>${icon(
              one.type === 'user' ? 'person' : 'file',
              14,
            )}<bdi>${one.name}</bdi></button></li>`,
        )}</ul>`;
  }

  #nothing(): void {
    this.focus();
    this.#change({ subjectType: '', subjectId: '' });
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
      <div class="find" @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Escape') this.found = null;
      }}><label class="field"><span class="label">Person or application</span><input
        class="input" type="search" maxlength="100" placeholder="Name or number"
        @input=${(event: Event) => void this.#search(event)}></label>${this.#found()}</div>
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
      }
      ${
        this.record === null
          ? nothing
          : html`<button class="button only"
        @click=${this.#nothing}><span>Only <bdi>${this.record}</bdi></span>${icon('cross', 14)}<span
        class="visually-hidden">Show everything</span></button>`
      }`;
  }
}
define('dossier-audit-filters', AuditFilters);
