import type { Invited } from '../../contract.ts';
import { define } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { PropertyDeclarations } from 'lit';
import { faultAt, refusalSummary } from '@dossier/sdk/web/ui/faults';
import { counted } from '@dossier/sdk/web/ui/format';
import type { TeamReply as Team, TeamRole as Role } from '../../../access/contract.ts';
import { addressesIn, mostAddresses } from './addresses.ts';
import { FormDialog } from '@dossier/sdk/web/ui/form-dialog';

/**
 * Invites a list of addresses to a team. Each that is refused is named with its reason. Fires `dossier-invited`
 * (detail: what became of each).
 */
export class InviteDialog extends FormDialog {
  static override styles = [
    ...[FormDialog.styles].flat(),
    css`.addresses { min-height: 7rem; } .faults { display: grid; gap: 0.25rem; max-height: 9rem; overflow: auto; }`,
  ];
  static override properties: PropertyDeclarations = {
    roles: { attribute: false },
    usualRole: { attribute: false },
    addresses: { state: true },
    teams: { state: true },
    team: { state: true },
  };
  declare roles: readonly Role[];
  /** Id of the one that is chosen unless another is. */
  declare usualRole: string | null;
  /** As they stand in the field; those that were sent when a refusal speaks of them by their place. */
  declare addresses: readonly string[];
  #sentAddresses: readonly string[] = [];
  /** Among which one is chosen here; none when it is given. */
  declare teams: readonly Team[];
  declare team: Team | null;

  constructor() {
    super();
    this.roles = [];
    this.usualRole = null;
    this.addresses = [];
    this.teams = [];
    this.team = null;
  }

  async ask(team: Team): Promise<void> {
    this.team = team;
    this.teams = [];
    this.addresses = [];
    await this.open();
  }

  /** Asks into which of these teams, too, when there are several: none of them is the usual one. */
  async askAmong(teams: readonly Team[]): Promise<void> {
    this.team = null;
    this.roles = [];
    const [only] = teams;
    if (only && teams.length === 1) await this.#choose(only);
    this.teams = teams;
    this.addresses = [];
    await this.open();
  }

  async #choose(team: Team): Promise<void> {
    const roles = await this.host.readAll<Role>(`/api/v1/teams/${team.id}/roles`);
    this.team = team;
    this.roles = roles;
    this.usualRole =
      (
        roles.find(({ name }) => name === 'Member') ??
        roles.toSorted((a, b) => a.permissions.length - b.permissions.length)[0]
      )?.id ?? null;
  }

  #chosen(event: Event): void {
    const id = event.target instanceof HTMLSelectElement ? event.target.value : '';
    const team = this.teams.find((one) => one.id === id);
    if (team)
      void this.#choose(team).catch(() =>
        this.host.notify({ kind: 'error', text: 'The roles of the team could not be read. Please try again.' }),
      );
  }

  async #send(event: SubmitEvent): Promise<void> {
    this.#sentAddresses = this.addresses;
    await this.sent(event, async (form) => {
      const message = String(form.get('message')).trim();
      const detail = await this.host.send<Invited>('POST', `/api/v1/teams/${this.team?.id ?? ''}/invitations`, {
        emails: this.addresses,
        teamRoleId: form.get('role'),
        ...(message === '' ? {} : { message }),
      });
      this.dispatchEvent(new CustomEvent('dossier-invited', { detail }));
    });
  }

  #typed(event: Event): void {
    if (event.target instanceof HTMLTextAreaElement) this.addresses = addressesIn(event.target.value);
  }

  /** Each address that was refused, with the reason. */
  #faults() {
    const faults = this.refusal?.faults ?? [];
    const ofEach = this.#sentAddresses.flatMap((email, i) => {
      const fault = faultAt(faults, `/emails/${i}`);
      return fault === undefined ? [] : [html`<li class="fault"><b>${email}</b>: ${fault}</li>`];
    });
    const ofAll = faults.find(({ pointer }) => pointer === '/emails');
    return ofEach.length === 0 && !ofAll
      ? nothing
      : html`<ul class="faults">${ofAll ? html`<li class="fault">${ofAll.detail}</li>` : nothing}${ofEach}</ul>`;
  }

  override render() {
    const count = this.addresses.length;
    const tooMany = count > mostAddresses;
    return html`
      <dialog aria-labelledby="title">
        <form novalidate @submit=${this.#send}>
          <h2 id="title">Invite people${this.teams.length > 1 ? '' : ` to ${this.team?.name ?? ''}`}</h2>
          ${refusalSummary(this.refusal, ['/emails', '/teamRoleId', '/message'])}
          <div class="field"><label for="emails">E-mail addresses</label>
            <textarea id="emails" name="emails" class="input addresses" spellcheck="false" autocapitalize="none"
              placeholder="ada@example.org, ben@example.org" aria-describedby="emails-hint"
              aria-invalid=${tooMany ? 'true' : this.wrong('/emails')} @input=${this.#typed}></textarea>
            <div id="emails-hint"><p class="hint" role="status">${
              count === 0
                ? `Paste as many as you like, up to ${mostAddresses} at once.`
                : counted(count, 'address', 'addresses')
            }</p>
              ${
                tooMany
                  ? html`<p
                class="fault">At most ${mostAddresses} addresses at once. Take some out and invite them afterwards.</p>`
                  : nothing
              }${this.#faults()}</div></div>
          ${
            this.teams.length > 1
              ? html`<div class="field"><label for="team">Team</label><select id="team" class="input"
                @change=${this.#chosen}><option value="" .selected=${this.team === null} disabled>Choose a team</option>${this.teams.map(
                  (one) => html`<option value=${one.id} .selected=${one.id === this.team?.id}>${one.name}</option>`,
                )}</select></div>`
              : nothing
          }
          <div class="field"><label for="role">Role</label>
            <select id="role" name="role" class="input" aria-describedby="role-hint"
              aria-invalid=${this.wrong('/teamRoleId')}>${this.roles.map(
                (role) => html`<option value=${role.id} ?selected=${role.id === this.usualRole}
                  .selected=${role.id === this.usualRole}>${role.name}</option>`,
              )}</select>
            ${this.notes('/teamRoleId', 'role', 'You can give what you hold yourself.')}</div>
          <div class="field"><label for="message">A word to them <span class="optional">(optional)</span></label>
            <textarea id="message" name="message" class="input" maxlength="1000" aria-describedby="message-hint"
              aria-invalid=${this.wrong('/message')}></textarea>
            ${this.notes('/message', 'message', 'It stands in the message as yours.')}</div>
          ${this.buttons(count > 1 ? `Send ${count} invitations` : 'Send the invitation', 'Sending…', { disabled: count === 0 || tooMany || this.team === null })}
        </form>
      </dialog>`;
  }
}
define('dossier-invite-dialog', InviteDialog);
