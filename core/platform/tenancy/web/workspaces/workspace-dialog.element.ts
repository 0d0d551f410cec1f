import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import type { AsRead } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { faultAt, isOvertaken, refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { HeldDialog } from '@dossier/sdk/web/ui/held-dialog';
import { kinds } from './types.ts';
import type { WorkspaceRow } from './types.ts';

/** Creates or renames a workspace. Fires `dossier-workspace-saved`. */
export class WorkspaceDialog extends DossierElement {
  static override styles = [DossierElement.styles, dialogStyles, formStyles];
  static override properties = {
    room: { state: true },
    refusal: { state: true },
    stale: { state: true },
    sending: { state: true },
  };
  /** Null for a new one. */
  declare room: WorkspaceRow | null;
  declare refusal: Refusal | null;
  /** Somebody else has renamed it meanwhile. */
  declare stale: boolean;
  declare sending: boolean;
  #asRead: AsRead = {};
  readonly #dialog = new HeldDialog(this, { held: () => this.sending });

  constructor() {
    super();
    this.room = null;
    this.refusal = null;
    this.stale = false;
    this.sending = false;
  }

  async ask(workspace: WorkspaceRow | null): Promise<void> {
    this.#asRead = {};
    if (workspace) {
      try {
        const { value, asRead } = await this.host.readForChange<Pick<WorkspaceRow, 'name'>>(
          `/api/v1/workspaces/${workspace.id}`,
        );
        workspace = { ...workspace, name: value.name };
        this.#asRead = asRead;
      } catch (error) {
        return this.host.notify({ kind: 'error', text: refusalOf(error).text });
      }
    }
    this.room = workspace;
    this.refusal = null;
    this.stale = false;
    await this.updateComplete;
    this.renderRoot.querySelector('form')?.reset();
    this.#dialog.show();
    this.renderRoot.querySelector<HTMLInputElement>('#name')?.select();
  }

  #close(): void {
    this.#dialog.close();
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (this.sending || !(event.target instanceof HTMLFormElement)) return;
    const entered = new FormData(event.target);
    const name = String(entered.get('name') ?? '').trim();
    const type = entered.get('type');
    if (name === '')
      return this.#refuse({ faults: [{ pointer: '/name', detail: 'Give the workspace a name.' }], text: '' });
    this.sending = true;
    try {
      const { room: workspace } = this;
      await (workspace
        ? this.host.send('PUT', `/api/v1/workspaces/${workspace.id}`, { name }, this.#asRead)
        : this.host.send('POST', '/api/v1/workspaces', { name, type }));
      this.#close();
      this.host.notify({
        kind: 'success',
        text: workspace
          ? `The workspace is called ${name} now.`
          : `${name} is there. Assign the teams that work in it.`,
      });
      this.dispatchEvent(new Event('dossier-workspace-saved'));
    } catch (error) {
      const refusal = refusalOf(error);
      this.stale = isOvertaken(error);
      // A name that is taken is a conflict, which names no field; it belongs to this one all the same.
      this.#refuse(
        error instanceof ProblemError && error.code === 'name-taken'
          ? { ...refusal, faults: [{ pointer: '/name', detail: refusal.text }] }
          : refusal,
      );
    }
    this.sending = false;
  }

  #refuse(refusal: Refusal): void {
    this.refusal = refusal;
    if (faultAt(refusal.faults, '/name')) this.renderRoot.querySelector<HTMLInputElement>('#name')?.focus();
  }

  #types(): TemplateResult {
    return html`
      <fieldset class="field"><legend>Who meets in it</legend>
        ${Object.entries(kinds).map(
          ([type, kind], i) => html`<label class="option"><input type="radio" name="type"
          value=${type} ?checked=${i === 0}><span><strong>${kind.title}</strong><br><span
          class="muted small">${kind.text}</span></span></label>`,
        )}
        <p class="hint">This cannot be changed later.</p>
      </fieldset>`;
  }

  override render(): TemplateResult {
    const { room: workspace, refusal } = this;
    const fault = faultAt(refusal?.faults ?? [], '/name');
    return html`
      <dialog aria-labelledby="title">
        <form novalidate @submit=${this.#submit}>
          <h2 id="title">${workspace ? `Rename ${workspace.name}` : 'New workspace'}</h2>
          ${fault && refusal?.faults.length === 1 ? nothing : refusalSummary(refusal, ['/name'])}
          <div class="field"><label for="name">Name</label>
            <input id="name" name="name" class="input" required maxlength="200" autocomplete="off"
              .defaultValue=${workspace?.name ?? ''} aria-invalid=${fault ? 'true' : 'false'}
              aria-describedby=${fault ? 'fault' : nothing}>
            ${fault ? html`<p id="fault" class="fault" role="alert">${fault}</p>` : nothing}</div>
          ${workspace ? nothing : this.#types()}
          <div class="actions">${
            this.stale
              ? html`<button type="button" class="button"
                @click=${() => void this.ask(this.room)}>Drop my changes and show what is saved</button>`
              : nothing
          }<button type="button" class="button" ?disabled=${this.sending} @click=${this.#close}>Cancel</button><button
            class="button primary" ?disabled=${this.sending}>${workspace ? 'Rename' : 'Create'}</button></div>
        </form>
      </dialog>`;
  }
}
define('dossier-workspace-dialog', WorkspaceDialog);
