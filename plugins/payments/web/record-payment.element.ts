import { define } from '@dossier/sdk/web';
import { refusalSummary } from '@dossier/sdk/web/ui/faults';
import { dayOf } from '@dossier/sdk/web/ui/reader';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { SettlingDialog } from './settling-dialog.ts';

/** Asks by which a payment is found in the books, and on which day it was made. */
class RecordPayment extends SettlingDialog {
  #send(event: SubmitEvent): void {
    void this.settle(event, {
      to: 'record',
      body: (form) => ({ reference: String(form.get('reference')), date: String(form.get('date')) }),
      done: `${this.amount} marked as paid. The application goes on by itself.`,
    });
  }

  override render(): TemplateResult {
    return html`<dialog aria-labelledby="title"><form novalidate @submit=${this.#send}>
      <h2 id="title">Mark ${this.amount} as paid</h2>
      ${refusalSummary(this.refusal, ['/reference', '/date'])}
      <div class="field"><label for="reference">Reference</label>
        <input id="reference" name="reference" class="input" maxlength="140" autocomplete="off" required dir="auto"
          aria-describedby="reference-hint" aria-invalid=${this.wrong('/reference')}>
        ${this.notes('/reference', 'reference', 'By it the books have it. The client reads it on the receipt.')}</div>
      <div class="field"><label for="date">Day on which it was paid</label>
        <input id="date" name="date" class="input" type="date" required value=${dayOf(new Date())}
          aria-describedby="date-hint" aria-invalid=${this.wrong('/date')}>
        ${this.notes('/date', 'date')}</div>
      ${this.buttons('Mark as paid', 'Saving…')}
    </form></dialog>`;
  }
}
define('dossier-record-payment', RecordPayment);
