import { define } from '@dossier/sdk/web';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { refusalSummary } from '@dossier/sdk/web/ui/faults';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';

/** Changes the name that an identity provider in process keeps. Fires `dossier-renamed`. */
export class NameDialog extends FormDialog {
  #at = '';
  #name = '';

  /** `at` is where the provider takes the change. */
  async ask(at: string, name: string): Promise<void> {
    this.#at = at;
    this.#name = name;
    await this.open();
  }

  async #send(event: SubmitEvent): Promise<void> {
    const isSaved = await this.sent(event, async (form) => {
      await this.host.send('PUT', this.#at, { name: String(form.get('name')).trim() });
    });
    if (!isSaved) return;
    this.host.notify({ kind: 'success', text: 'Your name is changed.' });
    this.dispatchEvent(new Event('dossier-renamed'));
  }

  override render(): TemplateResult {
    return html`<dialog aria-labelledby="title"><form novalidate @submit=${this.#send}>
      <h2 id="title">Change your name</h2>
      ${refusalSummary(this.refusal, ['/name'])}
      <div class="field"><label for="name">Name</label><input id="name" name="name" class="input" maxlength="200"
        autocomplete="name" .defaultValue=${this.#name} aria-invalid=${this.wrong('/name')}
        aria-describedby="name-hint">${this.notes('/name', 'name', 'You are called so in all your organizations.')}</div>
      ${this.buttons('Save the name', 'Saving…')}</form></dialog>`;
  }
}
define('dossier-name-dialog', NameDialog);
