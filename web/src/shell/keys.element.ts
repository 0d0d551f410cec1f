import { define, DossierElement, followOffers } from '@dossier/sdk/web';
import type { KeyGroup } from '@dossier/sdk/web';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { keysHere } from './offers.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const everywhere: KeyGroup = {
  title: 'Everywhere',
  keys: [
    [[isMac ? '⌘' : 'Ctrl', 'K'], 'Search or jump'],
    [['?'], 'These keys'],
    [['Esc'], 'Close, go back'],
  ],
};

/** The keys of the open page, as they are while it is shown, and those that there are everywhere. */
export class Keys extends DossierElement {
  static override styles = [
    DossierElement.styles,
    dialogStyles,
    css`
    dialog { width: min(54rem, calc(100vw - 2rem)); }
    dialog.few { width: min(38rem, calc(100vw - 2rem)); }
    header { display: flex; align-items: start; justify-content: space-between; gap: 1rem; }
    .cols { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: 1.5rem 2rem;
      align-items: start; }
    h3 { padding-bottom: 0.375rem; color: var(--dossier-muted); font-size: var(--dossier-size-xs); }
    dl > div { display: flex; align-items: center; justify-content: space-between; gap: 0.5rem; min-height: 2rem;
      border-bottom: 1px solid var(--dossier-border); font-size: var(--dossier-size-s); }
    dd { display: inline-flex; gap: 0.1875rem; flex: none; }
    kbd { display: inline-block; min-width: 1.5rem; padding: 0.0625rem 0.375rem; text-align: center;
      border: 1px solid var(--dossier-control-border); border-radius: 0.25rem; font: inherit;
      font-size: var(--dossier-size-xs); }
    .note { padding-top: 0.625rem; font-size: var(--dossier-size-xs); }
  `,
  ];
  static override properties = { groups: { state: true } };
  declare groups: readonly KeyGroup[];

  constructor() {
    super();
    this.groups = [];
  }

  #following: Disposable | null = null;

  async open(): Promise<void> {
    const look = (): void => void (this.groups = [everywhere, ...keysHere()]);
    look();
    await this.updateComplete;
    const dialog = this.renderRoot.querySelector('dialog');
    if (!dialog || dialog.open) return;
    dialog.showModal();
    // A page that is just coming has its keys a moment later.
    this.#following = followOffers(look);
  }

  override render(): TemplateResult {
    const close = (): void => this.renderRoot.querySelector('dialog')?.close();
    const closed = (): void => this.#following?.[Symbol.dispose]();
    return html`<dialog class=${this.groups.length < 3 ? 'few' : ''} aria-labelledby="title" @close=${closed} @click=${(
      event: Event,
    ) => {
      if (event.target instanceof HTMLDialogElement) close();
    }}><div class="content">
      <header><div><h2 id="title">Keys</h2><p class="muted small">They rest while you type in a field.</p></div>
        <button class="button quiet icon" aria-label="Close" @click=${close}>${icon('cross', 16)}</button></header>
      <div class="cols">${this.groups.map(
        ({ title, keys, note }) =>
          html`<section><h3>${title}</h3><dl>${keys.map(
            ([names, does]) =>
              html`<div><dt>${does}</dt><dd>${names.map((name) => html`<kbd>${name}</kbd>`)}</dd></div>`,
          )}</dl>${note ? html`<p class="note muted">${note}</p>` : nothing}</section>`,
      )}</div>
    </div></dialog>`;
  }
}
define('dossier-keys', Keys);
