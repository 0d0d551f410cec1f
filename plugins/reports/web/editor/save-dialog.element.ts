import { define } from '@dossier/sdk/web';
import { refusalSummary } from '@dossier/sdk/web/ui/faults';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';
import { html } from 'lit';
import { templatesUrl } from '../routes.ts';
import type { Definition, Template } from '../types.ts';

interface Asked {
  readonly workspaceId: string;
  /** What is saved. */
  readonly definition: Definition;
  /** What it comes from. */
  readonly from: Template;
  /** A name to begin with. */
  readonly name: string;
  /** Why it is asked for, when that is not plain. */
  readonly why?: string;
}

/** Saves a report under a name of its own, private or shared. Fires `dossier-saved` (detail: the new template). */
export class SaveDialog extends FormDialog {
  #asked: Asked | null = null;

  async ask(asked: Asked): Promise<void> {
    this.#asked = asked;
    await this.open();
    this.renderRoot.querySelector<HTMLInputElement>('#name')?.select();
  }

  async #send(event: SubmitEvent): Promise<void> {
    const asked = this.#asked;
    if (!asked) return;
    await this.sent(event, async (form) => {
      const body = {
        name: String(form.get('name')).trim(),
        description: String(form.get('description')).trim(),
        visibility: form.get('visibility'),
        basedOn: asked.from.id,
        definition: asked.definition,
      };
      const detail = await this.host.send<Template>('POST', templatesUrl(asked.workspaceId), body);
      this.dispatchEvent(new CustomEvent('dossier-saved', { detail }));
    });
  }

  override render() {
    const asked = this.#asked;
    return html`
      <dialog aria-labelledby="heading">
        <form novalidate @submit=${this.#send}>
          <h2 id="heading">Save as a report of your own</h2>
          ${asked?.why ? html`<p class="muted">${asked.why}</p>` : ''}
          ${refusalSummary(this.refusal, ['/name', '/description', '/visibility'])}
          <div class="field"><label for="name">Name</label>
            <input id="name" name="name" class="input" maxlength="80" autocomplete="off" required
              value=${asked?.name ?? ''} aria-describedby="name-hint" aria-invalid=${this.wrong('/name')}>
            ${this.notes('/name', 'name')}</div>
          <div class="field"><label for="description">What it is for <span class="optional">(optional)</span></label>
            <textarea id="description" name="description" class="input" rows="3" maxlength="1000"
              aria-describedby="description-hint" aria-invalid=${this.wrong('/description')}
              .defaultValue=${asked?.from.builtIn ? '' : (asked?.from.description ?? '')}></textarea>
            ${this.notes('/description', 'description')}</div>
          <fieldset class="field"><legend>Who finds it</legend>
            <label class="option"><input type="radio" name="visibility" value="private" checked><span>Only me<span
              class="muted small">Its runs are yours alone, too.</span></span></label>
            <label class="option"><input type="radio" name="visibility"
              value="workspace"><span>Everybody in the workspace who views reports<span
              class="muted small">You and administrators can change it.</span></span></label>
          </fieldset>
          ${this.buttons('Save the report', 'Saving…')}
        </form>
      </dialog>`;
  }
}
define('dossier-report-save', SaveDialog);
