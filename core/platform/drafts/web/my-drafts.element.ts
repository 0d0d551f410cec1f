import { define, DossierElement } from '@dossier/sdk/web';
import { workspaceAddress } from '@dossier/sdk/web/ui/addresses';
import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import './own-drafts.element.ts';

/** Above one's own applications: the way to a new one, and what was begun and not sent. */
class MyDrafts extends DossierElement {
  static override styles = [
    DossierElement.styles,
    css`
    :host { display: grid; gap: 1.25rem; }
    .button { justify-self: start; }
  `,
  ];

  override render(): TemplateResult | typeof nothing {
    const slug = this.session?.organization?.slug;
    if (slug === undefined || !this.workspace) return nothing;
    return html`<a class="button" href=${workspaceAddress(slug, this.workspace.id, 'apply')}>${icon(
      'plus',
      16,
    )} New application</a><dossier-own-drafts
      @dossier-drafts-none=${() => this.renderRoot.querySelector<HTMLElement>('a')?.focus()}></dossier-own-drafts>`;
  }
}
define('dossier-my-drafts', MyDrafts);
