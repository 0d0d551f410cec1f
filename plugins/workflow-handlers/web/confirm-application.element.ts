import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';

/**
 * The card by which an applicant confirms their application, for ClientApprovalCheckHandler, in the slot
 * `applications/client-action@1`. It is there only while the server says that this person can confirm; the page around
 * it hears `dossier-application-changed`.
 */
class ConfirmApplication extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: block; }
    section { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.75rem 1.25rem;
      margin-bottom: 1.25rem; padding: 1.125rem 1.25rem; border-color: var(--dossier-accent); }
    .words { display: grid; gap: 0.25rem; flex: 1 1 16rem; min-width: 0; }
    @media print { :host { display: none; } }
    @media (max-width: 47.99em) { .button { flex: 1 1 100%; } }
  `,
  ];
  static override properties = {
    applicationId: { attribute: false },
    can: { attribute: false },
    sending: { state: true },
  };
  declare applicationId: string;
  /** What this person can do with the application now. */
  declare can: readonly string[];
  declare sending: boolean;

  constructor() {
    super();
    this.applicationId = '';
    this.can = [];
    this.sending = false;
  }

  async #confirm(): Promise<void> {
    const sure = await this.host.confirm({
      title: 'Confirm this application?',
      body: 'You confirm that the answers and documents are yours and complete. The organization then goes on with its checks.',
      action: 'Confirm',
    });
    if (!sure || this.sending) return;
    this.sending = true;
    try {
      await this.host.send('POST', `/api/v1/applications/${encodeURIComponent(this.applicationId)}/confirm`, {});
      this.host.notify({ kind: 'success', text: 'Thank you. Your application is confirmed.' });
    } catch (error) {
      this.host.notify({
        kind: 'error',
        text: error instanceof Error ? error.message : 'Confirming did not work. Please try again.',
      });
    }
    this.sending = false;
    this.dispatchEvent(new Event('dossier-application-changed', { bubbles: true, composed: true }));
  }

  override render() {
    if (!this.can.includes('confirm')) return nothing;
    return html`
      <section class="card" aria-labelledby="title">
        <div class="words">
          <h2 id="title">Your word is needed</h2>
          <p class="muted">Look through your answers and documents, and confirm when they are right.</p>
        </div>
        <button class="button primary" ?disabled=${this.sending} @click=${() => void this.#confirm()}>Confirm</button>
      </section>`;
  }
}
define('dossier-confirm-application', ConfirmApplication);
