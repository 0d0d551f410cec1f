import { define, DossierElement } from '@dossier/sdk/web';
import { icon } from '@dossier/sdk/web/ui/icon';
import { workspaceAddress } from '@dossier/sdk/web/ui/addresses';
import { html, nothing } from 'lit';

/** The way from the list of applications to a new one. */
class ApplyLink extends DossierElement {
  override render() {
    const slug = this.session?.organization?.slug;
    return slug === undefined || !this.workspace
      ? nothing
      : html`<a class="button" href=${workspaceAddress(slug, this.workspace.id, 'apply')}>${icon('plus', 16)} New application</a>`;
  }
}
define('dossier-apply-link', ApplyLink);
