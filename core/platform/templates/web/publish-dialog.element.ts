import { define } from '@dossier/sdk/web';
import type { AsRead } from '@dossier/sdk/web';
import { refusalSummary } from '@dossier/sdk/web/ui/faults';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';
import { counted } from '@dossier/sdk/web/ui/format';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { differenceList, differenceStyles } from './differences.ts';
import type { Difference } from './differences.ts';
import type { TemplateReply } from './draft.controller.ts';
import { templateUrl } from './routes.ts';

interface Running {
  readonly version: number;
  readonly count: number;
}

/** The template as it is then, and what goes with its next change. */
export interface Published {
  readonly value: TemplateReply;
  readonly asRead: AsRead;
}

/** Says what a publication changes and for whom, then publishes. Fires `dossier-published` (detail: `Published`). */
export class PublishDialog extends FormDialog {
  static override styles = [...FormDialog.styles, differenceStyles];
  #template: TemplateReply | null = null;
  #with: AsRead = {};
  /** Null when they could not be read. */
  #differences: readonly Difference[] | null = [];
  #running: readonly Running[] = [];

  async ask(template: TemplateReply, asRead: AsRead): Promise<void> {
    this.#template = template;
    this.#with = asRead;
    const [differences, running] = await Promise.all([
      template.version === null
        ? []
        : this.host.send<readonly Difference[]>('GET', templateUrl(template.id, 'differences')).catch(() => null),
      // Who may not read applications is not told how many there are.
      this.host.send<readonly Running[]>('GET', templateUrl(template.id, 'running')).catch(() => []),
    ]);
    this.#differences = differences;
    this.#running = running;
    await this.open();
  }

  async #send(event: SubmitEvent): Promise<void> {
    const template = this.#template;
    if (!template) return;
    await this.sent(event, async (form) => {
      const published = await this.host.sendForChange<TemplateReply>(
        'POST',
        templateUrl(template.id, 'publish'),
        { note: String(form.get('note')).trim() },
        this.#with,
      );
      this.dispatchEvent(new CustomEvent<Published>('dossier-published', { detail: published }));
    });
  }

  #changes(): TemplateResult {
    return this.#differences
      ? differenceList(this.#differences)
      : html`<p class="fault">What it changes could not be read just now. Cancel and try again to see it first.</p>`;
  }

  override render(): TemplateResult {
    const version = (this.#template?.version ?? 0) + 1;
    return html`
      <dialog aria-labelledby="heading">
        <form novalidate @submit=${this.#send}>
          <h2 id="heading">Publish version ${version} of ${this.#template?.name ?? ''}</h2>
          ${refusalSummary(this.refusal, ['/note'])}
          ${version === 1 ? html`<p>From now on people can apply with it.</p>` : this.#changes()}
          ${
            this.#running.length === 0
              ? nothing
              : html`<p>${this.#running
                  .map((one) => `${counted(one.count, 'application', 'applications')} on version ${one.version}`)
                  .join(
                    ', ',
                  )} ${this.#running.length === 1 && this.#running[0]?.count === 1 ? 'stays' : 'stay'} as before.</p>`
          }
          <div class="field"><label for="note">What is new <span class="optional">(optional)</span></label>
            <textarea id="note" name="note" class="input" rows="2" maxlength="2000" aria-describedby="note-hint"
              aria-invalid=${this.wrong('/note')}></textarea>${this.notes(
                '/note',
                'note',
                'Colleagues read it in the history.',
              )}</div>
          ${this.buttons(`Publish version ${version}`, 'Publishing…')}
        </form>
      </dialog>`;
  }
}
define('dossier-template-publish', PublishDialog);
