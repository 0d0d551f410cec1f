import { define } from '@dossier/sdk/web';
import { refusalSummary } from '@dossier/sdk/web/ui/faults';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';
import { html } from 'lit';
import { templatesUrl } from '../routes.ts';
import type { Template } from '../types.ts';

/** Name and description of a saved template. Fires `dossier-renamed`. */
export class RenameDialog extends FormDialog {
  #workspaceId = '';
  #template: Template | null = null;

  async ask(workspaceId: string, template: Template): Promise<void> {
    this.#workspaceId = workspaceId;
    this.#template = template;
    await this.open();
    this.renderRoot.querySelector<HTMLInputElement>('#name')?.select();
  }

  async #send(event: SubmitEvent): Promise<void> {
    const template = this.#template;
    if (!template) return;
    await this.sent(event, async (form) => {
      await this.host.send('PUT', templatesUrl(this.#workspaceId, template.id), {
        name: String(form.get('name')).trim(),
        description: String(form.get('description')).trim(),
        version: template.version,
      });
      this.dispatchEvent(new Event('dossier-renamed'));
    });
  }

  override render() {
    const template = this.#template;
    return html`
      <dialog aria-labelledby="heading">
        <form novalidate @submit=${this.#send}>
          <h2 id="heading">Rename ${template?.name ?? ''}</h2>
          ${refusalSummary(this.refusal, ['/name', '/description'])}
          <div class="field"><label for="name">Name</label>
            <input id="name" name="name" class="input" maxlength="80" autocomplete="off" required
              value=${template?.name ?? ''} aria-describedby="name-hint"
              aria-invalid=${this.wrong('/name')}>${this.notes('/name', 'name')}</div>
          <div class="field"><label for="description">What it is for <span class="optional">(optional)</span></label>
            <textarea id="description" name="description" class="input" rows="3" maxlength="1000"
              aria-describedby="description-hint" aria-invalid=${this.wrong('/description')}
              .defaultValue=${template?.description ?? ''}></textarea>${this.notes('/description', 'description')}</div>
          ${this.buttons('Save', 'Saving…')}
        </form>
      </dialog>`;
  }
}
define('dossier-report-rename', RenameDialog);
