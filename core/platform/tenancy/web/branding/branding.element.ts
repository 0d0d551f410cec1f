import { define, DossierElement } from '@dossier/sdk/web';
import type { AsRead } from '@dossier/sdk/web';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { failure, skeleton, stateStyles } from '@dossier/sdk/web/ui/states';
import './accent-field.element.ts';
import './contact-form.element.ts';
import './logo-field.element.ts';
import './name-form.element.ts';
import '@dossier/sdk/web/ui/regional-form.element';
import type { RegionalValues } from '@dossier/sdk/web/ui/regional-form.element';
import type { Branding, ClientContact, Organization } from './types.ts';

/** What the organization is called and how it looks. Each part is saved by itself, and the page wears it at once. */
class BrandingSettings extends DossierElement {
  static override styles = [
    DossierElement.styles,
    stateStyles,
    css`
    :host { display: grid; gap: 1.25rem; max-width: 46rem; align-content: start; }
    .lead { display: grid; gap: 0.375rem; }
  `,
  ];
  static override properties = {
    organization: { state: true },
    asRead: { state: true },
    contact: { state: true },
    error: { state: true },
  };
  declare organization: Organization | null;
  /** Goes with changes of logo and colour. */
  declare asRead: AsRead;
  declare contact: { readonly value: ClientContact; readonly asRead: AsRead } | null;
  declare error: unknown;

  constructor() {
    super();
    this.organization = null;
    this.contact = null;
    this.error = null;
    this.asRead = {};
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  async #load(): Promise<void> {
    this.error = null;
    try {
      const [organization, { asRead }, contact] = await Promise.all([
        this.host.send<Organization>('GET', '/api/v1/organization'),
        this.host.readForChange<Branding>('/api/v1/organization/branding'),
        this.host.readForChange<ClientContact>('/api/v1/organization/contact'),
      ]);
      this.organization = organization;
      this.asRead = asRead;
      this.contact = contact;
    } catch (error) {
      this.error = error;
    }
  }

  #saved(organization: Organization): void {
    this.organization = organization;
    // The page around shows name, logo and colour too.
    this.dispatchEvent(new Event('dossier-session-changed', { bubbles: true, composed: true }));
  }

  async #regional(changed: Partial<RegionalValues>): Promise<RegionalValues> {
    const version = this.organization?.version;
    const saved = await this.host.send<Organization>('PUT', '/api/v1/organization', { ...changed, version });
    this.#saved(saved);
    return saved;
  }

  async #branded(branding: Branding): Promise<void> {
    // Until it is read again, nobody here knows the version that was just saved.
    this.asRead = {};
    if (this.organization) this.#saved({ ...this.organization, branding });
    // Each change counts one version further; the form for the name has to know it.
    await this.#load();
  }

  #body(): TemplateResult {
    if (this.error && !this.organization) return failure(this.error, () => void this.#load());
    if (!this.organization || !this.contact) return skeleton(8, 'Loading the branding');
    const { name, slug, branding } = this.organization;
    const summary = { id: '', slug, name, type: '', logo: branding.logo, accent: branding.accent };
    const branded = (event: CustomEvent<Branding>): void => void this.#branded(event.detail);
    return html`
      <dossier-name-form .organization=${this.organization} @dossier-stale=${() => void this.#load()}
        @dossier-organization-saved=${(event: CustomEvent<Organization>) =>
          this.#saved(event.detail)}></dossier-name-form>
      <dossier-regional-form heading="Language and region"
        hint="As pages, mail and reports of the organization go by, where a person has not chosen otherwise."
        .stored=${this.organization}
        .save=${(changed: Partial<RegionalValues>) => this.#regional(changed)}></dossier-regional-form>
      <dossier-contact-form .contact=${this.contact.value} .asRead=${this.contact.asRead}
        @dossier-stale=${() => void this.#load()}></dossier-contact-form>
      <dossier-logo-field .logo=${branding.logo} .asRead=${this.asRead} @dossier-stale=${() => void this.#load()}
        @dossier-branding-saved=${branded}></dossier-logo-field>
      <dossier-accent-field .branding=${branding} .organization=${summary} .asRead=${this.asRead}
        @dossier-stale=${() => void this.#load()} @dossier-branding-saved=${branded}></dossier-accent-field>`;
  }

  override render(): TemplateResult {
    return html`<div class="lead"><h1>Branding</h1><p
      class="muted">What the organization is called, and how it looks to its people, its clients and on paper.</p></div>${this.#body()}`;
  }
}
define('dossier-settings-branding', BrandingSettings);
