import { define, DossierElement } from '@dossier/sdk/web';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Kind } from '../model/content.ts';
import { groupTitles, kindIcon } from '../model/kind-icons.ts';

/** The kinds of fields by group: by pointer, arrow keys or first letter. Fires `dossier-kind` (detail: the kind). */
export class KindList extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: grid; gap: 0.75rem; align-content: start; }
    h2 { color: var(--dossier-muted); font-size: var(--dossier-size-xs); margin-bottom: 0.125rem; }
    .kind { display: flex; gap: 0.625rem; align-items: center; width: 100%; min-height: 1.875rem; padding: 0 0.5rem;
      border: 0; background: none; border-radius: var(--dossier-radius); text-align: start; cursor: pointer; }
    .kind:hover { background: var(--dossier-hover); }
    .kind svg { color: var(--dossier-muted); flex: none; }
    @media (max-width: 61.99em) {
      div[role="group"] { display: flex; flex-wrap: wrap; }
      h2 { width: 100%; }
      .kind { width: auto; }
    }
  `,
  ];
  static override properties = { kinds: { attribute: false }, at: { state: true } };
  declare kinds: readonly Kind[];
  declare at: number;

  constructor() {
    super();
    this.kinds = [];
    this.at = 0;
  }

  get #ordered(): readonly Kind[] {
    return Object.keys(groupTitles).flatMap((group) => this.kinds.filter((one) => one.group === group));
  }

  /** To the kind that is next; before there are kinds to what is said of them, so that no letter goes elsewhere. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>(`[data-at="${this.at}"], p[tabindex]`)?.focus();
  }

  protected override update(changed: Map<PropertyKey, unknown>): void {
    const waits = this.shadowRoot?.activeElement?.localName === 'p';
    super.update(changed);
    if (waits) this.focus();
  }

  #go(at: number): void {
    this.at = at;
    void this.updateComplete.then(() => this.focus());
  }

  readonly #key = (event: KeyboardEvent): void => {
    const all = this.#ordered;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) this.#go((this.at + by + all.length) % all.length);
    else if (/^\p{L}$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const letter = event.key.toLowerCase();
      const next = all.map((_, i) => (this.at + 1 + i) % all.length);
      const found = next.find((i) => all[i]?.label.toLowerCase().startsWith(letter));
      if (found !== undefined) this.#go(found);
    } else return;
    event.preventDefault();
  };

  override render(): TemplateResult {
    const all = this.#ordered;
    return html`${Object.entries(groupTitles).map(([group, title]) => {
      const inside = all.filter((one) => one.group === group);
      return inside.length === 0
        ? ''
        : html`<div role="group" aria-label=${title} @keydown=${this.#key}><h2>${title}</h2>${inside.map((one) => {
            const at = all.indexOf(one);
            return html`<button type="button" class="kind" data-at=${at} tabindex=${at === this.at ? 0 : -1}
              @click=${() => {
                this.at = at;
                this.dispatchEvent(new CustomEvent('dossier-kind', { detail: one }));
              }}>${icon(kindIcon(one.id), 16)}${one.label}</button>`;
          })}</div>`;
    })}<p class="muted small" tabindex=${all.length === 0 ? -1 : nothing}>Choose one to add it below what is selected.
      Arrow keys and first letters lead to it.</p>`;
  }
}
define('dossier-template-kinds', KindList);
