import type { InvitationToMe } from '../contract.ts';
import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { emblem, emblemStyles } from '@dossier/sdk/web/ui/emblem';
import { accept, decline } from './answer.ts';

/**
 * Open invitations to the person, to be answered here; nothing at all when there are none. For the page on which
 * organizations are chosen. Fires `dossier-organization-chosen` (detail: the address) when one was accepted.
 */
class MyInvitations extends DossierElement {
  static override styles = [
    DossierElement.styles,
    emblemStyles,
    css`
    section { display: grid; gap: 0.75rem; }
    ul { display: grid; gap: 0.75rem; }
    li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 1rem; padding: 1rem 1.125rem;
      border-color: var(--dossier-accent); }
    .text { display: grid; flex: 1 1 14rem; min-width: 0; overflow-wrap: anywhere; }
    .name { font-weight: 620; }
    .actions { display: flex; gap: 0.5rem; }
  `,
  ];
  static override properties = { invitations: { state: true }, busy: { state: true } };
  declare invitations: readonly InvitationToMe[];
  /** The one that is being answered. */
  declare busy: string | null;

  constructor() {
    super();
    this.invitations = [];
    this.busy = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      this.invitations = await this.host.send<readonly InvitationToMe[]>('GET', '/api/v1/my/invitations');
    } catch {
      /* what the page is for stands without them, and each was mailed */
    }
  }

  async #answer(invitation: InvitationToMe, how: 'accept' | 'decline'): Promise<void> {
    if (this.busy) return;
    const { name } = invitation.organization;
    if (
      how === 'decline' &&
      !(await this.host.confirm({
        title: `Decline the invitation to ${name}?`,
        body: `${invitation.invitedByName} sees that you have declined. It cannot be accepted afterwards.`,
        action: 'Decline',
        danger: true,
      }))
    )
      return;
    this.busy = invitation.id;
    try {
      if (how === 'accept') {
        await accept(this.host, invitation, this.session?.user.id ?? '');
        const detail = await this.host.enter(invitation.organization);
        this.host.notify({ kind: 'success', text: `Welcome to ${name}.` });
        this.dispatchEvent(new CustomEvent('dossier-organization-chosen', { detail, bubbles: true, composed: true }));
      } else {
        await decline(this.host, invitation);
        this.host.notify({ kind: 'info', text: `You have declined the invitation to ${name}.` });
      }
    } catch (error) {
      this.host.notify({
        kind: 'error',
        text: error instanceof Error ? error.message : 'That did not work. Please try again.',
      });
    }
    this.busy = null;
    await this.#load();
  }

  override render() {
    if (this.invitations.length === 0) return nothing;
    return html`
      <section aria-labelledby="invitations">
        <h2 id="invitations">Invitations for you</h2>
        <ul>${repeat(
          this.invitations,
          (one) => one.id,
          (one) => html`
          <li class="card" aria-busy=${this.busy === one.id}>
            ${emblem({ ...one.organization, type: '' }, 'large')}
            <span class="text"><span class="name">${one.organization.name}</span><span
              class="muted small">${one.teamName}, as ${one.roleName} · invited by ${one.invitedByName}</span></span>
            <span class="actions"><button class="button primary"
              aria-label="Accept the invitation to ${one.organization.name}" ?disabled=${this.busy !== null}
              @click=${() => this.#answer(one, 'accept')}>Accept</button>
              <button class="button" aria-label="Decline the invitation to ${one.organization.name}"
                ?disabled=${this.busy !== null} @click=${() => this.#answer(one, 'decline')}>Decline</button></span>
          </li>`,
        )}</ul>
      </section>`;
  }
}
define('dossier-my-invitations', MyInvitations);
