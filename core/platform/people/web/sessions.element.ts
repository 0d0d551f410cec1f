import type { OwnSession } from '../contract.ts';
import { define, DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { ago, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { stateStyles } from '@dossier/sdk/web/ui/states';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { done } from '@dossier/sdk/web/ui/done';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { profileAddress } from '@dossier/sdk/web/ui/addresses';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';

const path = '/api/v1/sessions';

/** Where one is signed in, and how to end it there. */
class ProfileSessions extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, chipStyles, sectionStyles];
  readonly #loading = new Loading(this, () => this.host.send<readonly OwnSession[]>('GET', path));

  async #end(one: OwnSession): Promise<void> {
    if (
      await done(
        this.host,
        () => this.host.send('DELETE', `${path}/${encodeURIComponent(one.id)}`),
        'Signed out there.',
      )
    )
      await this.#loading.again();
  }

  async #endOthers(): Promise<void> {
    const sure = await this.host.confirm({
      title: 'Sign out everywhere else?',
      body: 'All your other sessions end at once. What was not saved there is lost. You stay signed in here.',
      action: 'Sign out the others',
      danger: true,
    });
    if (sure && (await done(this.host, () => this.host.send('DELETE', path), 'All other sessions are signed out.')))
      await this.#loading.again();
  }

  async #endAll(): Promise<void> {
    const sure = await this.host.confirm({
      title: 'Sign out everywhere?',
      body: 'All your sessions end, this one too, and your access tokens are revoked in every organization: programs that use them stop working.',
      action: 'Sign out everywhere',
      danger: true,
    });
    if (
      sure &&
      (await done(
        this.host,
        () => this.host.send('POST', '/api/v1/sign-out-everywhere'),
        'You are signed out everywhere.',
      ))
    )
      this.host.leave('/');
  }

  #row(one: OwnSession): TemplateResult {
    const place = [one.address === null ? null : `Network ${one.address}`, one.organization?.name]
      .filter(Boolean)
      .join(' · ');
    return html`
      <li>
        <span class="text">
          <span class="name">${one.device ?? 'Unknown device'}</span>
          ${place === '' ? nothing : html`<span class="muted small">${place}</span>`}
          <span class="muted small">Last seen <time datetime=${one.lastSeenAt}
            title=${fullTime(one.lastSeenAt)}>${ago(one.lastSeenAt)}</time>, signed in ${fullTime(one.createdAt)}</span>
        </span>
        ${
          one.current
            ? html`<span class="chip success">${icon('check', 14)}This session</span>`
            : html`<button class="button small" @click=${() => this.#end(one)}>Sign out<span
              class="visually-hidden"> ${one.device ?? 'unknown device'}, last seen ${ago(one.lastSeenAt)}</span></button>`
        }
      </li>`;
  }

  #list(all: readonly OwnSession[]): TemplateResult {
    const sorted = all.toSorted(
      (a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt),
    );
    return html`
      <ul class="rows card" aria-label="Sessions">${sorted.map((one) => this.#row(one))}</ul>
      ${
        all.length < 2
          ? html`<p
        class="muted small">You are signed in here only. When you sign in on another device, it appears here, and you can end it from afar.</p>`
          : nothing
      }
      <div class="form-actions">
        ${
          all.length < 2
            ? nothing
            : html`<button class="button"
          @click=${this.#endOthers}>Sign out all others</button>`
        }
        <button class="button danger" @click=${this.#endAll}>Sign out everywhere</button>
      </div>`;
  }

  override render(): TemplateResult {
    return html`<div
      class="head"><div><h1>Sessions</h1><p>Every browser in which you are signed in. End what you do not recognise, and change your password then: under <a href=${profileAddress()}>About you</a>, or where you sign in.</p></div></div>${this.#loading.show(
        (all) => this.#list(all),
        { label: 'Loading your sessions' },
      )}`;
  }
}
define('dossier-profile-sessions', ProfileSessions);
