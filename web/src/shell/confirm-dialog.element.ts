import { define, DossierElement } from '@dossier/sdk/web';
import { html } from 'lit';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';

interface Question {
  readonly title: string;
  readonly body: string;
  readonly action: string;
  readonly danger?: boolean;
}

/** One question at a time, answered by a promise. */
export class ConfirmDialog extends DossierElement {
  static override styles = [DossierElement.styles, dialogStyles];
  static override properties = { question: { state: true } };
  declare question: Question;
  #answer: (yes: boolean) => void = () => {};

  constructor() {
    super();
    this.question = { title: '', body: '', action: '' };
  }

  async ask(question: Question): Promise<boolean> {
    this.#answer(false);
    this.question = question;
    await this.updateComplete;
    const dialog = this.renderRoot.querySelector('dialog');
    if (!dialog) return false;
    dialog.returnValue = '';
    dialog.showModal();
    return new Promise((resolve) => { this.#answer = resolve; });
  }

  #closed(event: Event): void {
    if (event.target instanceof HTMLDialogElement) this.#answer(event.target.returnValue === 'yes');
  }

  override render() {
    const { title, body, action, danger } = this.question;
    return html`
      <dialog aria-labelledby="title" aria-describedby="body" @close=${this.#closed}>
        <form method="dialog">
          <h2 id="title">${title}</h2>
          <p id="body" class="muted">${body}</p>
          <div class="actions"><button class="button" value="">Cancel</button><button class="button primary ${danger ? 'danger' : ''}" value="yes">${action}</button></div>
        </form>
      </dialog>`;
  }
}
define('dossier-confirm', ConfirmDialog);
