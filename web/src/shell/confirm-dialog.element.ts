import { define, DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';

interface Question {
  readonly title: string;
  readonly body: string;
  readonly action: string;
  readonly danger?: boolean;
  /** To be typed. */
  readonly name?: string;
}

/** One question at a time, answered by a promise. */
export class ConfirmDialog extends DossierElement {
  static override styles = [DossierElement.styles, dialogStyles];
  static override properties = { question: { state: true }, mistyped: { state: true } };
  declare question: Question;
  declare mistyped: boolean;
  #answer: (yes: boolean) => void = () => {};

  constructor() {
    super();
    this.question = { title: '', body: '', action: '' };
    this.mistyped = false;
  }

  async ask(question: Question): Promise<boolean> {
    this.#answer(false);
    this.question = question;
    this.mistyped = false;
    await this.updateComplete;
    const dialog = this.renderRoot.querySelector('dialog');
    if (!dialog) return false;
    dialog.returnValue = '';
    this.renderRoot.querySelector('form')?.reset();
    // Opened anew it is above whatever was opened since.
    dialog.close();
    dialog.showModal();
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  #closed(event: Event): void {
    if (event.target instanceof HTMLDialogElement && !event.target.open)
      this.#answer(event.target.returnValue === 'yes');
  }

  /** Enter in the field says yes too. */
  #sent(event: SubmitEvent): void {
    const field = this.renderRoot.querySelector('input');
    if (!field) return;
    this.mistyped = field.value.trim() !== this.question.name?.trim();
    if (!this.mistyped) return;
    event.preventDefault();
    field.focus();
  }

  #naming(name: string): TemplateResult {
    return html`
      <div class="field"><label for="name">Type its name to confirm</label>
        <input id="name" class="input" autocomplete="off" spellcheck="false" aria-describedby="fault"
          aria-invalid=${this.mistyped}>
        ${
          this.mistyped
            ? html`<p id="fault" class="fault"
          role="alert">This is not its name: <bdi>${name}</bdi></p>`
            : html`<p id="fault" class="hint"><bdi>${name}</bdi></p>`
        }</div>`;
  }

  override render() {
    const { title, body, action, danger, name } = this.question;
    return html`
      <dialog aria-labelledby="title" aria-describedby="body" @close=${this.#closed}>
        <form method="dialog" @submit=${this.#sent}>
          <h2 id="title">${title}</h2>
          <p id="body" class="muted">${body}</p>
          ${name === undefined ? nothing : this.#naming(name)}
          <div class="actions"><button class="button" type="button"
            @click=${() => this.renderRoot.querySelector('dialog')?.close('')}>Cancel</button><button
            class="button primary ${danger ? 'danger' : ''}" value="yes">${action}</button></div>
        </form>
      </dialog>`;
  }
}
define('dossier-confirm', ConfirmDialog);
