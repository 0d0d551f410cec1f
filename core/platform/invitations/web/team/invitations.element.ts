import type { InvitationOfTeam as TeamInvitation, Invited } from '../../contract.ts';
import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { done } from '@dossier/sdk/web/ui/done';
import { ago, counted, fullTime, shortTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { chip, chipStyles } from '@dossier/sdk/web/ui/chip';
import { pageStyles } from '@dossier/sdk/web/ui/page.styles';
import type { TeamReply as Team, TeamRole as Role } from '../../../access/contract.ts';
import type { InviteDialog } from './invite-dialog.element.ts';
import './invite-dialog.element.ts';

const states: Readonly<Record<TeamInvitation['status'], TemplateResult>> = {
  pending: chip({ text: 'Waiting for an answer', tone: 'info', icon: 'clock' }),
  accepted: chip({ text: 'Accepted, not joined yet', tone: 'warning', icon: 'clock' }),
  used: chip({ text: 'Joined', tone: 'success', icon: 'check' }),
  declined: chip({ text: 'Declined', tone: 'danger', icon: 'cross' }),
  revoked: chip({ text: 'Revoked', tone: 'neutral', icon: 'cross' }),
  expired: chip({ text: 'Expired', tone: 'neutral', icon: 'clock' }),
};
const isOpen = ({ status }: TeamInvitation): boolean =>
  status === 'pending' || status === 'accepted' || status === 'expired';
const reasons = {
  'already-member': 'is in the team already',
  'already-invited': 'has an open invitation, which you can send again',
} as const;

/** Who was invited to a team, and what became of it; newest first. */
class TeamInvitations extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    chipStyles,
    pageStyles,
    css`.fault { color: var(--dossier-danger-text); } .note { padding: 0.75rem 1rem;
      border-radius: var(--dossier-radius); background: var(--dossier-info-soft); color: var(--dossier-info-text);
      overflow-wrap: anywhere; }`,
  ];
  static override properties = {
    team: { attribute: false },
    roles: { attribute: false },
    usualRole: { attribute: false },
    invited: { state: true },
  };
  declare team: Team;
  declare roles: readonly Role[];
  declare usualRole: string | null;
  declare invited: Invited | null;
  readonly #invitations = new Loading(this, () =>
    this.host.readPage<TeamInvitation>(
      `/api/v1/team-invitations?${new URLSearchParams({ teamId: this.team.id, limit: '50' })}`,
    ),
  );

  constructor() {
    super();
    this.roles = [];
    this.usualRole = null;
    this.invited = null;
  }

  #sent(event: CustomEvent<Invited>): void {
    this.invited = event.detail;
    this.host.notify({
      kind: 'success',
      text: `${counted(event.detail.invitations.length, 'invitation is', 'invitations are')} on the way.`,
    });
    void this.#invitations.again();
  }

  async #resend(invitation: TeamInvitation): Promise<void> {
    await done(
      this.host,
      () => this.host.send('POST', `/api/v1/team-invitations/${invitation.id}/resend`),
      `The invitation was sent to ${invitation.email} again, with a new link.`,
    );
    void this.#invitations.again();
  }

  async #revoke(invitation: TeamInvitation): Promise<void> {
    const sure = await this.host.confirm({
      title: `Revoke the invitation to ${invitation.email}?`,
      body: 'Its link is dead from then on. You can invite this address again.',
      action: 'Revoke the invitation',
      danger: true,
    });
    if (!sure) return;
    await done(
      this.host,
      () => this.host.send('DELETE', `/api/v1/team-invitations/${invitation.id}`),
      `The invitation to ${invitation.email} was revoked.`,
    );
    void this.#invitations.again();
  }

  async #readMore(next: string): Promise<void> {
    const shown = this.#invitations.value;
    await done(
      this.host,
      async () => {
        const page = await this.host.readPage<TeamInvitation>(next);
        if (shown && this.#invitations.value === shown)
          this.#invitations.value = { rows: [...shown.rows, ...page.rows], next: page.next };
      },
      'Older invitations are shown.',
    );
    this.requestUpdate();
  }

  #row(one: TeamInvitation): TemplateResult {
    const role = this.roles.find(({ id }) => id === one.teamRoleId)?.name ?? 'a role that was deleted';
    const until =
      one.status === 'pending' || one.status === 'accepted'
        ? html` · works until <time datetime=${one.expiresAt}
          title=${fullTime(one.expiresAt)}>${shortTime(one.expiresAt)}</time>`
        : nothing;
    const lost = one.delivery?.state === 'failed' || one.delivery?.state === 'rejected';
    return html`
      <li>
        <span class="who"><span class="name">${one.email}</span>
          <span class="muted small">as ${role} · invited by ${one.invitedByName} <time datetime=${one.sentAt}
            title=${fullTime(one.sentAt)}>${ago(one.sentAt)}</time>${until}</span>
          ${
            lost && isOpen(one)
              ? html`<span
            class="small fault">${icon('warning', 14)} The message was not delivered. ${one.delivery?.reason ?? ''}</span>`
              : nothing
          }</span>
        ${states[one.status]}
        ${
          isOpen(one)
            ? html`<span class="actions">${
                one.status === 'accepted'
                  ? nothing
                  : html`<button class="button small" aria-label="Send again to ${one.email}"
                    @click=${() => this.#resend(one)}>Send again</button>`
              }
              <button class="button small danger" aria-label="Revoke the invitation to ${one.email}"
                @click=${() => this.#revoke(one)}>Revoke</button></span>`
            : nothing
        }
      </li>`;
  }

  #list({ rows, next }: { readonly rows: readonly TeamInvitation[]; readonly next: string | null }): TemplateResult {
    if (rows.length === 0)
      return html`<div class="card">${empty({
        icon: 'inbox',
        title: 'Nobody was invited yet',
        text: 'An invitation goes out by e-mail. Who accepts it joins the team in the role that it names.',
      })}</div>`;
    return html`<ul class="card rows">${repeat(
      rows,
      (one) => one.id,
      (one) => this.#row(one),
    )}</ul>
      ${
        next === null
          ? nothing
          : html`<button class="button more"
        @click=${() => this.#readMore(next)}>Show older ones</button>`
      }`;
  }

  override render() {
    const skipped = this.invited?.skipped ?? [];
    return html`
      <div class="actions end"><button class="button primary" ?disabled=${this.roles.length === 0}
        @click=${() =>
          this.renderRoot
            .querySelector<InviteDialog>('dossier-invite-dialog')
            ?.ask(this.team)}>${icon('people', 16)} Invite people</button></div>
      ${
        skipped.length > 0
          ? html`<ul class="note" role="status">${skipped.map(
              ({ email, reason }) =>
                html`<li>Nothing was sent to <b>${email}</b>: this person ${reasons[reason]}.</li>`,
            )}</ul>`
          : nothing
      }
      ${this.#invitations.show((page) => this.#list(page), { label: 'Loading the invitations' })}
      <dossier-invite-dialog .roles=${this.roles} .usualRole=${this.usualRole}
        @dossier-invited=${this.#sent}></dossier-invite-dialog>`;
  }
}
define('dossier-team-invitations', TeamInvitations);
