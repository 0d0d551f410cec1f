import type { Team as BareTeam } from '../../../tenancy/contract.ts';
import { define } from '@dossier/sdk/web';
import { html } from 'lit';
import { refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Team } from '../types.ts';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';

/**
 * Name and description of a new team, or of one that is there. Fires `dossier-team` (detail: the team with id and
 * name).
 */
export class TeamDialog extends FormDialog {
  #team: Team | null = null;

  async ask(team: Team | null): Promise<void> {
    this.#team = team;
    if (!team) return this.open();
    await this.openFor<Team>(`/api/v1/teams/${team.id}`, (now) => {
      this.#team = now;
    });
  }

  async #send(event: SubmitEvent): Promise<void> {
    const team = this.#team;
    await this.sent(event, async (form) => {
      const body = { name: String(form.get('name')).trim(), description: String(form.get('description')).trim() };
      const detail = team
        ? await this.host.send<BareTeam>('PUT', `/api/v1/teams/${team.id}`, body, this.asRead)
        : await this.host.send<BareTeam>('POST', '/api/v1/teams', body);
      this.dispatchEvent(new CustomEvent('dossier-team', { detail }));
    });
  }

  override render() {
    const team = this.#team;
    return html`
      <dialog aria-labelledby="title">
        <form novalidate @submit=${this.#send}>
          <h2 id="title">${team ? `Rename ${team.name}` : 'Create a team'}</h2>
          ${refusalSummary(this.refusal, ['/name', '/description'])}
          <div class="field"><label for="name">Name</label>
            <input id="name" name="name" class="input" maxlength="200" autocomplete="off" required
              value=${team?.name ?? ''} aria-describedby="name-hint" aria-invalid=${this.wrong('/name')}>
            ${this.notes('/name', 'name')}</div>
          <div class="field"><label for="description">What it is for <span class="optional">(optional)</span></label>
            <textarea id="description" name="description" class="input" maxlength="2000"
              aria-describedby="description-hint" aria-invalid=${this.wrong('/description')}
              .defaultValue=${team?.description ?? ''}></textarea>
            ${this.notes('/description', 'description')}</div>
          ${
            team
              ? ''
              : html`<p
            class="muted small">It begins with the roles Owner and Member. Add its people on its page.</p>`
          }
          ${this.buttons(team ? 'Save' : 'Create the team', team ? 'Saving…' : 'Creating…')}
        </form>
      </dialog>`;
  }
}
define('dossier-team-dialog', TeamDialog);
