import type { Invited } from '../../contract.ts';
import { define, DossierElement } from '@dossier/sdk/web';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { counted } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { TeamReply as Team } from '../../../access/contract.ts';
import type { InviteDialog } from './invite-dialog.element.ts';
import './invite-dialog.element.ts';

/** The button by which people are invited from the list of people: into a team of those that one may invite to. */
class InvitePeople extends DossierElement {
  static override properties = { busy: { state: true } };
  declare busy: boolean;

  constructor() {
    super();
    this.busy = false;
  }

  async #open(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const all = await this.host.readAll<Team>('/api/v1/teams');
      const teams = all.filter(({ permissions }) => permissions.includes('inviteUsers'));
      if (teams.length > 0) await this.renderRoot.querySelector<InviteDialog>('dossier-invite-dialog')?.askAmong(teams);
      else this.host.notify({ kind: 'error', text: 'There is no team to which you may invite people.' });
    } catch (error) {
      this.host.notify({
        kind: 'error',
        text: error instanceof Error ? error.message : 'The teams could not be read. Please try again.',
      });
    } finally {
      this.busy = false;
    }
  }

  #sent({ detail: { invitations, skipped } }: CustomEvent<Invited>): void {
    const sent = `${counted(invitations.length, 'invitation is', 'invitations are')} on the way.`;
    const left = skipped.map(({ email, reason }) =>
      reason === 'already-member' ? `${email} is in the team already.` : `${email} has an open invitation.`,
    );
    this.dispatchEvent(new Event('dossier-people-invited', { bubbles: true, composed: true }));
    this.host.notify({ kind: invitations.length > 0 ? 'success' : 'error', text: [sent, ...left].join(' ') });
  }

  override render(): TemplateResult {
    return html`<button class="button primary" aria-haspopup="dialog"
        @click=${this.#open}>${icon('plus', 16)} Invite people</button>
      <dossier-invite-dialog @dossier-invited=${this.#sent}></dossier-invite-dialog>`;
  }
}
define('dossier-invite-people', InvitePeople);
