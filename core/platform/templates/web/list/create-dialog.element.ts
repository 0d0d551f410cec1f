import { define } from '@dossier/sdk/web';
import { refusalSummary } from '@dossier/sdk/web/ui/faults';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';
import { newKey } from '@dossier/sdk/web/ui/key';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { templatesUrl } from '../routes.ts';

/** What a template begins with. */
const begun = {
  schema: { type: 'object', properties: {}, required: [] },
  wizard: [{ key: 'step', title: 'Step 1', fields: [] }],
  workflow: [],
  requiredDocuments: [],
};

/** Asks for the name of a new template. Fires `dossier-template-made` (detail: its id). */
export class CreateDialog extends FormDialog {
  #key = '';

  async ask(): Promise<void> {
    this.#key = newKey();
    await this.open();
  }

  async #send(event: SubmitEvent): Promise<void> {
    await this.sent(event, async (form) => {
      const made = await this.host.send<{ readonly id: string }>(
        'POST',
        templatesUrl,
        { name: String(form.get('name')).trim(), description: String(form.get('description')).trim(), ...begun },
        // Another name is another request.
        { headers: { 'idempotency-key': `${this.#key}-${String(form.get('name')).length}` } },
      );
      this.dispatchEvent(new CustomEvent('dossier-template-made', { detail: made.id }));
    }).then((taken) => {
      if (!taken) this.#key = newKey();
    });
  }

  override render(): TemplateResult {
    return html`
      <dialog aria-labelledby="heading">
        <form novalidate @submit=${this.#send}>
          <h2 id="heading">New template</h2>
          ${refusalSummary(this.refusal, ['/name', '/description'])}
          <div class="field"><label for="name">Name</label>
            <input id="name" name="name" class="input" maxlength="200" autocomplete="off" required
              aria-describedby="name-hint" aria-invalid=${this.wrong('/name')}>${this.notes(
                '/name',
                'name',
                'As people call what they apply for, for example “Personal loan”.',
              )}</div>
          <div class="field"><label for="description">What it is for <span class="optional">(optional)</span></label>
            <textarea id="description" name="description" class="input" rows="3" maxlength="2000"
              aria-describedby="description-hint"
              aria-invalid=${this.wrong('/description')}></textarea>${this.notes('/description', 'description')}</div>
          ${this.buttons('Create the template', 'Creating…')}
        </form>
      </dialog>`;
  }
}
define('dossier-template-create', CreateDialog);
