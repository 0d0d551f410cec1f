import { define, DossierElement } from '@dossier/sdk/web';
import { css, html } from 'lit';
import { icon } from '@dossier/sdk/web/ui/icon';
import { forgetKept } from '@dossier/sdk/web/ui/kept';
import { leave } from '../api/leave.ts';
import { tellSignedOut } from './windows.controller.ts';

/** Name, e-mail and sign-out, in a native popover: Escape and a click outside of it close it. */
class UserMenu extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { position: relative; display: block; }
    .who { display: flex; width: 100%; align-items: center; gap: 0.625rem; min-height: 2.75rem; padding: 0.25rem 0.5rem;
      border: 0; border-radius: var(--dossier-radius); background: transparent; text-align: start; cursor: pointer;
      anchor-name: --who; }
    .who:hover { background: var(--dossier-hover); }
    .face { flex: none; display: grid; place-items: center; width: 2rem; height: 2rem; border-radius: 50%;
      background: var(--dossier-neutral-soft); font-size: var(--dossier-size-s); font-weight: 600; }
    .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 550; }
    [popover] { inset: auto; margin: 0.375rem 0; position-anchor: --who; position-area: top span-right;
      position-try-fallbacks: flip-block, flip-inline, flip-block flip-inline; min-width: 14rem;
      max-width: calc(100vw - 2rem); padding: 0.375rem; border: 1px solid var(--dossier-border);
      border-radius: var(--dossier-radius-l); background: var(--dossier-raised); color: inherit;
      box-shadow: var(--dossier-shadow-l); }
    .about { padding: 0.5rem 0.625rem; overflow-wrap: anywhere; }
    [popover] .button { width: 100%; justify-content: flex-start; }
  `,
  ];

  async #signOut(): Promise<void> {
    try {
      const { redirectTo } = await this.host.send<{ redirectTo: string }>('POST', '/auth/logout');
      // The next person at this browser reads nothing of it.
      forgetKept(null);
      tellSignedOut();
      leave(redirectTo);
    } catch (error) {
      this.host.notify({
        kind: 'error',
        text: error instanceof Error ? error.message : 'Signing out did not work. Please try again.',
      });
    }
  }

  override render() {
    const { name, email } = this.session?.user ?? { name: '', email: '' };
    const initials = name
      .split(/\s+/)
      .map((part) => part.charAt(0))
      .slice(0, 2)
      .join('')
      .toUpperCase();
    return html`
      <button class="who" popovertarget="menu" aria-haspopup="true"><span class="face"
        aria-hidden="true">${initials}</span><span class="name">${name}</span><span
        class="visually-hidden">, your account</span></button>
      <div id="menu" popover>
        <p class="about">${name}<br><span class="muted small">${email}</span></p>
        <a class="button quiet" href="/profile">${icon('person', 16)} Your profile</a>
        <button class="button quiet" @click=${this.#signOut}>${icon('leave', 16)} Sign out</button>
      </div>`;
  }
}
define('dossier-user-menu', UserMenu);
