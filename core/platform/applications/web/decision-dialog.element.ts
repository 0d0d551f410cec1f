import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { HeldDialog } from '@dossier/sdk/web/ui/held-dialog';
import { applicationQuery } from './application.query.ts';
import type { Application } from './types.ts';

/** Why a decision is not taken, by the code of the refusal. */
const refusals: Readonly<Record<string, string>> = {
  'already-decided': 'Somebody was quicker',
  'not-at-manual-step': 'It is being checked again',
};

type Phase =
  | { readonly kind: 'asking'; readonly fault?: string }
  | { readonly kind: 'sending' }
  | { readonly kind: 'conflict'; readonly problem: ProblemError; readonly reason: string };

/**
 * Approve or reject. When there is nothing to decide any more it says why and offers the present state. Fires
 * `dossier-decided`.
 */
export class DecisionDialog extends DossierElement {
  static override styles = [DossierElement.styles, dialogStyles];
  static override properties = { decision: { state: true }, application: { state: true }, phase: { state: true } };
  declare decision: 'approve' | 'reject';
  declare application: Application | null;
  declare phase: Phase;
  readonly #dialog = new HeldDialog(this, { held: () => this.phase.kind === 'sending' });

  constructor() {
    super();
    this.decision = 'approve';
    this.application = null;
    this.phase = { kind: 'asking' };
  }

  async ask(decision: 'approve' | 'reject', application: Application): Promise<void> {
    // What is on its way stays in sight, and nothing else is asked.
    if (this.phase.kind === 'sending') return;
    this.decision = decision;
    this.application = application;
    this.phase = { kind: 'asking' };
    await this.updateComplete;
    const reason = this.renderRoot.querySelector('textarea');
    if (reason) reason.value = '';
    this.#dialog.show();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { application, decision } = this;
    if (!application || this.phase.kind === 'sending') return;
    const reason = this.renderRoot.querySelector('textarea')?.value.trim() ?? '';
    if (decision === 'reject' && reason === '') {
      this.phase = { kind: 'asking', fault: 'Please give a reason. The applicant needs to understand the decision.' };
      this.renderRoot.querySelector('textarea')?.focus();
      return;
    }
    this.phase = { kind: 'sending' };
    try {
      await this.host.send(
        'POST',
        `/api/v1/applications/${application.id}/${decision}`,
        decision === 'reject' ? { reason } : {},
      );
      this.#decided();
    } catch (error) {
      if (error instanceof ProblemError && error.status === 409) {
        if (error.code === 'already-decided' && (await this.#wasMine(application.id))) return this.#decided();
        this.phase = { kind: 'conflict', problem: error, reason };
        this.#dialog.show();
        await this.updateComplete;
        this.renderRoot.querySelector<HTMLButtonElement>('.primary')?.focus();
      } else {
        this.phase = {
          kind: 'asking',
          fault: error instanceof Error ? error.message : 'That did not work. Please try again.',
        };
        this.#dialog.show();
      }
    }
  }

  /**
   * The answer to the first try may have been lost on its way: then it was this person who was quicker, with the same
   * decision.
   */
  async #wasMine(id: string): Promise<boolean> {
    try {
      const { application } = await this.host.query(applicationQuery, { id });
      return (
        application?.decision?.by?.id === this.session?.user.id &&
        application?.status === (this.decision === 'approve' ? 'Approved' : 'Rejected')
      );
    } catch {
      return false;
    }
  }

  #decided(): void {
    this.phase = { kind: 'asking' };
    this.#dialog.close();
    this.host.notify({
      kind: 'success',
      text: this.decision === 'approve' ? 'The application is approved.' : 'The application is rejected.',
    });
    this.#done();
  }

  #done(): void {
    this.dispatchEvent(new CustomEvent('dossier-decided'));
  }

  #conflict({ code, message }: ProblemError, reason: string): TemplateResult {
    return html`
      <div class="content">
        <h2 id="title">${refusals[code] ?? 'That is not possible any more'}</h2>
        <p id="body">${message}</p>
        <p class="muted">Your decision was not recorded. Look at the application as it stands now.</p>
        ${
          reason === ''
            ? nothing
            : html`<div class="field"><label for="written">Your reason</label><textarea
          id="written" class="input" readonly .value=${reason}></textarea></div>`
        }
        <div class="actions"><button class="button primary" @click=${() => {
          this.#dialog.close();
          this.#done();
        }}>Show the present state</button></div>
      </div>`;
  }

  #form(): TemplateResult {
    const approve = this.decision === 'approve';
    const sending = this.phase.kind === 'sending';
    const fault = this.phase.kind === 'asking' ? this.phase.fault : undefined;
    return html`
      <form @submit=${this.#submit} novalidate>
        <h2 id="title">${approve ? 'Approve' : 'Reject'} the application of <bdi>${this.application?.applicantName ?? ''}</bdi>?</h2>
        <p id="body" class="muted">${
          approve
            ? 'The decision is final and is recorded with your name and the time.'
            : 'The applicant sees your reason. The decision is final and is recorded with your name and the time.'
        }</p>
        ${
          approve
            ? fault
              ? html`<p class="fault" role="alert">${fault}</p>`
              : nothing
            : html`<div class="field"><label for="reason">Reason</label>
              <textarea id="reason" class="input" required maxlength="2000" aria-invalid=${fault ? 'true' : 'false'}
                aria-describedby=${fault ? 'fault' : nothing}></textarea>
              ${fault ? html`<p id="fault" class="fault" role="alert">${fault}</p>` : nothing}</div>`
        }
        <div class="actions">
          <button type="button" class="button" ?disabled=${sending} @click=${() => this.#dialog.close()}>Cancel</button>
          <button class="button primary ${approve ? '' : 'danger'}"
            ?disabled=${sending}>${approve ? 'Approve' : 'Reject'}</button>
        </div>
      </form>`;
  }

  override render(): TemplateResult {
    return html`<dialog aria-labelledby="title" aria-describedby="body">${
      this.phase.kind === 'conflict' ? this.#conflict(this.phase.problem, this.phase.reason) : this.#form()
    }</dialog>`;
  }
}
define('dossier-decision-dialog', DecisionDialog);
