import { define, DossierElement } from '@dossier/sdk/web';
import { html } from 'lit';

class ReportGallery extends DossierElement {
  override render() {
    return html`<p class="muted">…</p>`;
  }
}
define('dossier-report-gallery', ReportGallery);
