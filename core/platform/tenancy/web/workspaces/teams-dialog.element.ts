import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { dialogStyles } from '@dossier/sdk/web/ui/dialog.styles';
import { counted } from '@dossier/sdk/web/ui/format';
import type { TeamRow, WorkspaceRow } from './types.ts';

/** Which teams work in a workspace. Fires `dossier-workspace-saved`. */
export class TeamsDialog extends DossierElement {
  static override styles = [
    DossierElement.styles,
    dialogStyles,
    formStyles,
    css`
    .teams { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.375rem; max-height: 45dvh; overflow: auto;
      padding: 0.125rem; }
    .option span { min-width: 0; overflow-wrap: anywhere; }
    .effect { color: var(--dossier-warning-text); }
  `,
  ];
  static override properties = {
    room: { state: true },
    teams: { state: true },
    chosen: { state: true },
    refused: { state: true },
    sending: { state: true },
  };
  declare room: WorkspaceRow | null;
  declare teams: readonly TeamRow[];
  declare chosen: ReadonlySet<string>;
  declare refused: string;
  declare sending: boolean;

  constructor() {
    super();
    this.room = null;
    this.teams = [];
    this.chosen = new Set();
    this.refused = '';
    this.sending = false;
  }

  async ask(workspace: WorkspaceRow, teams: readonly TeamRow[]): Promise<void> {
    this.room = workspace;
    this.teams = teams;
    this.chosen = new Set(teams.filter((team) => this.#worksHere(team)).map((team) => team.id));
    this.refused = '';
    await this.updateComplete;
    this.renderRoot.querySelector('dialog')?.showModal();
  }

  #worksHere(team: TeamRow): boolean {
    return team.workspaces.some((one) => one.id === this.room?.id);
  }

  #close(): void {
    this.renderRoot.querySelector('dialog')?.close();
  }

  #toggle(id: string, event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.chosen = event.target.checked
      ? new Set([...this.chosen, id])
      : new Set([...this.chosen].filter((one) => one !== id));
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { room: workspace } = this;
    if (!workspace || this.sending) return;
    this.sending = true;
    this.refused = '';
    try {
      for (const team of this.teams.filter((one) => this.#worksHere(one) !== this.chosen.has(one.id))) {
        await this.host.send(
          this.chosen.has(team.id) ? 'PUT' : 'DELETE',
          `/api/v1/teams/${team.id}/workspaces/${workspace.id}`,
        );
      }
      this.#close();
      this.host.notify({ kind: 'success', text: `The teams of ${workspace.name} are saved.` });
    } catch (error) {
      this.refused = error instanceof Error ? error.message : 'That did not work. Please try again.';
    }
    this.sending = false;
    this.dispatchEvent(new Event('dossier-workspace-saved'));
  }

  #effect(): TemplateResult | typeof nothing {
    const losing = this.teams.filter((team) => this.#worksHere(team) && !this.chosen.has(team.id));
    if (losing.length === 0) return nothing;
    const names = new Intl.ListFormat('en').format(losing.map((team) => team.name));
    return html`<span
      class="effect">${names} ${losing.length === 1 ? 'loses' : 'lose'} this workspace at once, with what ${losing.length === 1 ? 'its' : 'their'} roles were granted in it.</span>`;
  }

  override render(): TemplateResult {
    const { room: workspace } = this;
    return html`
      <dialog aria-labelledby="title" aria-describedby="body">
        <form @submit=${this.#submit}>
          <h2 id="title">Teams in ${workspace?.name ?? ''}</h2>
          <p id="body"
            class="muted">Their members see the workspace. What each role may do in it is ticked under Features &amp; Access.</p>
          ${this.refused ? html`<div class="refusal" role="alert"><p>${this.refused}</p></div>` : nothing}
          ${this.teams.length === 0 ? html`<p>The organization has no teams yet. Create one under Teams.</p>` : nothing}
          <div class="teams">${repeat(
            this.teams,
            (team) => team.id,
            (team) => html`
            <label class="option"><input type="checkbox" .checked=${this.chosen.has(team.id)}
              @change=${(event: Event) => this.#toggle(team.id, event)}><span>${team.name} <span
              class="muted small">${counted(team.memberCount, 'member', 'members')}</span></span></label>`,
          )}</div>
          <p role="status">${this.#effect()}</p>
          <div class="actions"><button type="button" class="button" @click=${this.#close}>Cancel</button><button
            class="button primary" ?disabled=${this.sending}>Save</button></div>
        </form>
      </dialog>`;
  }
}
define('dossier-workspace-teams-dialog', TeamsDialog);
