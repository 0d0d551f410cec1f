import { define, DossierElement } from '@dossier/sdk/web';
import { html } from 'lit';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import type { ApiKey, KeyWithSecret } from './types.ts';

const overlaps: readonly { readonly days: number; readonly title: string }[] = [
  { days: 0, title: 'End it at once: programs that use it stop until they have the new one' },
  { days: 1, title: 'One more day' },
  { days: 3, title: 'Three more days' },
  { days: 7, title: 'Seven more days' },
];
const usual = 1;

/**
 * Asks how long the secret until now goes on working, and gives the key a new one. Fires `dossier-secret` (detail: the
 * key with it).
 */
export class RotateDialog extends DossierElement {
  static override styles = [DossierElement.styles, dialogStyles, formStyles];
  static override properties = {
    key: { state: true },
    days: { state: true },
    busy: { state: true },
    refusal: { state: true },
  };
  declare key: ApiKey | null;
  declare days: number;
  declare busy: boolean;
  declare refusal: Refusal | null;

  constructor() {
    super();
    this.key = null;
    this.days = usual;
    this.busy = false;
    this.refusal = null;
  }

  async ask(key: ApiKey): Promise<void> {
    this.key = key;
    this.days = usual;
    this.refusal = null;
    await this.updateComplete;
    this.renderRoot.querySelector('dialog')?.showModal();
  }

  #close(): void {
    this.renderRoot.querySelector('dialog')?.close();
  }

  async #rotate(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy || !this.key) return;
    this.busy = true;
    try {
      const detail = await this.host.send<KeyWithSecret>('POST', `/api/v1/api-keys/${this.key.id}/rotate`, {
        overlapDays: this.days,
      });
      this.#close();
      this.dispatchEvent(new CustomEvent('dossier-secret', { detail }));
    } catch (error) {
      this.refusal = refusalOf(error);
    }
    this.busy = false;
  }

  override render() {
    return html`
      <dialog aria-labelledby="title">
        <form @submit=${this.#rotate}>
          <h2 id="title">New secret for ${this.key?.name ?? ''}</h2>
          <p class="muted">The key keeps its name, scopes and networks. With time for both secrets you can change your programs without a gap.</p>
          ${refusalSummary(this.refusal, [])}
          <fieldset class="field">
            <legend>How long does the present secret go on working?</legend>
            ${overlaps.map(
              ({ days, title }) =>
                html`<label class="option"><input type="radio" name="days" .checked=${this.days === days}
                  @change=${() => {
                    this.days = days;
                  }}>${title}</label>`,
            )}
          </fieldset>
          <div class="actions"><button class="button" type="button" @click=${this.#close}>Cancel</button><button
            class="button primary" ?disabled=${this.busy}>Make a new secret</button></div>
        </form>
      </dialog>`;
  }
}
define('dossier-rotate-dialog', RotateDialog);
