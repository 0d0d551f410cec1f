import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '@dossier/sdk/web/ui/icon';

interface Toast {
  readonly key: number;
  readonly kind: 'info' | 'success' | 'error';
  readonly text: string;
  readonly undo: (() => void) | undefined;
}

const shownFor = 6000;
/** Anyone who reads first what happened needs longer to take it back. */
const undoneWithin = 10_000;

/** Short messages at the edge, and the page's one polite live region. Errors stay until they are closed. */
export class Toasts extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    @media print { :host { display: none; } }
    :host { position: fixed; z-index: 30; inset-block-end: 1rem; inset-inline: 1rem; pointer-events: none; }
    section { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: center; gap: 0.5rem; }
    .toast { pointer-events: auto; display: flex; align-items: center; gap: 0.625rem; max-width: min(32rem, 100%);
      padding: 0.5rem 0.5rem 0.5rem 0.875rem; border-radius: var(--dossier-radius-l); background: var(--dossier-raised);
      border: 1px solid var(--dossier-border); box-shadow: var(--dossier-shadow-l); animation: rise 180ms ease-out; }
    .success > svg { color: var(--dossier-success-text); }
    .error > svg { color: var(--dossier-danger-text); }
    .toast span { min-width: 0; overflow-wrap: anywhere; }
    .toast svg, .button { flex: none; }
    @keyframes rise { from { opacity: 0; translate: 0 0.75rem; } }
  `,
  ];
  static override properties = { items: { state: true }, spoken: { state: true } };
  declare items: readonly Toast[];
  declare spoken: string;
  #count = 0;

  constructor() {
    super();
    this.items = [];
    this.spoken = '';
  }

  show(kind: Toast['kind'], text: string, undo?: () => void): void {
    const toast: Toast = { key: (this.#count += 1), kind, text, undo };
    this.items = [...this.items.slice(-2), toast];
    this.announce(text);
    if (kind !== 'error') setTimeout(() => this.#close(toast), undo ? undoneWithin : shownFor);
  }

  announce(text: string): void {
    // The same sentence twice is only read twice when the region changes.
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
  }

  #close(toast: Toast): void {
    this.items = this.items.filter((one) => one !== toast);
  }

  #undo(toast: Toast): void {
    this.#close(toast);
    toast.undo?.();
  }

  override render() {
    return html`
      <p class="visually-hidden" role="status" aria-live="polite">${this.spoken}</p>
      <section aria-label="Messages">${repeat(
        this.items,
        (toast) => toast.key,
        (toast) => html`
        <div class="toast ${toast.kind}">${icon(
          toast.kind === 'success' ? 'check' : toast.kind === 'error' ? 'warning' : 'info',
        )}<span>${toast.text}</span>
          ${toast.undo ? html`<button class="button small" @click=${() => this.#undo(toast)}>Undo</button>` : nothing}
          <button class="button quiet small" aria-label="Close this message"
            @click=${() => this.#close(toast)}>${icon('cross', 16)}</button></div>`,
      )}</section>`;
  }
}
define('dossier-toasts', Toasts);
