import { define, DossierElement } from '@dossier/sdk/web';
import { html } from 'lit';

class ReportSchedules extends DossierElement {
  override render() {
    return html`<p class="muted">…</p>`;
  }
}
define('dossier-report-schedules', ReportSchedules);

class ReportSchedule extends DossierElement {
  override render() {
    return html`<p class="muted">…</p>`;
  }
}
define('dossier-report-schedule', ReportSchedule);
