import { define, DossierElement, Offered, ProblemError } from '@dossier/sdk/web';
import type { Contribution } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { stateStyles } from '@dossier/sdk/web/ui/states';
import { refusalBox } from '../effects.ts';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import type { Role, Team } from '../types.ts';
import './members.element.ts';
import { teamPermissions } from './permissions.ts';
import { ordinary } from './role-field.ts';
import './roles.element.ts';
import './team-dialog.element.ts';
import type { TeamDialog } from './team-dialog.element.ts';
import './team-workspaces.element.ts';

interface Shown {
  readonly team: Team;
  readonly roles: readonly Role[];
}

/** One team: its name, and a part of it by the address: members, invitations, roles or workspaces. */
class TeamPage extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, pageStyles];
  static override properties = { base: {}, teamId: {}, tab: {}, refused: { state: true } };
  declare base: string;
  declare teamId: string;
  declare tab: string;
  declare refused: unknown;
  readonly #offered = new Offered(this, 'access/team-part@1');
  readonly #shown = new Loading<Shown>(this, () => this.#load());

  constructor() {
    super();
    this.base = '';
    this.teamId = '';
    this.tab = '';
    this.refused = null;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.get('teamId')) void this.#shown.anew();
  }

  async #load(): Promise<Shown> {
    const { teamId } = this;
    const team = (await this.host.readAll<Team>('/api/v1/teams')).find((one) => one.id === teamId);
    if (!team)
      throw new ProblemError({
        status: 404,
        code: 'not-found',
        title: 'There is no such team',
        detail: 'It may have been removed, or you are not in it. The list shows the teams that are open to you.',
        errors: [],
      });
    return { team, roles: await this.host.readAll<Role>(`/api/v1/teams/${teamId}/roles`) };
  }

  /** Whether the person holds this in the team, or in the organization. */
  #may(team: Team, permission: string): boolean {
    return teamPermissions.some(({ id }) => id === permission)
      ? team.permissions.includes(permission)
      : this.holds(permission);
  }

  /** What others show of a team. */
  #contributed(team: Team): readonly (Contribution & { path: string })[] {
    return this.#offered.list.flatMap((one) =>
      one.path !== null && one.demands.every((some) => some.some((permission) => this.#may(team, permission)))
        ? [{ ...one, path: one.path }]
        : [],
    );
  }

  #parts(team: Team): readonly { path: string; title: string; icon: string | null }[] {
    const { permissions } = team;
    const may = (...anyOf: readonly string[]): boolean => anyOf.some((one) => permissions.includes(one));
    return [
      ...(may('manageMembers', 'editTeam', 'inviteUsers') || this.holds('access.manage')
        ? [{ path: '', title: 'Members', icon: 'people' }]
        : []),
      ...this.#contributed(team),
      { path: 'roles', title: 'Roles', icon: 'key' },
      { path: 'workspaces', title: 'Workspaces', icon: 'folder' },
    ];
  }

  async #remove(team: Team): Promise<void> {
    const work =
      team.workspaces.length === 0
        ? ''
        : ` The roles of the team lose what they were granted in ${counted(team.workspaces.length, 'workspace', 'workspaces')}.`;
    const body = `${counted(team.memberCount, 'membership ends', 'memberships end')} at once; who is in no other team is not in the organization any more.${work} Open invitations to the team are revoked. This cannot be undone.`;
    if (
      !(await this.host.confirm({
        title: `Remove the team ${team.name}?`,
        body,
        action: 'Remove the team',
        danger: true,
      }))
    )
      return;
    this.refused = null;
    try {
      await this.host.send('DELETE', `/api/v1/teams/${team.id}`);
      this.host.notify({ kind: 'success', text: `The team ${team.name} was removed.` });
      this.host.navigate(this.base);
    } catch (error) {
      this.refused = error;
    }
  }

  #content({ team, roles }: Shown, part: string): TemplateResult {
    const again = (): void => void this.#shown.again();
    const contributed = this.#contributed(team).find(({ path }) => path === part);
    if (contributed) {
      const input = { team, roles, usualRole: ordinary(roles)?.id ?? null };
      return html`<dossier-slot .contribution=${contributed} .input=${input}></dossier-slot>`;
    }
    switch (part) {
      case 'roles':
        return html`<dossier-team-roles .team=${team} .roles=${roles} @dossier-changed=${again}></dossier-team-roles>`;
      case 'workspaces':
        return html`<dossier-team-workspaces .team=${team} @dossier-changed=${again}></dossier-team-workspaces>`;
      default:
        return html`<dossier-team-members .team=${team} .roles=${roles}
          @dossier-changed=${again}></dossier-team-members>`;
    }
  }

  #page(shown: Shown): TemplateResult {
    const { team } = shown;
    const parts = this.#parts(team);
    const part = parts.find((one) => one.path === this.tab) ?? parts[0];
    const at = `${this.base}/${team.id}`;
    return html`
      <div class="head">
        <div class="lead"><h1><bdi>${team.name}</bdi></h1>${
          team.description === '' ? nothing : html`<p class="muted">${team.description}</p>`
        }</div>
        ${
          team.permissions.includes('editTeam')
            ? html`<div class="actions">
              <button class="button"
                @click=${() =>
                  this.renderRoot.querySelector<TeamDialog>('dossier-team-dialog')?.ask(team)}>Rename</button>
              <button class="button danger" @click=${() => this.#remove(team)}>Remove the team</button></div>`
            : nothing
        }
      </div>
      ${refusalBox(this.refused)}
      <nav class="tabs" aria-label="Parts of the team">${parts.map(
        (one) =>
          html`<a href=${one.path === '' ? at : `${at}/${one.path}`}
            aria-current=${one === part ? 'page' : nothing}>${icon(one.icon, 16)}${one.title}</a>`,
      )}</nav>
      ${part ? this.#content(shown, part.path) : nothing}
      <dossier-team-dialog @dossier-team=${() => {
        this.host.notify({ kind: 'success', text: 'The team was saved.' });
        void this.#shown.again();
      }}></dossier-team-dialog>`;
  }

  override render() {
    return html`<a class="back" href=${this.base}>${icon('left', 16)} Teams</a>${this.#shown.show(
      (shown) => this.#page(shown),
      { label: 'Loading the team', alone: true },
    )}`;
  }
}
define('dossier-team', TeamPage);
