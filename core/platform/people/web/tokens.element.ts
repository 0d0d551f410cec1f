import type { IssuedToken, PersonalToken } from '../contract.ts';
import { define, DossierElement } from '@dossier/sdk/web';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { faultAt, refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { ago, fullTime } from '@dossier/sdk/web/ui/format';
import { icon } from '@dossier/sdk/web/ui/icon';
import { empty, stateStyles } from '@dossier/sdk/web/ui/states';
import { chipStyles } from '@dossier/sdk/web/ui/chip';
import { done } from '@dossier/sdk/web/ui/done';
import { copy } from '@dossier/sdk/web/ui/copy';
import { Loading } from '@dossier/sdk/web/ui/loading.controller';
import { UnsavedGuard } from '@dossier/sdk/web/ui/unsaved.controller';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';

const path = '/api/v1/tokens';
const day = 86_400_000;
const lifetimes = [7, 30, 90, 365];

/** Personal access tokens in the organization in which one works: programs act with them as oneself. */
class ProfileTokens extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, chipStyles, formStyles, sectionStyles];
  static override properties = { issued: { state: true }, refusal: { state: true }, sending: { state: true } };
  declare issued: { readonly name: string; readonly secret: string } | null;
  declare refusal: Refusal | null;
  declare sending: boolean;
  readonly #loading = new Loading(this, async () =>
    this.session?.organization ? this.host.send<readonly PersonalToken[]>('GET', path) : [],
  );

  constructor() {
    super();
    this.issued = null;
    this.refusal = null;
    this.sending = false;
    new UnsavedGuard(this, () => this.issued !== null, {
      title: 'Leave without the token?',
      body: 'It is shown this once. When it is not copied, you need to issue another.',
    });
  }

  async #issue(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || this.sending) return;
    const entered = new FormData(form);
    const name = String(entered.get('name')).trim();
    const days = Number(entered.get('days'));
    this.sending = true;
    try {
      this.issued = await this.host.send<IssuedToken>('POST', path, {
        name,
        ...(days > 0 ? { expiresAt: new Date(Date.now() + days * day).toISOString() } : {}),
      });
      this.refusal = null;
      form.reset();
      this.host.announce('The token is issued. Copy it now.');
      await this.#loading.again();
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>('.secret')?.focus();
    } catch (error) {
      this.refusal = refusalOf(error);
    }
    this.sending = false;
  }

  /** The button goes with the token; the keyboard goes on at the form that comes back. */
  async #copied(): Promise<void> {
    this.issued = null;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('#name')?.focus();
  }

  async #revoke(token: PersonalToken): Promise<void> {
    const sure = await this.host.confirm({
      title: `Revoke ${token.name}?`,
      body: 'Programs that use this token are refused from now on. This cannot be undone.',
      action: 'Revoke',
      danger: true,
    });
    if (
      sure &&
      (await done(this.host, () => this.host.send('DELETE', `${path}/${token.id}`), `${token.name} is revoked.`))
    )
      await this.#loading.again();
  }

  #state(token: PersonalToken): TemplateResult {
    if (token.revokedAt !== null) return html`<span class="chip neutral">${icon('cross', 14)}Revoked</span>`;
    if (token.expiresAt !== null && Date.parse(token.expiresAt) <= Date.now())
      return html`<span class="chip neutral">${icon('clock', 14)}Expired</span>`;
    return html`<button class="button small danger" @click=${() => this.#revoke(token)}>Revoke<span
      class="visually-hidden"> ${token.name}</span></button>`;
  }

  #row(token: PersonalToken): TemplateResult {
    const used = token.lastUsedAt === null ? 'Never used' : `Last used ${ago(token.lastUsedAt)}`;
    const until = token.expiresAt === null ? 'does not expire' : `expires ${fullTime(token.expiresAt)}`;
    return html`<li><span class="text"><span class="name">${token.name}</span><span class="muted small"><span
      class="id">${token.prefix}…</span> · ${used} · ${until}</span></span>${this.#state(token)}</li>`;
  }

  #issuing(): TemplateResult {
    const fault = this.refusal ? faultAt(this.refusal.faults, '/name') : undefined;
    return html`
      <form class="card panel" @submit=${this.#issue} novalidate aria-labelledby="issue">
        <h2 id="issue">New token</h2>
        ${refusalSummary(this.refusal, ['/name'])}
        <div class="field"><label for="name">Name</label>
          <input id="name" name="name" class="input" maxlength="100" autocomplete="off"
            aria-invalid=${fault !== undefined} aria-describedby="name-hint">
          <p id="name-hint" class=${fault ? 'fault' : 'hint'}>${
            fault === undefined
              ? 'What will use it, for example “Nightly report”.'
              : 'Give the token a name, so that you know later what uses it.'
          }</p></div>
        <div class="field"><label for="days">Valid for</label>
          <select id="days" name="days" class="input">${lifetimes.map(
            (days) =>
              html`<option value=${days} ?selected=${days === 30}>${days === 365 ? 'A year' : `${days} days`}</option>`,
          )}<option value="0">No limit</option></select></div>
        <div class="actions"><button class="button primary" ?disabled=${this.sending}>Issue a token</button></div>
      </form>`;
  }

  #secret({ name, secret }: { name: string; secret: string }): TemplateResult {
    return html`
      <section class="secret card" tabindex="-1" aria-labelledby="secret">
        <h2 id="secret">${name}: copy it now</h2>
        <p class="muted">This is the only time that the token is shown. Keep it as you keep a password.</p>
        <p class="id">${secret}</p>
        <div class="form-actions"><button class="button primary"
          @click=${() => copy(this.host, secret)}>Copy the token</button><button class="button"
          @click=${() => void this.#copied()}>I have copied it</button></div>
      </section>`;
  }

  override render(): TemplateResult {
    const organization = this.session?.organization;
    if (!organization)
      return html`<h1>Access tokens</h1><div class="card">${empty({
        icon: 'key',
        title: 'Choose an organization first',
        text: 'A token belongs to one organization, and you work in none at the moment.',
        action: html`<a class="button" href="/">Go to your organizations</a>`,
      })}</div>`;
    return html`
      <div class="head"><div><h1>Access tokens</h1><p>With a token a program acts as you in ${organization.name}, with your rights and in your name.</p></div></div>
      ${this.issued ? this.#secret(this.issued) : this.#issuing()}
      ${this.#loading.show(
        (all) =>
          all.length === 0
            ? html`<div class="card">${empty({
                icon: 'key',
                title: 'No tokens yet',
                text: 'Issue one for a script or a tool that calls the interface of the platform. You can revoke it at any time.',
              })}</div>`
            : html`<ul class="rows card" aria-label="Tokens">${all.map((one) => this.#row(one))}</ul>`,
        { label: 'Loading your tokens' },
      )}`;
  }
}
define('dossier-profile-tokens', ProfileTokens);
