import { define, DossierElement, ProblemError } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { faultAt, refusalOf, refusalSummary } from '@dossier/sdk/web/ui/faults';
import type { Refusal } from '@dossier/sdk/web/ui/faults';
import { formStyles } from '@dossier/sdk/web/ui/form.styles';
import { UnsavedGuard } from '@dossier/sdk/web/ui/unsaved.controller';
import { partStyles } from './styles.ts';
import type { Organization } from './types.ts';

/**
 * Name and address of the organization. Fires `dossier-organization-saved` (detail: as it is now), and `dossier-stale`
 * when somebody else has saved in the meantime.
 */
class NameForm extends DossierElement {
  static override styles = [
    DossierElement.styles,
    formStyles,
    partStyles,
    css`
    .fields { grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); align-items: start; }
    .address { overflow-wrap: anywhere; }
  `,
  ];
  static override properties = {
    organization: { attribute: false },
    name: { state: true },
    slug: { state: true },
    busy: { state: true },
    refusal: { state: true },
  };
  declare organization: Organization | null;
  declare name: string;
  declare slug: string;
  declare busy: boolean;
  declare refusal: Refusal | null;

  constructor() {
    super();
    this.organization = null;
    this.name = '';
    this.slug = '';
    this.busy = false;
    this.refusal = null;
    new UnsavedGuard(this, () => this.#dirty);
  }

  get #dirty(): boolean {
    return this.organization !== null && (this.name !== this.organization.name || this.slug !== this.organization.slug);
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('organization') || !this.organization) return;
    // What is being typed stays when another part of the page was saved.
    const before = changed.get('organization');
    for (const key of ['name', 'slug'] as const) {
      const was = typeof before === 'object' && before !== null && key in before ? Reflect.get(before, key) : '';
      if (this[key] === was) this[key] = this.organization[key];
    }
  }

  async #save(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy || !this.#dirty || !this.organization) return;
    this.busy = true;
    this.refusal = null;
    try {
      const { name, slug, version } = this.organization;
      const detail = await this.host.send<Organization>('PUT', '/api/v1/organization', {
        ...(this.name === name ? {} : { name: this.name }),
        ...(this.slug === slug ? {} : { slug: this.slug }),
        version,
      });
      this.organization = detail;
      await this.updateComplete;
      this.host.notify({ kind: 'success', text: 'Name and address were saved.' });
      this.dispatchEvent(new CustomEvent('dossier-organization-saved', { detail }));
    } catch (error) {
      this.refusal = refusalOf(error);
      if (error instanceof ProblemError && error.status === 412) this.dispatchEvent(new Event('dossier-stale'));
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
    this.busy = false;
  }

  #field(key: 'name' | 'slug', title: string, hint: TemplateResult | string, longest: number): TemplateResult {
    const fault = faultAt(this.refusal?.faults ?? [], `/${key}`);
    return html`
      <div class="field"><label for=${key}>${title}</label>
        <input id=${key} class="input" maxlength=${longest} autocomplete="off" spellcheck="false" aria-required="true"
          aria-invalid=${fault !== undefined} aria-describedby="${key}-hint" .value=${this[key]}
          @input=${(event: Event) => {
            if (event.target instanceof HTMLInputElement) this[key] = event.target.value;
          }}>
        <p id="${key}-hint"
          class="hint">${hint}</p>${fault === undefined ? nothing : html`<p class="fault">${fault}</p>`}</div>`;
  }

  override render() {
    return html`
      <form class="card part" novalidate @submit=${this.#save}>
        <header><h2>Name and address</h2></header>
        ${refusalSummary(this.refusal, ['/name', '/slug'])}
        <div class="fields">
          ${this.#field('name', 'Name', 'As people, mail and reports call the organization.', 200)}
          ${this.#field(
            'slug',
            'Address',
            html`<span
            class="address">${location.origin}/p/<b>${this.slug}</b>/orgs</span>. Former addresses go on leading here.`,
            63,
          )}
        </div>
        <div class="buttons"><button class="button ${this.#dirty ? 'primary' : ''}"
          ?disabled=${this.busy || !this.#dirty}>Save name and address</button></div>
      </form>`;
  }
}
define('dossier-name-form', NameForm);
