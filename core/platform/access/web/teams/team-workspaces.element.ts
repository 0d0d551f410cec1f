import type { WorkspaceWithTeams } from '../../../tenancy/contract.ts';
import { define, DossierElement } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { words } from '@dossier/sdk/web/ui/format';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { refusalBox } from '../effects.ts';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import type { Team } from '../types.ts';

/** Where a team works. Who manages the organization sees all workspaces and switches each. Fires `dossier-changed`. */
class TeamWorkspaces extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    pageStyles,
    css`
    label { display: flex; align-items: center; gap: 0.75rem; flex: 1; min-height: 1.75rem; cursor: pointer; }
    input { flex: none; width: 1.125rem; height: 1.125rem; margin: 0; }
  `,
  ];
  static override properties = { team: { attribute: false }, refused: { state: true }, busy: { state: true } };
  declare team: Team;
  declare refused: unknown;
  /** The workspace that is being switched. */
  declare busy: string | null;
  readonly #workspaces = new Loading<Team['workspaces']>(this, async () =>
    this.holds('organization.manage')
      ? this.host.send<readonly WorkspaceWithTeams[]>('GET', '/api/v1/organization/workspaces')
      : this.team.workspaces,
  );

  constructor() {
    super();
    this.refused = null;
    this.busy = null;
  }

  async #switch(event: Event, workspace: Team['workspaces'][number]): Promise<void> {
    const { team } = this;
    const box = event.target;
    if (!(box instanceof HTMLInputElement) || this.busy) return;
    const on = box.checked;
    const body = `The members of ${team.name} lose the way into ${workspace.name} with their next request, unless another team leads there. What the roles of the team were granted there is withdrawn and does not come back by itself.`;
    if (
      !on &&
      !(await this.host.confirm({
        title: `Take ${team.name} out of ${workspace.name}?`,
        body,
        action: 'Take the team out',
        danger: true,
      }))
    ) {
      box.checked = true;
      return;
    }
    this.busy = workspace.id;
    this.refused = null;
    try {
      await this.host.send(on ? 'PUT' : 'DELETE', `/api/v1/teams/${team.id}/workspaces/${workspace.id}`);
      this.host.notify({
        kind: 'success',
        text: on
          ? `${team.name} works in ${workspace.name} now. What its roles may do there is set under Features & Access.`
          : `${team.name} does not work in ${workspace.name} any more.`,
      });
      this.dispatchEvent(new Event('dossier-changed'));
    } catch (error) {
      box.checked = !on;
      this.refused = error;
    }
    this.busy = null;
  }

  #list(workspaces: Team['workspaces']): TemplateResult {
    const manages = this.holds('organization.manage');
    const assigned = (id: string): boolean => this.team.workspaces.some((one) => one.id === id);
    if (workspaces.length === 0)
      return html`<div class="card">${empty({
        icon: 'folder',
        title: 'The team works in no workspace',
        text: 'Its members see nothing yet. Who manages the organization assigns it to workspaces here.',
      })}</div>`;
    return html`
      ${refusalBox(this.refused)}
      <p class="muted">${
        manages
          ? 'Tick the workspaces in which the team works. What its roles may do there is set under Features & Access.'
          : 'Who manages the organization decides where the team works.'
      }</p>
      <ul class="card rows">${repeat(
        workspaces,
        ({ id }) => id,
        (one) =>
          html`<li>${
            manages
              ? html`<label><input type="checkbox" .checked=${assigned(one.id)} ?disabled=${this.busy === one.id}
                @change=${(event: Event) => this.#switch(event, one)}><span class="who"><span
                class="name">${one.name}</span><span class="muted small">${words(one.type)}</span></span></label>`
              : html`<span class="who"><span class="name">${one.name}</span><span
                class="muted small">${words(one.type)}</span></span>`
          }</li>`,
      )}</ul>`;
  }

  override render() {
    return this.#workspaces.show((workspaces) => this.#list(workspaces), { label: 'Loading the workspaces' });
  }
}
define('dossier-team-workspaces', TeamWorkspaces);
