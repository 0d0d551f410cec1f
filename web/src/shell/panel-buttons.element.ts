import { define, DossierElement, Offered } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '@dossier/sdk/web/ui/icon';
import { slots } from './contributions.ts';

/**
 * A button for each side panel on offer. It dispatches `dossier-panel` (bubbling and composed; detail: the tag of the
 * panel to open, or null to close the open one).
 */
class PanelButtons extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: grid; gap: 1px; }
    :host([compact]) { display: flex; }
    .line { display: flex; align-items: center; gap: 0.625rem; width: 100%; min-height: var(--dossier-control);
      padding: 0 0.5rem; border: 0; border-radius: var(--dossier-radius); background: transparent;
      color: var(--dossier-muted); font-size: var(--dossier-size-s); font-weight: var(--dossier-medium);
      text-align: start; cursor: pointer; }
    .line:hover { background: var(--dossier-hover); color: var(--dossier-text); }
    .line[aria-expanded='true'] { background: var(--dossier-pressed); color: var(--dossier-text); }
  `,
  ];
  static override properties = { compact: { type: Boolean, reflect: true }, open: { attribute: false } };
  declare compact: boolean;
  declare open: string | null;
  readonly #panels = new Offered(this, slots.sidePanel);

  constructor() {
    super();
    this.compact = false;
    this.open = null;
  }

  /** Who closed a panel from within goes on at its button (WCAG 2.4.3). */
  protected override updated(changed: Map<PropertyKey, unknown>): void {
    const before = changed.get('open');
    if (this.open !== null || typeof before !== 'string' || document.activeElement !== document.body) return;
    this.renderRoot.querySelector<HTMLElement>(`[data-tag="${before}"]`)?.focus();
  }

  override render(): readonly TemplateResult[] {
    return this.#panels.list.map(({ tag, title, icon: name }) => {
      const isOpen = tag === this.open;
      const toggle = (): boolean =>
        this.dispatchEvent(
          new CustomEvent('dossier-panel', { detail: isOpen ? null : tag, bubbles: true, composed: true }),
        );
      return html`<button class=${this.compact ? 'button quiet icon' : 'line'} data-tag=${tag} aria-expanded=${isOpen}
        aria-label=${this.compact ? title : nothing}
        @click=${toggle}>${icon(name, this.compact ? 20 : 18)}${this.compact ? nothing : title}</button>`;
    });
  }
}
define('dossier-panel-buttons', PanelButtons);
