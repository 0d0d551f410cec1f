import { ProblemError } from '@dossier/sdk/web';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';
import { newKey } from '@dossier/sdk/web/ui/key';
import type { PaymentShown } from '../contract.ts';

/**
 * A dialog that settles a payment. Fires `dossier-settled` (detail: `overtaken`, the reason for which nothing was
 * saved, empty when it was).
 */
export abstract class SettlingDialog extends FormDialog {
  protected amount = '';
  #path = '';
  /** Names what is sent, in all its tries. */
  #once = '';

  /** `path` is that of the payment, `amount` its money in words. */
  async ask(path: string, amount: string): Promise<void> {
    this.#path = path;
    this.#once = newKey();
    this.amount = amount;
    await this.openFor<PaymentShown>(path, () => {});
  }

  /** Sends what was filled in, and says `done` when it was taken. */
  protected async settle(
    event: SubmitEvent,
    o: { readonly to: string; readonly body: (form: FormData) => object; readonly done: string },
  ): Promise<void> {
    await this.sent(event, async (form) => {
      const headers = { ...this.asRead.headers, 'idempotency-key': this.#once };
      try {
        await this.host.send('POST', `${this.#path}/${o.to}`, o.body(form), { headers });
      } catch (error) {
        // Without an answer it may have been taken: the next try names the same.
        if (!(error instanceof ProblemError)) throw error;
        this.#once = newKey();
        // Somebody else was first: nothing in this dialog could be sent any more.
        if (error.status !== 409 && error.status !== 412) throw error;
        return this.#say(
          error.status === 409
            ? error.message
            : 'Somebody else changed it meanwhile, so nothing of yours was saved. This is how it stands now.',
        );
      }
      this.host.notify({ kind: 'success', text: o.done });
      this.#say('');
    });
  }

  #say(overtaken: string): void {
    this.dispatchEvent(
      new CustomEvent<{ readonly overtaken: string }>('dossier-settled', { detail: { overtaken }, bubbles: true }),
    );
  }
}
