import { define, DossierElement } from '@dossier/sdk/web';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { faultAt, refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { stateStyles } from '@dossier/sdk/web/ui/states';
import { sectionStyles } from '@dossier/sdk/web/ui/section.styles';

/** `name` is that of the input; `pointer` of what is sent, and `/again` of what is compared here alone. */
const fields = [
  {
    name: 'current',
    pointer: '/currentPassword',
    label: 'Current password',
    autocomplete: 'current-password',
    hint: '',
  },
  {
    name: 'next',
    pointer: '/newPassword',
    label: 'New password',
    autocomplete: 'new-password',
    hint: '10 characters or more. A few words that you remember make a good one.',
  },
  { name: 'again', pointer: '/again', label: 'New password, again', autocomplete: 'new-password', hint: '' },
] as const;

/**
 * Changes the password that an identity provider in process keeps. `at` is where it takes the change; the event
 * `dossier-password-closed` says that the form is done with.
 */
class ProfilePassword extends DossierElement {
  static override styles = [DossierElement.styles, stateStyles, formStyles, sectionStyles];
  static override properties = { at: {}, email: {}, refusal: { state: true }, sending: { state: true } };
  declare at: string;
  declare email: string;
  declare refusal: Refusal | null;
  declare sending: boolean;

  constructor() {
    super();
    this.at = '';
    this.email = '';
    this.refusal = null;
    this.sending = false;
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector<HTMLInputElement>('#current')?.focus();
  }

  #close(): void {
    this.dispatchEvent(new Event('dossier-password-closed'));
  }

  /** Shows what was wrong, and leads to the first field of it. */
  async #refuse(refusal: Refusal): Promise<void> {
    this.refusal = refusal;
    this.sending = false;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }

  async #change(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || this.sending) return;
    const entered = new FormData(form);
    const [current = '', next = '', again = ''] = fields.map(({ name }) => String(entered.get(name) ?? ''));
    const faults = [
      ...(current === '' ? [{ pointer: '/currentPassword', detail: 'Enter the password that you have now.' }] : []),
      ...(next === '' ? [{ pointer: '/newPassword', detail: 'Choose a new password.' }] : []),
      ...(next === again ? [] : [{ pointer: '/again', detail: 'This is not the same as the new password.' }]),
    ];
    if (faults.length > 0) return this.#refuse({ faults, text: '' });
    this.sending = true;
    try {
      await this.host.send('POST', this.at, { currentPassword: current, newPassword: next });
    } catch (error) {
      return this.#refuse(refusalOf(error));
    }
    this.host.notify({ kind: 'success', text: 'Your password is changed. You are signed out everywhere else.' });
    this.#close();
  }

  #field({ name, pointer, label, autocomplete, hint }: (typeof fields)[number]): TemplateResult {
    const fault = this.refusal ? faultAt(this.refusal.faults, pointer) : undefined;
    return html`<div class="field"><label for=${name}>${label}</label><input id=${name} name=${name} type="password"
      class="input" maxlength="1000" autocomplete=${autocomplete} aria-invalid=${fault !== undefined}
      aria-describedby="${name}-hint"><p id="${name}-hint"
      class=${fault ? 'fault' : 'hint'}>${fault ?? hint}</p></div>`;
  }

  override render(): TemplateResult {
    return html`
      <form class="card panel" @submit=${this.#change} novalidate aria-labelledby="change">
        <h2 id="change">Change your password</h2>
        <input name="email" type="email" autocomplete="username" .value=${this.email} hidden>
        ${refusalSummary(
          this.refusal,
          fields.map(({ pointer }) => pointer),
        )}
        ${fields.map((one) => this.#field(one))}
        <p class="muted small">You stay signed in here and are signed out everywhere else. Your access tokens stay; revoke those that you do not recognise.</p>
        <div class="actions"><button class="button primary" ?disabled=${this.sending}>Change password</button><button
          class="button" type="button" @click=${this.#close}>Cancel</button></div>
      </form>`;
  }
}
define('dossier-profile-password', ProfilePassword);
