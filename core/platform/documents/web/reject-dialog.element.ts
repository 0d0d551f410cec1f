import { define, DossierElement, Offered, ProblemError } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { HeldDialog } from '@dossier/sdk/web/ui/held-dialog';

type Phase =
  | { readonly kind: 'asking'; readonly fault?: string }
  | { readonly kind: 'sending' }
  /** What was written stays to be read and copied. */
  | { readonly kind: 'conflict'; readonly problem: ProblemError; readonly reason: string };

/** Asks for the reason of a rejected document, which the client reads, and stays open until it is recorded. */
export class RejectDialog extends DossierElement {
  static override styles = [DossierElement.styles, dialogStyles];
  static override properties = { fileName: { state: true }, phase: { state: true } };
  declare fileName: string;
  declare phase: Phase;
  readonly #phrases = new Offered(this, 'phrases/picker@1');
  readonly #dialog = new HeldDialog(this, {
    held: () => this.phase.kind === 'sending',
    ended: () => this.#answer(this.phase.kind === 'conflict' ? 'conflict' : 'given up'),
  });
  #record: (reason: string) => Promise<void> = async () => {};
  #answer: (outcome: 'recorded' | 'given up' | 'conflict') => void = () => {};

  constructor() {
    super();
    this.fileName = '';
    this.phase = { kind: 'asking' };
  }

  /** How it ended. `record` throws when the reason was not taken. */
  async ask(
    fileName: string,
    record: (reason: string) => Promise<void>,
  ): Promise<'recorded' | 'given up' | 'conflict'> {
    // What is on its way stays in sight, and nothing else is asked.
    if (this.phase.kind === 'sending') return 'given up';
    this.fileName = fileName;
    this.#record = record;
    this.phase = { kind: 'asking' };
    await this.updateComplete;
    const reason = this.renderRoot.querySelector('textarea');
    if (reason) reason.value = '';
    this.#dialog.show();
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.phase.kind === 'sending') return;
    const reason = this.renderRoot.querySelector('textarea')?.value.trim() ?? '';
    if (reason === '') return this.#again('Please say what is wrong, so that a better document can be sent.');
    this.phase = { kind: 'sending' };
    try {
      await this.#record(reason);
      this.phase = { kind: 'asking' };
      this.#answer('recorded');
      this.#dialog.close();
    } catch (error) {
      if (!(error instanceof ProblemError && error.status === 409))
        return this.#again(error instanceof Error ? error.message : 'The review was not saved. Please try again.');
      this.phase = { kind: 'conflict', problem: error, reason };
      this.#dialog.show();
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLButtonElement>('.primary')?.focus();
    }
  }

  #again(fault: string): void {
    this.phase = { kind: 'asking', fault };
    this.#dialog.show();
    this.renderRoot.querySelector('textarea')?.focus();
  }

  /** What was written stays; a text goes behind it. */
  #take(event: CustomEvent<{ readonly text: string }>): void {
    const reason = this.renderRoot.querySelector('textarea');
    if (!reason) return;
    reason.value = [reason.value.trim(), event.detail.text].filter((one) => one !== '').join('\n\n');
    reason.focus();
  }

  #conflict({ message }: ProblemError, reason: string): TemplateResult {
    return html`
      <div class="content">
        <h2 id="title">Somebody was quicker</h2>
        <p>${message}</p>
        <div class="field"><label for="written">Your reason was not recorded</label><textarea id="written" class="input"
          readonly .value=${reason}></textarea></div>
        <div class="actions"><button class="button primary"
          @click=${() => this.#dialog.close()}>Show the present state</button></div>
      </div>`;
  }

  #form(): TemplateResult {
    const fault = this.phase.kind === 'asking' ? this.phase.fault : undefined;
    const sending = this.phase.kind === 'sending';
    return html`
      <form @submit=${this.#submit} novalidate>
        <h2 id="title">Reject <bdi>${this.fileName}</bdi>?</h2>
        ${this.#phrases.list.map(
          (one) =>
            html`<dossier-slot .contribution=${one} .input=${{ use: 'document' }} .quiet=${true}
              @dossier-phrase=${this.#take}></dossier-slot>`,
        )}
        <div class="field"><label for="reason">Reason</label>
          <textarea id="reason" class="input" required maxlength="2000" aria-invalid=${fault ? 'true' : 'false'}
            aria-describedby="hint ${fault ? 'fault' : ''}"></textarea>
          ${fault ? html`<p id="fault" class="fault" role="alert">${fault}</p>` : nothing}
          <p id="hint" class="hint">The client sees this, and can send another document.</p></div>
        <div class="actions"><button type="button" class="button" ?disabled=${sending}
          @click=${() => this.#dialog.close()}>Cancel</button><button class="button primary danger"
          ?disabled=${sending}>Reject</button></div>
      </form>`;
  }

  override render(): TemplateResult {
    const { phase } = this;
    return html`<dialog aria-labelledby="title">${
      phase.kind === 'conflict' ? this.#conflict(phase.problem, phase.reason) : this.#form()
    }</dialog>`;
  }
}
define('dossier-reject-dialog', RejectDialog);
