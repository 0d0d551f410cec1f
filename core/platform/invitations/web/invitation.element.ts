import type { InvitationToMe } from '../contract.ts';
import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { emblem, emblemStyles } from '@dossier/sdk/web/ui/emblem';
import { shortTime } from '@dossier/sdk/web/ui/format';
import { forgetKept } from '@dossier/sdk/web/ui/kept';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { accept, decline } from './answer.ts';
import { invitationStyles } from './invitation.styles.ts';

/** Why there is nothing to answer any more, and what to do. */
const over: Readonly<
  Record<
    Exclude<InvitationToMe['status'], 'pending' | 'accepted'>,
    (o: InvitationToMe) => { title: string; text: string }
  >
> = {
  used: ({ organization }) => ({
    title: 'This invitation has been used',
    text: `It has let you into ${organization.name}. If you have left since, ask for a new one.`,
  }),
  declined: ({ invitedByName }) => ({
    title: 'You have declined this invitation',
    text: `Nothing happens any more. If you have changed your mind, ask ${invitedByName} for a new one.`,
  }),
  revoked: ({ invitedByName }) => ({
    title: 'This invitation was revoked',
    text: `Ask ${invitedByName} whether you are still expected.`,
  }),
  expired: ({ invitedByName }) => ({
    title: 'This invitation has expired',
    text: `Ask ${invitedByName} to send it again.`,
  }),
};

/** The page behind the mailed link: who invites, whereto and as what; accept and be in, or decline. */
class InvitationPage extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, emblemStyles, invitationStyles];
  static override properties = { rest: {}, busy: { state: true }, refused: { state: true } };
  /** The secret of the link. */
  declare rest: string;
  declare busy: 'accepting' | 'declining' | null;
  declare refused: unknown;
  readonly #invitation = new Loading<InvitationToMe>(this, () =>
    this.host.send<InvitationToMe>('POST', '/api/v1/invitations/lookup', { token: this.rest }),
  );

  constructor() {
    super();
    this.rest = '';
    this.busy = null;
    this.refused = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = 'Invitation · Dossier';
  }

  async #accept(invitation: InvitationToMe): Promise<void> {
    if (this.busy) return;
    this.busy = 'accepting';
    this.refused = null;
    try {
      await accept(this.host, invitation, this.session?.user.id ?? '', this.rest);
      await this.#enter(invitation);
    } catch (error) {
      this.refused = error;
      void this.#invitation.again();
    }
    this.busy = null;
  }

  async #enter({ organization }: InvitationToMe): Promise<void> {
    const detail = await this.host.enter(organization);
    this.host.notify({ kind: 'success', text: `Welcome to ${organization.name}.` });
    this.dispatchEvent(new CustomEvent('dossier-organization-chosen', { detail, bubbles: true, composed: true }));
  }

  async #decline(invitation: InvitationToMe): Promise<void> {
    const sure = await this.host.confirm({
      title: `Decline the invitation to ${invitation.organization.name}?`,
      body: `${invitation.invitedByName} sees that you have declined. The link cannot be used afterwards.`,
      action: 'Decline',
      danger: true,
    });
    if (!sure) return;
    this.busy = 'declining';
    this.refused = null;
    try {
      await decline(this.host, invitation, this.rest);
    } catch (error) {
      this.refused = error;
    }
    await this.#invitation.again();
    this.busy = null;
  }

  async #otherAccount(): Promise<void> {
    try {
      await this.host.send('POST', '/auth/logout');
      forgetKept(null);
      this.host.leave(`/auth/login?returnTo=${encodeURIComponent(location.pathname)}`);
    } catch (error) {
      this.refused = error;
    }
  }

  #offer(invitation: InvitationToMe): TemplateResult {
    const { organization, session } = { organization: invitation.organization, session: this.session };
    const other = session !== undefined && session.user.email.toLowerCase() !== invitation.email;
    return html`
      <div class="card offer">
        <p class="to">${emblem({ ...organization, type: '' }, 'large')}<span><span
          class="muted">${invitation.invitedByName} invites you to</span><b>${organization.name}</b></span></p>
        <dl class="facts"><div><dt>Team</dt><dd>${invitation.teamName}</dd></div><div><dt>Role</dt><dd>${invitation.roleName}</dd></div><div><dt>Until</dt><dd><time datetime=${invitation.expiresAt}>${shortTime(invitation.expiresAt)}</time></dd></div></dl>
        ${invitation.message ? html`<blockquote>${invitation.message}</blockquote>` : nothing}
        ${
          this.refused
            ? html`<p class="refused" role="alert">${
                this.refused instanceof ProblemError ? this.refused.message : 'That did not work. Please try again.'
              }</p>`
            : nothing
        }
        <div class="actions">
          <button class="button primary" ?disabled=${this.busy !== null} @click=${() => this.#accept(invitation)}>${
            this.busy === 'accepting'
              ? 'One moment…'
              : invitation.status === 'accepted'
                ? 'Join the team'
                : 'Accept and join'
          }</button>
          <button class="button" ?disabled=${this.busy !== null}
            @click=${() => this.#decline(invitation)}>Decline</button>
        </div>
        <p class="muted small account">${
          other ? html`The invitation was sent to <b>${invitation.email}</b>. You` : 'You'
        } join as <b>${session?.user.email}</b>. <button class="link"
          @click=${this.#otherAccount}>Use another account</button></p>
      </div>`;
  }

  #over(invitation: InvitationToMe): TemplateResult {
    if (invitation.status === 'pending' || invitation.status === 'accepted') return this.#offer(invitation);
    const member = this.session?.organizations.some(({ slug }) => slug === invitation.organization.slug) === true;
    const action = member
      ? html`<button class="button primary" @click=${() =>
          this.#enter(invitation).catch((error: unknown) => {
            this.host.notify({
              kind: 'error',
              text: error instanceof Error ? error.message : 'That did not work. Please try again.',
            });
          })}>Go to ${invitation.organization.name}</button>`
      : html`<a class="button" href="/">Go to your organizations</a>`;
    return empty({
      icon: invitation.status === 'used' ? 'check' : 'info',
      ...over[invitation.status](invitation),
      action,
    });
  }

  #content(): TemplateResult {
    const { error } = this.#invitation;
    if (error instanceof ProblemError && (error.status === 404 || error.status === 400)) {
      return empty({
        icon: 'search',
        title: 'This link leads to no invitation',
        text: 'It may be mistyped, or a newer message has replaced it. Open the link of the newest message, or ask for another invitation.',
        action: html`<a class="button" href="/">Go to your organizations</a>`,
      });
    }
    if (error instanceof ProblemError && error.code === 'invitation-taken') {
      return empty({
        icon: 'people',
        title: 'Somebody else has answered this invitation',
        text: 'It works for one person. Ask for an invitation of your own, or use the account with which you have answered it.',
        action: html`<button class="button" @click=${this.#otherAccount}>Use another account</button>`,
      });
    }
    return this.#invitation.show((invitation) => this.#over(invitation), { label: 'Loading the invitation' });
  }

  override render() {
    return html`<h1>Invitation</h1>${this.#content()}`;
  }
}
define('dossier-invitation', InvitationPage);
