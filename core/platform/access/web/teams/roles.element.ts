import { define, DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { counted } from '@dossier/sdk/web/ui/format';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { refusalBox } from '../effects.ts';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import type { Member, Role, Team } from '../types.ts';
import { permissionTitle, teamPermissions } from './permissions.ts';
import type { RoleDialog } from './role-dialog.element.ts';
import './role-dialog.element.ts';

/** The roles of a team: what each may do in the team. Fires `dossier-changed`. */
class TeamRoles extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, pageStyles];
  static override properties = { team: { attribute: false }, roles: { attribute: false }, refused: { state: true } };
  declare team: Team;
  declare roles: readonly Role[];
  declare refused: unknown;

  constructor() {
    super();
    this.roles = [];
    this.refused = null;
  }

  #ask(role: Role | null): void {
    void this.renderRoot.querySelector<RoleDialog>('dossier-role-dialog')?.ask(this.team.id, role);
  }

  #changed(text: string): void {
    this.refused = null;
    this.host.notify({ kind: 'success', text });
    this.dispatchEvent(new Event('dossier-changed'));
  }

  async #remove(role: Role): Promise<void> {
    this.refused = null;
    try {
      const holders = (await this.host.readAll<Member>(`/api/v1/teams/${this.team.id}/members`)).filter(
        ({ teamRoleId }) => teamRoleId === role.id,
      );
      const who =
        holders.length === 0
          ? 'Nobody has this role.'
          : `${counted(holders.length, 'member has', 'members have')} this role: ${holders
              .slice(0, 5)
              .map(({ name }) => name)
              .join(
                ', ',
              )}${holders.length > 5 ? ' and others' : ''}. They stay in the team and lose what the role gives, in the team and in its workspaces, with their next request.`;
      if (
        !(await this.host.confirm({
          title: `Delete the role ${role.name}?`,
          body: `${who} What the role was granted under Features & Access goes with it. This cannot be undone.`,
          action: 'Delete the role',
          danger: true,
        }))
      )
        return;
      await this.host.send('DELETE', `/api/v1/teams/${this.team.id}/roles/${role.id}`);
      this.#changed(`The role ${role.name} was deleted.`);
    } catch (error) {
      this.refused = error;
    }
  }

  #row(role: Role, edits: boolean): TemplateResult {
    const held = teamPermissions.filter(({ id }) => role.permissions.includes(id));
    return html`
      <li>
        <span class="who"><span class="name">${role.name}</span>${
          role.description === '' ? nothing : html`<span class="muted small">${role.description}</span>`
        }
          ${
            held.length === 0
              ? html`<span class="muted small">Gives nothing in the team itself</span>`
              : html`<ul class="tags">${held.map(({ id }) => html`<li class="tag">${permissionTitle(id)}</li>`)}</ul>`
          }</span>
        ${
          edits
            ? html`<span class="actions"><button class="button small" aria-label="Edit the role ${role.name}"
              @click=${() => this.#ask(role)}>Edit</button>
              <button class="button small danger" aria-label="Delete the role ${role.name}"
                @click=${() => this.#remove(role)}>Delete</button></span>`
            : nothing
        }
      </li>`;
  }

  override render() {
    const edits = this.team.permissions.includes('editTeam');
    return html`
      ${refusalBox(this.refused)}
      <div class="head"><p
        class="muted lead">A role says what its members may do in the team. What it may do in each workspace is set under Features & Access.</p>
        ${
          edits
            ? html`<button class="button primary"
          @click=${() => this.#ask(null)}>Create a role</button>`
            : nothing
        }</div>
      ${
        this.roles.length === 0
          ? html`<div class="card">${empty({
              icon: 'key',
              title: 'No roles',
              text: 'Without a role nobody can be given anything here. Create one.',
            })}</div>`
          : html`<ul class="card rows">${repeat(
              this.roles,
              (one) => one.id,
              (one) => this.#row(one, edits),
            )}</ul>`
      }
      <dossier-role-dialog
        @dossier-role=${(event: CustomEvent<Role>) =>
          this.#changed(`The role ${event.detail.name} was saved.`)}></dossier-role-dialog>`;
  }
}
define('dossier-team-roles', TeamRoles);
