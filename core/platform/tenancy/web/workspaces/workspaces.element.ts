import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { settingsAddress } from '@dossier/sdk/web/ui/addresses';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { empty, failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import type { TeamsDialog } from './teams-dialog.element.ts';
import './teams-dialog.element.ts';
import { kinds } from './types.ts';
import type { TeamRow, WorkspaceRow } from './types.ts';
import type { WorkspaceDialog } from './workspace-dialog.element.ts';
import './workspace-dialog.element.ts';

/** The organization's workspaces: made, renamed, given to teams, and archived. */
class WorkspaceSettings extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    css`
    :host { display: grid; gap: 1.5rem; align-content: start; max-width: 60rem; }
    header { display: flex; flex-wrap: wrap; gap: 1rem 2rem; justify-content: space-between; align-items: end; }
    .lead { display: grid; gap: 0.25rem; flex: 1 1 22rem; max-width: 40rem; }
    ul { display: grid; gap: 0.875rem; }
    li { display: grid; gap: 0.75rem; padding: 1rem 1.25rem; }
    .head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.75rem; }
    .kind { padding: 0.0625rem 0.5625rem; border-radius: 1rem; background: var(--dossier-neutral-soft);
      font-size: var(--dossier-size-s); font-weight: 550; }
    .teams { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem 0.5rem; }
    .team { display: inline-flex; align-items: center; gap: 0.375rem; padding: 0.125rem 0.625rem 0.125rem 0.5rem;
      border: 1px solid var(--dossier-border); border-radius: 1rem; font-size: var(--dossier-size-s);
      overflow-wrap: anywhere; }
    .none { color: var(--dossier-warning-text); display: inline-flex; gap: 0.375rem; align-items: center;
      font-size: var(--dossier-size-s); }
    .actions { display: flex; flex-wrap: wrap; gap: 0.5rem; }
    .refused { display: flex; gap: 0.5rem; align-items: start; padding: 0.625rem 0.875rem;
      border-radius: var(--dossier-radius); background: var(--dossier-danger-soft); color: var(--dossier-danger-text); }
    .refused svg { flex: none; margin-top: 0.1875rem; }
  `,
  ];
  static override properties = {
    base: {},
    rest: {},
    search: {},
    workspaces: { state: true },
    teams: { state: true },
    error: { state: true },
    refused: { state: true },
  };
  declare base: string;
  declare rest: string;
  declare search: string;
  declare workspaces: readonly WorkspaceRow[] | null;
  declare teams: readonly TeamRow[];
  declare error: unknown;
  /** Why a workspace was not archived. */
  declare refused: { readonly id: string; readonly text: string } | null;
  #live: Disposable | null = null;
  #turn = 0;

  constructor() {
    super();
    this.base = '';
    this.rest = '';
    this.search = '';
    this.workspaces = null;
    this.teams = [];
    this.error = null;
    this.refused = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#live = this.host.live({ kind: 'organization' }, () => void this.#load());
    void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#live?.[Symbol.dispose]();
  }

  /** Of two looks the later one counts. */
  async #load(): Promise<void> {
    const turn = (this.#turn += 1);
    try {
      const [workspaces, teams] = await Promise.all([
        this.host.send<readonly WorkspaceRow[]>('GET', '/api/v1/organization/workspaces'),
        this.host.readAll<TeamRow>('/api/v1/teams'),
      ]);
      if (turn !== this.#turn) return;
      this.workspaces = workspaces;
      this.teams = teams;
      this.error = null;
    } catch (error) {
      // A failed look again leaves on screen what is there.
      if (turn === this.#turn && !this.workspaces) this.error = error;
    }
  }

  #name(workspace: WorkspaceRow | null): void {
    this.renderRoot.querySelector<WorkspaceDialog>('dossier-workspace-dialog')?.ask(workspace);
  }

  #assign(workspace: WorkspaceRow): void {
    this.renderRoot.querySelector<TeamsDialog>('dossier-workspace-teams-dialog')?.ask(workspace, this.teams);
  }

  async #archive(workspace: WorkspaceRow): Promise<void> {
    const sure = await this.host.confirm({
      title: `Archive ${workspace.name}?`,
      action: 'Archive',
      danger: true,
      name: workspace.name,
      body: `${workspace.teams === 0 ? 'Nobody works in it.' : `${counted(workspace.teams, 'team loses', 'teams lose')} access to it at once, and so do keys.`} What was done in it stays on record. It cannot be opened again.`,
    });
    if (!sure) return;
    this.refused = null;
    try {
      await this.host.send('DELETE', `/api/v1/workspaces/${workspace.id}`);
      this.host.notify({ kind: 'success', text: `${workspace.name} is archived.` });
    } catch (error) {
      this.refused = {
        id: workspace.id,
        text: error instanceof Error ? error.message : 'That did not work. Please try again.',
      };
    }
    await this.#load();
  }

  #workspace(workspace: WorkspaceRow): TemplateResult {
    const kind = kinds[workspace.type];
    const teams = this.teams.filter((team) => team.workspaces.some((one) => one.id === workspace.id));
    const { refused } = this;
    const of = html`<span class="visually-hidden"> ${workspace.name}</span>`;
    return html`
      <li class="card">
        <div class="head"><h2>${workspace.name}</h2><span class="kind">${kind.title}</span><span
          class="muted small">${kind.text}</span></div>
        <div class="teams">
          ${
            teams.length === 0 && workspace.teams === 0
              ? html`<span
            class="none">${icon('warning', 16)} No team works here, so nobody sees it.</span>`
              : nothing
          }
          ${teams.map(
            (team) => html`<span class="team">${icon('people', 14)}${team.name} <span
            class="muted number">${team.memberCount}<span
            class="visually-hidden"> ${team.memberCount === 1 ? 'member' : 'members'}</span></span></span>`,
          )}
        </div>
        ${
          refused?.id === workspace.id
            ? html`<p class="refused"
          role="alert">${icon('warning')}<span>${refused.text}</span></p>`
            : nothing
        }
        <div class="actions">
          <button class="button small" @click=${() => this.#assign(workspace)}>Teams${of}</button>
          ${
            this.holds('access.manage')
              ? html`<a class="button small"
            href=${settingsAddress(
              this.session?.organization?.slug ?? '',
              'access',
              workspace.id,
            )}>Features &amp; Access${of}</a>`
              : nothing
          }
          <button class="button small" @click=${() => this.#name(workspace)}>Rename${of}</button>
          <button class="button small danger" @click=${() => void this.#archive(workspace)}>Archive${of}</button>
        </div>
      </li>`;
  }

  override render(): TemplateResult {
    const { workspaces } = this;
    if (this.error)
      return failure(
        this.error,
        () => {
          this.error = null;
          void this.#load();
        },
        { alone: true },
      );
    if (!workspaces) return skeleton(8, 'Loading workspaces');
    return html`
      <header><div class="lead"><h1 tabindex="-1">Workspaces</h1><p
        class="muted">A workspace is a room with teams in it. Each has features and permissions of its own.</p></div>
        <button class="button primary" @click=${() => this.#name(null)}>New workspace</button></header>
      ${
        workspaces.length === 0
          ? html`<div class="card">${empty({
              icon: 'box',
              title: 'No workspaces yet',
              text: 'Create the first one, and assign the team that works in it.',
            })}</div>`
          : nothing
      }
      <ul>${repeat(
        workspaces,
        (one) => one.id,
        (one) => this.#workspace(one),
      )}</ul>
      <dossier-workspace-dialog @dossier-workspace-saved=${() => void this.#load()}></dossier-workspace-dialog>
      <dossier-workspace-teams-dialog
        @dossier-workspace-saved=${() => void this.#load()}></dossier-workspace-teams-dialog>`;
  }
}
define('dossier-settings-workspaces', WorkspaceSettings);
