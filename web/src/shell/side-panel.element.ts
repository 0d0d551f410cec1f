import { define, DossierElement } from '@dossier/sdk/web';
import type { Contribution } from '@dossier/sdk/web';
import { html, nothing, svg } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '@dossier/sdk/web/ui/icon';
import { lastPanel } from './last-panel.ts';
import { panelPin } from './panel-pin.ts';
import { sidePanelStyles } from './side-panel.styles.ts';

const pinned = svg`<path d="M8 4h8M9.5 4v6.5L6.5 15h11l-3-4.5V4M12 15v6"/>`;

const pageOf = (address: string): string => address.replace(/\?.*/, '');

/**
 * The open side panel. Pinned it is beside the page, and stays when another one is opened; otherwise it floats above
 * the page and goes with it. Where there is no room it is a sheet, and on a phone as large as the screen.
 */
class SidePanel extends DossierElement {
  static override styles = [DossierElement.styles, sidePanelStyles];
  static override properties = {
    panel: { attribute: false },
    address: {},
    narrow: { attribute: false },
    isPinned: { state: true },
  };
  /** The person has just asked for it, and goes on in it. */
  declare asked: boolean;
  declare panel: Contribution | null;
  declare address: string;
  declare narrow: boolean;
  declare isPinned: boolean;

  constructor() {
    super();
    this.panel = null;
    this.address = '';
    this.narrow = false;
    this.asked = false;
    this.isPinned = panelPin.isPinned;
  }

  /** Floats above the page. */
  get #floats(): boolean {
    return !this.narrow && !this.isPinned;
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (dialog && !dialog.open) dialog.showModal();
    if (changed.has('panel') && this.asked) this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
    // A page that is loaded anew begins without it.
    if (this.#floats) lastPanel.tag = null;
    const before = changed.get('address');
    if (this.#floats && typeof before === 'string' && before !== '' && pageOf(before) !== pageOf(this.address))
      this.#close();
  }

  #close(): void {
    this.dispatchEvent(new CustomEvent('dossier-panel', { detail: null, bubbles: true, composed: true }));
  }

  #pin(): void {
    this.isPinned = !this.isPinned;
    panelPin.isPinned = this.isPinned;
    lastPanel.tag = this.isPinned ? (this.panel?.tag ?? null) : null;
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    this.#close();
  }

  /** Hands the focus on to what one works with, unless the person has moved it meanwhile. */
  #ready({ detail }: CustomEvent<HTMLElement>): void {
    if (this.shadowRoot?.activeElement?.localName === 'h2') detail.focus();
  }

  override render(): TemplateResult {
    const title = this.panel?.title ?? '';
    const pin = `${this.isPinned ? 'Unpin' : 'Pin'} ${title}`;
    const content = html`
      <div class="head">${this.panel?.icon ? icon(this.panel.icon) : nothing}<h2 id="title"
        tabindex="-1">${title}</h2>${
          this.narrow
            ? nothing
            : html`<button class="button quiet icon pin" aria-label=${pin} title=${pin} aria-pressed=${this.isPinned}
              @click=${() => this.#pin()}>${icon(pinned)}</button>`
        }<button class="button quiet icon"
        aria-label="Close ${title}" @click=${() => this.#close()}>${icon('cross')}</button></div>
      <div class="content" @dossier-panel-ready=${this.#ready}><dossier-slot .contribution=${this.panel}
        .input=${{ address: this.address }}></dossier-slot></div>`;
    return this.narrow
      ? html`<dialog class="panel" aria-labelledby="title" @close=${() => this.#close()} @click=${(event: Event) => {
          if (event.target instanceof HTMLDialogElement) this.#close();
        }}>${content}</dialog>`
      : html`<aside class="panel ${this.isPinned ? '' : 'floats'}" aria-labelledby="title"
          @keydown=${this.#key}>${content}</aside>`;
  }
}
define('dossier-side-panel', SidePanel);
