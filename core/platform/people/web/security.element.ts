import type { SecurityEntry, SecurityKind } from '../contract.ts';
import { define, DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { profileAddress } from '@dossier/sdk/web/ui/addresses';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { done } from '@dossier/sdk/web/ui/done';
import { fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';

const path = '/api/v1/security-log?limit=50';

const said: Readonly<Record<SecurityKind, { readonly text: string; readonly icon: string }>> = {
  'signed-in': { text: 'You signed in', icon: 'check' },
  refused: { text: 'A sign-in was refused: the password was wrong', icon: 'warning' },
  'signed-out': { text: 'You signed out', icon: 'leave' },
  'session-ended': { text: 'A session was ended', icon: 'cross' },
  'password-changed': { text: 'Your password was changed', icon: 'key' },
  'password-reset': { text: 'A new password was set by a link from an e-mail', icon: 'key' },
  'sign-in-disabled': { text: 'Your sign-in was switched off', icon: 'lock' },
  'sign-in-enabled': { text: 'Your sign-in was switched on again', icon: 'check' },
};

interface Page {
  readonly rows: readonly SecurityEntry[];
  readonly next: string | null;
}

/** What happened to the account of the person who reads it, newest first. */
class ProfileSecurity extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, chipStyles, sectionStyles];
  readonly #loading = new Loading<Page>(this, () => this.host.readPage<SecurityEntry>(path));

  async #more(shown: Page): Promise<void> {
    const { next } = shown;
    if (next === null) return;
    await done(
      this.host,
      async () => {
        const page = await this.host.readPage<SecurityEntry>(next);
        if (this.#loading.value === shown)
          this.#loading.value = { rows: [...shown.rows, ...page.rows], next: page.next };
      },
      'Older entries are shown.',
    );
    this.requestUpdate();
  }

  #row({ at, kind, device, address, organization }: SecurityEntry): TemplateResult {
    const about = [device, address === null ? null : `Network ${address}`, organization].filter(
      (one) => one !== null && one !== '',
    );
    return html`<li>${icon(said[kind].icon, 16)}<span class="text"><span class="name">${said[kind].text}</span>${
      about.length === 0 ? nothing : html`<span class="muted small">${about.join(' · ')}</span>`
    }</span><time class="muted small" datetime=${at}>${fullTime(at)}</time></li>`;
  }

  #list(shown: Page): TemplateResult {
    if (shown.rows.length === 0)
      return html`<div class="card">${empty({
        icon: 'shield',
        title: 'Nothing happened yet',
        text: 'Sign-ins, refused ones and changes of your password appear here.',
      })}</div>`;
    return html`<ul class="rows card" aria-label="Security log">${shown.rows.map((one) => this.#row(one))}</ul>
      ${
        shown.next === null
          ? nothing
          : html`<div class="form-actions"><button class="button" @click=${() =>
              this.#more(shown)}>Show older entries</button></div>`
      }`;
  }

  override render(): TemplateResult {
    return html`<div class="head"><div><h1>Security log</h1><p>What happened to your account in the last half year. Was something not you? <a
        href=${profileAddress('sessions')}>End your sessions</a> and <a
        href=${profileAddress()}>change your password</a>.</p></div></div>${this.#loading.show(
          (shown) => this.#list(shown),
          { label: 'Loading your security log' },
        )}`;
  }
}
define('dossier-profile-security', ProfileSecurity);
