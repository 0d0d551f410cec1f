import { define } from '@dossier/sdk/web';
import { html } from 'lit';
import { refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Member, Team } from '../types.ts';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';

/** Hands a team over to another of its members. Fires `dossier-transferred` (detail: the name of the new owner). */
export class TransferDialog extends FormDialog {
  #team: Team | null = null;
  #members: readonly Member[] = [];

  async ask(team: Team, members: readonly Member[]): Promise<void> {
    this.#team = team;
    this.#members = members;
    await this.open();
  }

  async #send(event: SubmitEvent): Promise<void> {
    await this.sent(event, async (form) => {
      const to = this.#members.find(({ userId }) => userId === form.get('to'));
      await this.host.send('POST', `/api/v1/teams/${this.#team?.id ?? ''}/transfer`, { toUserId: to?.userId ?? '' });
      this.dispatchEvent(new CustomEvent('dossier-transferred', { detail: to?.name ?? '' }));
    });
  }

  override render() {
    return html`
      <dialog aria-labelledby="title" aria-describedby="effect">
        <form novalidate @submit=${this.#send}>
          <h2 id="title">Transfer the ownership of ${this.#team?.name}</h2>
          <p id="effect"
            class="muted">You and the new owner change roles with each other, at once. Afterwards only the new owner can hand the team back.</p>
          ${refusalSummary(this.refusal, ['/toUserId'])}
          <div class="field"><label for="to">New owner</label>
            <select id="to" name="to" class="input" aria-describedby="to-hint" aria-invalid=${this.wrong('/toUserId')}>
              ${this.#members.map(
                (member) => html`<option
                value=${member.userId}>${member.name}, ${member.teamRoleName ?? 'no role'}</option>`,
              )}
            </select>
            ${this.notes('/toUserId', 'to')}</div>
          ${this.buttons('Transfer', 'Transferring…', { disabled: this.#members.length === 0 })}
        </form>
      </dialog>`;
  }
}
define('dossier-transfer-dialog', TransferDialog);
