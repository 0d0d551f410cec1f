import { define, DossierElement } from '@dossier/sdk/web';
import { html } from 'lit';

class ReportRuns extends DossierElement {
  override render() {
    return html`<p class="muted">…</p>`;
  }
}
define('dossier-report-runs', ReportRuns);

class ReportRun extends DossierElement {
  override render() {
    return html`<p class="muted">…</p>`;
  }
}
define('dossier-report-run', ReportRun);
