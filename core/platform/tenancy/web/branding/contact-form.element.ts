import { define, DossierElement } from '@dossier/sdk/web';
import type { AsRead } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { isOvertaken, refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import type { FormSchema, FormValues } from '@dossier/sdk/web/ui/form-schema';
import '@dossier/sdk/web/ui/schema-form.element';
import { UnsavedGuard } from '@dossier/sdk/web/ui/unsaved.controller';
import { partStyles } from './styles.ts';
import type { ClientContact } from './types.ts';

const names = ['email', 'telephone', 'hours'] as const;
const schema: FormSchema = {
  properties: {
    email: { type: 'string', title: 'E-mail', maxLength: 254, description: 'For example loans@bank.example' },
    telephone: { type: 'string', title: 'Telephone', maxLength: 40, description: 'For example +44 20 7946 0000' },
    hours: {
      type: 'string',
      title: 'When somebody answers',
      maxLength: 120,
      description: 'One line, for example Monday to Friday, 9 to 17',
    },
  },
};

/** How clients reach the organization: shown on their page of an application, each part that is filled in. */
class ContactForm extends DossierElement {
  static override styles = [DossierElement.styles, formStyles, partStyles, css`form { max-width: 46rem; }`];
  static override properties = {
    contact: { attribute: false },
    asRead: { attribute: false },
    values: { state: true },
    busy: { state: true },
    refusal: { state: true },
  };
  declare contact: ClientContact;
  /** Names the version that is shown. */
  declare asRead: AsRead;
  declare values: FormValues;
  declare busy: boolean;
  declare refusal: Refusal | null;

  constructor() {
    super();
    this.contact = { email: null, telephone: null, hours: null };
    this.asRead = {};
    this.values = {};
    this.busy = false;
    this.refusal = null;
    new UnsavedGuard(this, () => this.#dirty);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('contact')) return;
    const { contact } = this;
    this.values = Object.fromEntries(names.flatMap((name) => (contact[name] ? [[name, contact[name]]] : [])));
  }

  get #typed(): ClientContact {
    const text = (name: (typeof names)[number]): string | null => {
      const value = this.values[name];
      return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
    };
    return { email: text('email'), telephone: text('telephone'), hours: text('hours') };
  }

  get #dirty(): boolean {
    const typed = this.#typed;
    return names.some((name) => typed[name] !== this.contact[name]);
  }

  async #save(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy || !this.#dirty) return;
    this.busy = true;
    this.refusal = null;
    try {
      const url = '/api/v1/organization/contact';
      this.contact = await this.host.send<ClientContact>('PUT', url, this.#typed, this.asRead);
      const { asRead } = await this.host.readForChange<ClientContact>(url);
      this.asRead = asRead;
      this.host.notify({ kind: 'success', text: 'The contact for clients was saved.' });
    } catch (error) {
      this.refusal = refusalOf(error);
      if (isOvertaken(error)) this.dispatchEvent(new Event('dossier-stale'));
    }
    this.busy = false;
  }

  override render(): TemplateResult {
    return html`
      <form class="card part" novalidate aria-labelledby="title" @submit=${this.#save}>
        <header><h2 id="title">Contact for clients</h2><p
          class="muted small">Shown to clients beside their application, where they can also write to you. What is left empty is not shown.</p></header>
        ${refusalSummary(
          this.refusal,
          names.map((name) => `/${name}`),
        )}
        <dossier-schema-form .schema=${schema} .values=${this.values} .faults=${this.refusal?.faults ?? []}
          @dossier-form-changed=${(event: CustomEvent<FormValues>) => {
            this.values = event.detail;
          }}></dossier-schema-form>
        <div class="buttons"><button class="button ${this.#dirty ? 'primary' : ''}"
          ?disabled=${this.busy || !this.#dirty}>Save the contact</button></div>
      </form>`;
  }
}
define('dossier-contact-form', ContactForm);
