import { define, DossierElement } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import '../charts/chart.element.ts';
import type { ShownReport } from '../types.ts';
import { changeStyles } from './change.ts';
import { reportStyles } from './report.styles.ts';
import { section } from './sections.ts';

/** A computed report on the screen: what the PDF holds, with ways from its numbers to the list. */
class ReportView extends DossierElement {
  static override styles = [DossierElement.styles, changeStyles, reportStyles];
  static override properties = { report: { attribute: false }, base: {} };
  declare report: ShownReport | null;
  /** Address of reports. */
  declare base: string;

  constructor() {
    super();
    this.report = null;
    this.base = '';
  }

  override render() {
    const { report } = this;
    if (!report) return nothing;
    const { title, subtitle, organization, workspace, period, filters, sections, language } = report;
    const setting = { base: this.base, language, timeZone: period.timeZone };
    return html`
      <header>
        <p class="house">${organization.name}${workspace === null ? nothing : html` · ${workspace}`}</p>
        <h2>${title}</h2>
        ${subtitle ? html`<p class="subtitle">${subtitle}</p>` : nothing}
        <p class="period"><strong>${period.label}</strong> <span class="muted">${period.timeZone}</span></p>
        ${
          filters.length > 0
            ? html`<dl class="filters">${filters.map(
                ({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
              )}</dl>`
            : nothing
        }
      </header>
      ${sections.map((one) => section(one, setting))}`;
  }
}
define('dossier-report-view', ReportView);
