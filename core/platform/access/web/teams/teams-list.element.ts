import type { Team as BareTeam } from '../../../tenancy/contract.ts';
import { define, DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import type { Team } from '../types.ts';
import type { TeamDialog } from './team-dialog.element.ts';
import './team-dialog.element.ts';

/** The teams that the person may look after: all of them for who runs the organization. */
class TeamsList extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, pageStyles];
  static override properties = { base: {} };
  declare base: string;
  readonly #teams = new Loading<readonly Team[]>(this, () => this.host.readAll<Team>('/api/v1/teams'));

  constructor() {
    super();
    this.base = '';
  }

  #create(): void {
    void this.renderRoot.querySelector<TeamDialog>('dossier-team-dialog')?.ask(null);
  }

  #made(event: CustomEvent<BareTeam>): void {
    this.host.notify({ kind: 'success', text: `The team ${event.detail.name} was created.` });
    this.host.navigate(`${this.base}/${event.detail.id}`);
  }

  #table(teams: readonly Team[]): TemplateResult {
    const button = this.holds('organization.manage')
      ? html`<button class="button primary" @click=${this.#create}>Create a team</button>`
      : undefined;
    if (teams.length === 0)
      return html`<div class="card">${empty({
        icon: 'people',
        title: 'No teams yet',
        text: 'A team brings people together, gives each a role, and works in one workspace or several.',
        ...(button ? { action: button } : {}),
      })}</div>`;
    return html`
      <div class="card"><table>
        <caption class="visually-hidden">Teams</caption>
        <thead><tr><th scope="col">Team</th><th scope="col">Members</th><th scope="col"
          class="wide">Works in</th></tr></thead>
        <tbody>${repeat(
          teams,
          (one) => one.id,
          (one) => html`
          <tr>
            <th scope="row"><span class="who"><a class="name" href="${this.base}/${one.id}">${one.name}</a>${
              one.description === '' ? nothing : html`<span class="muted small">${one.description}</span>`
            }</span></th>
            <td class="number">${counted(one.memberCount, 'member', 'members')}</td>
            <td class="wide">${
              one.workspaces.length === 0
                ? html`<span class="muted">No workspace</span>`
                : html`<ul class="tags">${one.workspaces.map(
                    (workspace) => html`<li class="tag">${workspace.name}</li>`,
                  )}</ul>`
            }</td>
          </tr>`,
        )}</tbody>
      </table></div>`;
  }

  override render() {
    return html`
      <div class="head">
        <div class="lead"><h1>Teams</h1><p
          class="muted">People work in teams. A team has roles, and the workspaces in which it works.</p></div>
        ${
          this.holds('organization.manage')
            ? html`<button class="button primary"
          @click=${this.#create}>${icon('people', 16)} Create a team</button>`
            : nothing
        }
      </div>
      ${this.#teams.show((teams) => this.#table(teams), { label: 'Loading the teams' })}
      <dossier-team-dialog @dossier-team=${this.#made}></dossier-team-dialog>`;
  }
}
define('dossier-teams-list', TeamsList);
