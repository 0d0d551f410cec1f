import { define, DossierElement } from '@dossier/sdk/web';
import { html } from 'lit';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';

/** Asks for the reason of a rejected document; the client reads it. */
export class RejectDialog extends DossierElement {
  static override styles = [DossierElement.styles, dialogStyles];
  static override properties = { fileName: { state: true }, fault: { state: true } };
  declare fileName: string;
  declare fault: boolean;
  #answer: (reason: string | null) => void = () => {};

  constructor() {
    super();
    this.fileName = '';
    this.fault = false;
  }

  /** The reason, or null when the person changed his mind. */
  async ask(fileName: string): Promise<string | null> {
    this.fileName = fileName;
    this.fault = false;
    await this.updateComplete;
    const reason = this.renderRoot.querySelector('textarea');
    if (reason) reason.value = '';
    this.renderRoot.querySelector('dialog')?.showModal();
    return new Promise((resolve) => { this.#answer = resolve; });
  }

  #submit(event: Event): void {
    event.preventDefault();
    const reason = this.renderRoot.querySelector('textarea')?.value.trim() ?? '';
    this.fault = reason === '';
    if (this.fault) return this.renderRoot.querySelector('textarea')?.focus();
    this.#answer(reason);
    this.renderRoot.querySelector('dialog')?.close();
  }

  override render() {
    return html`
      <dialog aria-labelledby="title" @close=${() => this.#answer(null)}>
        <form @submit=${this.#submit} novalidate>
          <h2 id="title">Reject ${this.fileName}?</h2>
          <div class="field"><label for="reason">Reason</label>
            <textarea id="reason" class="input" required maxlength="2000" aria-invalid=${this.fault ? 'true' : 'false'} aria-describedby=${this.fault ? 'fault' : 'hint'}></textarea>
            ${this.fault ? html`<p id="fault" class="fault" role="alert">Please say what is wrong, so that a better document can be sent.</p>` : html`<p id="hint" class="hint">The client sees this, and can send another document.</p>`}</div>
          <div class="actions"><button type="button" class="button" @click=${() => this.renderRoot.querySelector('dialog')?.close()}>Cancel</button><button class="button primary danger">Reject</button></div>
        </form>
      </dialog>`;
  }
}
define('dossier-reject-dialog', RejectDialog);
