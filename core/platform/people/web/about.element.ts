import type { OwnIdentity, User } from '../contract.ts';
import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { stateStyles } from '@dossier/sdk/web/ui/states';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { copy } from '@dossier/sdk/web/ui/copy';
import { done } from '@dossier/sdk/web/ui/done';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import '@dossier/sdk/web/ui/regional-form.element';
import type { RegionalValues } from '@dossier/sdk/web/ui/regional-form.element';
import type { NameDialog } from './name-dialog.element.ts';
import './name-dialog.element.ts';
import './password.element.ts';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';

type Theme = 'light' | 'dark' | null;
interface Preferences extends RegionalValues {
  readonly theme: Theme;
}
const themes = [
  ['', 'As on this device'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** Who one is here, and by what one proves it. */
class ProfileAbout extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    chipStyles,
    sectionStyles,
    css`
    .theme { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin: 0; }
    .theme legend { float: left; width: 100%; font-weight: 600; }
    .theme label { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 1.5rem; }
  `,
  ];
  static override properties = { changing: { state: true } };
  /** The identity whose password is being changed. */
  declare changing: OwnIdentity | null;
  readonly #loading = new Loading(this, async () => {
    const id = this.session?.user.id ?? '';
    const [user, identities, preferences] = await Promise.all([
      this.host.send<User>('GET', `/users/${encodeURIComponent(id)}`),
      this.host.send<readonly OwnIdentity[]>('GET', '/api/v1/identities'),
      this.host.send<Preferences>('GET', '/api/v1/preferences'),
    ]);
    return { user, identities, preferences };
  });

  constructor() {
    super();
    this.changing = null;
  }

  async #renamed(): Promise<void> {
    this.dispatchEvent(new Event('dossier-session-changed', { bubbles: true, composed: true }));
    await this.#loading.again();
  }

  /** At once, here and in every other browser from its next page on. */
  async #wear(theme: Theme): Promise<void> {
    if (await done(this.host, () => this.host.send('PUT', '/api/v1/preferences', { theme }), 'Saved.'))
      this.dispatchEvent(new Event('dossier-session-changed', { bubbles: true, composed: true }));
    await this.#loading.again();
  }

  /** Goes by it in all that is drawn from now on. */
  async #regional(changed: Partial<RegionalValues>): Promise<RegionalValues> {
    const saved = await this.host.send<RegionalValues>('PUT', '/api/v1/preferences', changed);
    await this.#loading.again();
    this.dispatchEvent(new Event('dossier-session-changed', { bubbles: true, composed: true }));
    return saved;
  }

  async #closed(): Promise<void> {
    this.changing = null;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.rows .button')?.focus();
  }

  #row(one: OwnIdentity): TemplateResult {
    return html`<li><span class="text"><span class="name">${one.title}</span><span
      class="muted small">Known here since ${fullTime(one.createdAt)}</span></span>${
        one.passwordAt === null || this.changing === one
          ? nothing
          : html`
      <button class="button small" @click=${() => {
        this.changing = one;
      }}>Change password</button>`
      }</li>`;
  }

  #email(user: User): TemplateResult {
    if (user.email === '') return html`<span class="muted">None</span>`;
    return html`${user.email}${
      user.emailVerified
        ? html`<span class="chip success">${icon('check', 14)}Verified</span>`
        : html`<span class="chip warning">${icon('warning', 14)}Not verified</span>`
    }`;
  }

  #facts({
    user,
    identities,
    preferences,
  }: {
    user: User;
    identities: readonly OwnIdentity[];
    preferences: Preferences;
  }): TemplateResult {
    const nameAt = identities.find((one) => one.nameAt !== null)?.nameAt ?? null;
    return html`
      <dossier-name-dialog @dossier-renamed=${this.#renamed}></dossier-name-dialog>
      <dl class="facts card">
        <div><dt>Name</dt><dd>${user.name}${
          nameAt === null
            ? nothing
            : html`<button class="button small" @click=${() =>
                this.renderRoot.querySelector<NameDialog>('dossier-name-dialog')?.ask(nameAt, user.name)}>Change<span
                class="visually-hidden"> your name</span></button>`
        }</dd></div>
        <div><dt>E-mail</dt><dd>${this.#email(user)}</dd></div>
        <div><dt>Your id</dt><dd><span class="id">${user.id}</span><button class="button small"
          @click=${() => copy(this.host, user.id)}>Copy<span class="visually-hidden"> your id</span></button></dd></div>
      </dl>
      ${
        user.emailVerified
          ? nothing
          : html`<p
        class="muted small">Invitations and applications reach you by a verified address only. Verify it where you sign in, then sign in again.</p>`
      }
      <section class="part" aria-labelledby="identities">
        <h2 id="identities">How you sign in</h2>
        <ul class="rows card">${identities.map((one) => this.#row(one))}</ul>
        ${
          this.changing?.passwordAt
            ? html`<dossier-profile-password .at=${this.changing.passwordAt}
          .email=${user.email} @dossier-password-closed=${this.#closed}></dossier-profile-password>`
            : nothing
        }
        <p class="muted small">${nameAt === null ? 'Name and e-mail come' : 'Your e-mail comes'} from there, with each sign-in.</p>
      </section>
      <fieldset class="part theme card panel"><legend>How pages look</legend>
        ${themes.map(
          ([value, title]) =>
            html`<label><input type="radio" name="theme" .checked=${
              (preferences.theme ?? '') === value
            } @change=${() => this.#wear(value === '' ? null : value)}> ${title}</label>`,
        )}</fieldset>
      <dossier-regional-form heading="Language and region"
        hint="What you leave out is as in the organization in which you work." personal .stored=${preferences}
        .save=${(changed: Partial<RegionalValues>) => this.#regional(changed)}></dossier-regional-form>`;
  }

  override render(): TemplateResult {
    return html`<div
      class="head"><div><h1>About you</h1><p>You are one person in all your organizations. Give your id to somebody who wants to link to you.</p></div></div>${this.#loading.show(
        (all) => this.#facts(all),
      )}`;
  }
}
define('dossier-profile-about', ProfileAbout);
