import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { settingsAddress } from '@dossier/sdk/web/ui/addresses';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { CreateOrganizationDialog } from './create-dialog.element.ts';
import { mayCreateOrganizationsQuery } from './may-create.query.ts';

/** The way to a new organization, for those who may make one. */
class NewOrganization extends DossierElement {
  static override styles = [DossierElement.styles, css`:host { display: block; }`];
  static override properties = { mayCreate: { state: true } };
  declare mayCreate: boolean;

  constructor() {
    super();
    this.mayCreate = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Without an answer nothing is offered, and nothing is missing.
    this.host.query(mayCreateOrganizationsQuery, {}).then(
      ({ mayCreateOrganizations }) => {
        this.mayCreate = mayCreateOrganizations;
      },
      () => undefined,
    );
  }

  async #create(): Promise<void> {
    await import('./create-dialog.element.ts');
    await this.renderRoot.querySelector<CreateOrganizationDialog>('dossier-create-organization')?.ask();
  }

  /** The address leads there by itself, once the session knows the new one. */
  #made({ detail }: CustomEvent<string>): void {
    this.dispatchEvent(
      new CustomEvent('dossier-organization-chosen', {
        detail: settingsAddress(detail),
        bubbles: true,
        composed: true,
      }),
    );
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.mayCreate) return nothing;
    return html`
      <p><button class="button"
        @click=${() => void this.#create()}>${icon('plus', 16)} Create an organization</button></p>
      <dossier-create-organization @dossier-organization-made=${this.#made}></dossier-create-organization>`;
  }
}
define('dossier-new-organization', NewOrganization);
