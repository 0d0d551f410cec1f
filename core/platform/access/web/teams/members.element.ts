import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { settingsAddress } from '@dossier/sdk/web/ui/addresses';
import { shortTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { refusalBox, removalEffect } from '../effects.ts';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import '../role-select.element.ts';
import type { Member, Role, Team } from '../types.ts';
import type { AddDialog } from './add-dialog.element.ts';
import './add-dialog.element.ts';
import { owns } from './permissions.ts';
import type { TransferDialog } from './transfer-dialog.element.ts';
import './transfer-dialog.element.ts';

/**
 * The members of a team with their roles. Fires `dossier-changed` when the person's own rights or the number of members
 * may be others now.
 */
class TeamMembers extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, pageStyles];
  static override properties = { team: { attribute: false }, roles: { attribute: false }, refused: { state: true } };
  declare team: Team;
  declare roles: readonly Role[];
  declare refused: unknown;
  readonly #members = new Loading<readonly Member[]>(this, () =>
    this.host.readAll<Member>(`/api/v1/teams/${this.team.id}/members`),
  );

  constructor() {
    super();
    this.roles = [];
    this.refused = null;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    const before = changed.get('team');
    if (typeof before === 'object' && before !== null && 'id' in before && before.id !== this.team.id)
      void this.#members.anew();
  }

  #changed(text: string): void {
    this.refused = null;
    this.host.notify({ kind: 'success', text });
    this.dispatchEvent(new Event('dossier-changed'));
    void this.#members.again();
  }

  async #remove(member: Member): Promise<void> {
    const { team } = this;
    const mine = member.userId === this.session?.user.id;
    const body = removalEffect({
      name: member.name,
      team: team.name,
      workspaces: team.workspaces.map(({ name }) => name),
      otherTeams: null,
      organization: this.session?.organization?.name ?? 'the organization',
    });
    const sure = await this.host.confirm({
      title: mine ? `Leave ${team.name}?` : `Remove ${member.name} from ${team.name}?`,
      body,
      action: mine ? 'Leave the team' : 'Remove',
      danger: true,
    });
    if (!sure) return;
    try {
      await this.host.send('DELETE', `/api/v1/user-teams/${member.id}`);
      this.#changed(mine ? `You have left ${team.name}.` : `${member.name} was removed from ${team.name}.`);
    } catch (error) {
      this.refused = error;
    }
  }

  /** Who owns the team may hand it over, and only to another active member. */
  #mayTransfer(members: readonly Member[]): boolean {
    const me = members.find(({ userId, status }) => userId === this.session?.user.id && status === 'active');
    const role = this.roles.find(({ id }) => id === me?.teamRoleId);
    return role !== undefined && owns(role.permissions) && members.length > 1;
  }

  #transfer(members: readonly Member[]): void {
    void this.renderRoot.querySelector<TransferDialog>('dossier-transfer-dialog')?.ask(
      this.team,
      members.filter(({ userId, status }) => userId !== this.session?.user.id && status === 'active'),
    );
  }

  #row(member: Member, manages: boolean): TemplateResult {
    const mine = member.userId === this.session?.user.id;
    return html`
      <tr>
        <th scope="row"><span class="who">
          ${
            manages
              ? html`<a class="name"
            href=${settingsAddress(
              this.session?.organization?.slug ?? '',
              'people',
              member.userId,
            )}><bdi>${member.name}</bdi></a>`
              : html`<bdi class="name">${member.name}</bdi>`
          }
          <span class="muted small"><bdi>${member.email}</bdi>${mine ? html`<b> · you</b>` : nothing}${
            member.status === 'active' ? nothing : html` · ${member.status}`
          }</span></span></th>
        <td>${
          manages
            ? html`<dossier-role-select class="role" .membership=${member} .roles=${this.roles}
              .label=${`Role of ${member.name}`}
              @dossier-role=${(event: CustomEvent<Role>) =>
                this.#changed(`${member.name} is ${event.detail.name} now.`)} @dossier-refused=${(
                event: CustomEvent<unknown>,
              ) => {
                this.refused = event.detail;
              }}></dossier-role-select>`
            : (member.teamRoleName ?? 'No role')
        }</td>
        <td class="wide muted"><time datetime=${member.joinedAt}>${shortTime(member.joinedAt)}</time></td>
        <td class="end">${
          manages || mine
            ? html`<button class="button small danger" aria-label=${mine ? 'Leave the team' : `Remove ${member.name}`}
              @click=${() => this.#remove(member)}>${mine ? 'Leave' : 'Remove'}</button>`
            : nothing
        }</td>
      </tr>`;
  }

  #table(members: readonly Member[]): TemplateResult {
    const manages = this.team.permissions.includes('manageMembers');
    const add = manages
      ? html`<button class="button primary"
        @click=${() =>
          this.renderRoot
            .querySelector<AddDialog>('dossier-add-dialog')
            ?.ask(this.team)}>${icon('person', 16)} Add a member</button>`
      : nothing;
    const transfer = this.#mayTransfer(members)
      ? html`<button class="button" @click=${() => this.#transfer(members)}>Transfer the ownership</button>`
      : nothing;
    const isLast =
      this.refused instanceof ProblemError && ['last-owner', 'last-member-manager'].includes(this.refused.code);
    return html`
      ${refusalBox(this.refused, isLast ? transfer : nothing)}
      <div class="actions end">${transfer}${add}</div>
      <div class="card">${
        members.length === 0
          ? empty({
              icon: 'people',
              title: 'Nobody is in this team yet',
              text: 'Add somebody of the organization here, or invite people from outside under Invitations.',
            })
          : html`<table class="stacked">
            <caption class="visually-hidden">Members of ${this.team.name}</caption>
            <thead><tr><th scope="col">Member</th><th scope="col">Role</th><th scope="col" class="wide">Since</th><th
              scope="col"><span class="visually-hidden">Actions</span></th></tr></thead>
            <tbody>${repeat(
              members,
              (one) => one.id,
              (one) => this.#row(one, manages),
            )}</tbody></table>`
      }</div>`;
  }

  override render() {
    return html`
      ${this.#members.show((members) => this.#table(members), { label: 'Loading the members' })}
      <dossier-add-dialog .roles=${this.roles}
        @dossier-added=${(event: CustomEvent<string>) =>
          this.#changed(`${event.detail} is in ${this.team.name} now.`)}></dossier-add-dialog>
      <dossier-transfer-dialog
        @dossier-transferred=${(event: CustomEvent<string>) =>
          this.#changed(`${event.detail} owns ${this.team.name} now.`)}></dossier-transfer-dialog>`;
  }
}
define('dossier-team-members', TeamMembers);
