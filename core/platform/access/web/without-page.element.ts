import { define, DossierElement } from '@dossier/sdk/web';
import { settingsAddress } from '@dossier/sdk/web/ui/addresses';
import { css, html, nothing } from 'lit';

/** Leads who may edit features and permissions from a workspace without pages to where they do it. */
class WithoutPage extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
      :host { display: grid; justify-items: center; gap: 0.625rem; }
      p { text-wrap: pretty; }
    `,
  ];
  static override properties = { workspaceId: { attribute: false } };
  declare workspaceId: string;

  constructor() {
    super();
    this.workspaceId = '';
  }

  override render(): unknown {
    const slug = this.session?.organization?.slug;
    if (slug === undefined) return nothing;
    return html`
      <p class="muted">You can switch features on, and say which role may use them, under Features &amp; Access.</p>
      <a class="button" href=${settingsAddress(slug, 'access', this.workspaceId)}>Features &amp; Access</a>`;
  }
}

define('dossier-without-page', WithoutPage);
