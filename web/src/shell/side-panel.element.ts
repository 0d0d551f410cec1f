import { define, DossierElement } from '@dossier/sdk/web';
import type { Contribution } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '@dossier/sdk/web/ui/icon';

/** The open side panel: beside the page, or above it as a sheet where there is no room. */
class SidePanel extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: contents; }
    .panel { display: grid; grid-template-rows: auto minmax(0, 1fr); background: var(--dossier-background);
      color: inherit; }
    aside { width: 25.5rem; height: 100%; border-inline-start: 1px solid var(--dossier-border); }
    .head { display: flex; align-items: center; gap: 0.5rem; min-height: 3.25rem; padding: 0 0.75rem 0 1rem;
      border-bottom: 1px solid var(--dossier-border); }
    h2 { margin-inline-end: auto; outline: none; }
    .content { overflow: auto; padding: 1rem; }
    dialog:not([open]) { display: none; }
    dialog { width: 100vw; max-width: none; height: 92dvh; max-height: none; margin: auto 0 0; padding: 0; border: 0;
      border-radius: var(--dossier-radius-l) var(--dossier-radius-l) 0 0; box-shadow: var(--dossier-shadow-l); }
    dialog[open] { animation: rise 160ms ease-out; }
    dialog::backdrop { background: var(--dossier-backdrop); }
    @keyframes rise { from { translate: 0 2rem; opacity: 0; } }
    @media (max-width: 79.99em) { aside { position: fixed; z-index: 5; inset-block: 0; inset-inline-end: 0;
      box-shadow: var(--dossier-shadow-l); } }
    @media print { .panel { display: none; } }
  `,
  ];
  static override properties = { panel: { attribute: false }, address: {}, narrow: { attribute: false } };
  /** The person has just asked for it, and goes on in it. */
  declare asked: boolean;
  declare panel: Contribution | null;
  declare address: string;
  declare narrow: boolean;

  constructor() {
    super();
    this.panel = null;
    this.address = '';
    this.narrow = false;
    this.asked = false;
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    const dialog = this.renderRoot.querySelector('dialog');
    if (dialog && !dialog.open) dialog.showModal();
    if (changed.has('panel') && this.asked) this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
  }

  #close(): void {
    this.dispatchEvent(new CustomEvent('dossier-panel', { detail: null, bubbles: true, composed: true }));
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    this.#close();
  }

  override render(): TemplateResult {
    const content = html`
      <div class="head"><h2 id="title" tabindex="-1">${this.panel?.title ?? ''}</h2><button class="button quiet icon"
        aria-label="Close ${this.panel?.title ?? ''}" @click=${() => this.#close()}>${icon('cross')}</button></div>
      <div class="content"><dossier-slot .contribution=${this.panel}
        .input=${{ address: this.address }}></dossier-slot></div>`;
    return this.narrow
      ? html`<dialog class="panel" aria-labelledby="title" @close=${() => this.#close()} @click=${(event: Event) => {
          if (event.target instanceof HTMLDialogElement) this.#close();
        }}>${content}</dialog>`
      : html`<aside class="panel" aria-labelledby="title" @keydown=${this.#key}>${content}</aside>`;
  }
}
define('dossier-side-panel', SidePanel);
