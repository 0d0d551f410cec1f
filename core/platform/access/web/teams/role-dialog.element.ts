import { define } from '@dossier/sdk/web';
import { html } from 'lit';
import { refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Role } from '../types.ts';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';
import { teamPermissions } from './permissions.ts';

/** A new role, or the permissions of one: its name stays as it was made. Fires `dossier-role` (detail: the role). */
export class RoleDialog extends FormDialog {
  #team = '';
  #role: Role | null = null;

  async ask(teamId: string, role: Role | null): Promise<void> {
    this.#team = teamId;
    this.#role = role;
    if (!role) return this.open();
    await this.openFor<Role>(`/api/v1/teams/${teamId}/roles/${role.id}`, (now) => {
      this.#role = now;
    });
  }

  async #send(event: SubmitEvent): Promise<void> {
    const role = this.#role;
    await this.sent(event, async (form) => {
      const permissions = form.getAll('permission').map(String);
      const detail = role
        ? await this.host.send<Role>(
            'PUT',
            `/api/v1/teams/${this.#team}/roles/${role.id}`,
            { permissions },
            this.asRead,
          )
        : await this.host.send<Role>('POST', `/api/v1/teams/${this.#team}/roles`, {
            name: String(form.get('name')).trim(),
            description: String(form.get('description')).trim(),
            permissions,
          });
      this.dispatchEvent(new CustomEvent('dossier-role', { detail }));
    });
  }

  override render() {
    const role = this.#role;
    return html`
      <dialog aria-labelledby="title">
        <form novalidate @submit=${this.#send}>
          <h2 id="title">${role ? `Permissions of ${role.name}` : 'Create a role'}</h2>
          ${refusalSummary(this.refusal, ['/name', '/description', '/permissions'])}
          ${
            role
              ? html`<p class="muted">What you save holds for all its members with their next request.</p>`
              : html`
              <div class="field"><label for="name">Name</label>
                <input id="name" name="name" class="input" maxlength="100" autocomplete="off" required
                  aria-describedby="name-hint" aria-invalid=${this.wrong('/name')}>
                ${this.notes('/name', 'name', 'It cannot be changed later.')}</div>
              <div class="field"><label for="description">What it is for <span
                class="optional">(optional)</span></label>
                <input id="description" name="description" class="input" maxlength="2000" autocomplete="off"
                  aria-describedby="description-hint" aria-invalid=${this.wrong('/description')}>
                ${this.notes('/description', 'description')}</div>`
          }
          <fieldset class="field" aria-describedby="permissions-hint">
            <legend>In the team its members may</legend>
            ${teamPermissions.map(
              ({ id, title, text }) => html`<label class="option"><input type="checkbox"
              name="permission" value=${id}
              .defaultChecked=${role?.permissions.includes(id) ?? false}><span>${title}<span
              class="muted small">${text}</span></span></label>`,
            )}
            ${this.notes('/permissions', 'permissions')}
          </fieldset>
          ${this.buttons(role ? 'Save' : 'Create the role', 'Saving…')}
        </form>
      </dialog>`;
  }
}
define('dossier-role-dialog', RoleDialog);
