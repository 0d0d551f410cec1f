import { define, DossierElement } from '@dossier/sdk/web';
import { css, html } from 'lit';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { HeldDialog } from '@dossier/sdk/web/ui/held-dialog';
import { icon } from '@dossier/sdk/web/ui/icon';
import { UnsavedGuard } from '@dossier/sdk/web/ui/unsaved.controller';
import type { KeyWithSecret } from './types.ts';

/**
 * The only moment in which a secret is seen: the dialog stays until the person says that it is stored. Then it is
 * forgotten.
 */
export class SecretDialog extends DossierElement {
  static override styles = [
    DossierElement.styles,
    dialogStyles,
    css`
    dialog { width: min(36rem, calc(100vw - 2rem)); }
    .secret { display: flex; flex-wrap: wrap; gap: 0.5rem; }
    .secret input { flex: 1 1 16rem; width: auto; min-width: 0;
      font-family: ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", monospace;
      font-size: var(--dossier-size-s); }
    .warning { display: flex; gap: 0.625rem; padding: 0.75rem 0.875rem; border-radius: var(--dossier-radius);
      background: var(--dossier-warning-soft); color: var(--dossier-warning-text); }
    .warning svg { flex: none; margin-top: 0.125rem; }
  `,
  ];
  static override properties = { key: { state: true }, copied: { state: true } };
  declare key: KeyWithSecret | null;
  declare copied: boolean;
  readonly #dialog = new HeldDialog(this, { held: () => this.key !== null });

  constructor() {
    super();
    this.key = null;
    this.copied = false;
    new UnsavedGuard(this, () => this.key !== null, {
      title: 'Leave without the secret?',
      body: 'It is shown this once. When it is not stored, the key needs a new one.',
    });
  }

  async show(key: KeyWithSecret): Promise<void> {
    this.key = key;
    this.copied = false;
    await this.updateComplete;
    this.#dialog.show();
  }

  /** Before the dialog is closed: while the secret is in the page it stays open. */
  #forget(): void {
    this.key = null;
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.key?.secret ?? '');
      this.copied = true;
      this.host.announce('The secret was copied.');
    } catch {
      // Without leave to write to the clipboard the person copies by hand.
      this.renderRoot.querySelector('input')?.select();
      this.host.notify({
        kind: 'info',
        text: 'The browser does not let this page copy. The secret is selected: copy it with your keyboard.',
      });
    }
  }

  override render() {
    return html`
      <dialog aria-labelledby="title" aria-describedby="warning">
        <form method="dialog" @submit=${this.#forget}>
          <h2 id="title">The secret of ${this.key?.name ?? ''}</h2>
          <p id="warning"
            class="warning">${icon('warning', 18)}<span>It is shown this once and cannot be read again. Store it where your program finds it, and nowhere else: who has it can do what the key may do.</span></p>
          <div class="field"><label for="secret">Secret</label>
            <div class="secret">
              <input id="secret" class="input" readonly spellcheck="false" autocomplete="off"
                .value=${this.key?.secret ?? ''} @focus=${(event: Event) => {
                  if (event.target instanceof HTMLInputElement) event.target.select();
                }}>
              <button class="button" type="button"
                @click=${() => void this.#copy()}>${icon(this.copied ? 'check' : 'copy', 16)} ${this.copied ? 'Copied' : 'Copy'}</button>
            </div></div>
          <div class="actions"><button class="button primary">I have stored it</button></div>
        </form>
      </dialog>`;
  }
}
define('dossier-secret-dialog', SecretDialog);
