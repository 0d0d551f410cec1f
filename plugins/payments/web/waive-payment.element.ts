import { define } from '@dossier/sdk/web';
import { refusalSummary } from '@dossier/sdk/web/ui/faults';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { SettlingDialog } from './settling-dialog.ts';

/** Asks for the reason for which a payment is waived. */
class WaivePayment extends SettlingDialog {
  #send(event: SubmitEvent): void {
    void this.settle(event, {
      to: 'waive',
      body: (form) => ({ reason: String(form.get('reason')) }),
      done: `${this.amount} waived. The application goes on by itself.`,
    });
  }

  override render(): TemplateResult {
    return html`<dialog aria-labelledby="title"><form novalidate @submit=${this.#send}>
      <h2 id="title">Waive ${this.amount}</h2>
      ${refusalSummary(this.refusal, ['/reason'])}
      <div class="field"><label for="reason">Reason</label>
        <textarea id="reason" name="reason" class="input" maxlength="2000" required dir="auto"
          aria-describedby="reason-hint" aria-invalid=${this.wrong('/reason')}></textarea>
        ${this.notes('/reason', 'reason', 'The client reads it.')}</div>
      ${this.buttons('Waive', 'Saving…')}
    </form></dialog>`;
  }
}
define('dossier-waive-payment', WaivePayment);
