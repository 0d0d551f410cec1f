import type { ActiveElement, Chart } from 'chart.js';
import { define, DossierElement } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import { chartConfiguration } from '../chart.ts';
import { lies } from '../labels.ts';
import { listAddress } from '../routes.ts';
import type { ChartSection } from '../types.ts';
import { lookOf } from './look.ts';
import { numbers, numbersStyles } from './numbers.ts';

/**
 * A chart by the same configuration as in the PDF, in the colours of the theme. What was counted is a click away: on
 * the chart itself by mouse, and by links in the table of its numbers, which also says what the chart shows to those
 * who do not see it.
 */
class ReportChart extends DossierElement {
  static override styles = [
    DossierElement.styles,
    numbersStyles,
    css`
    :host { display: grid; gap: 0.625rem; min-width: 0; }
    .canvas { position: relative; height: 15.5rem; min-width: 0; }
    .canvas.round { height: 13.5rem; max-width: 34rem; }
    .nothing { display: grid; place-items: center; padding: 2.5rem 1rem; border: 1px dashed var(--dossier-border);
      border-radius: var(--dossier-radius); text-align: center; }
    @media print { details { display: none; } }
  `,
  ];
  static override properties = { section: { attribute: false }, base: {}, language: {}, failed: { state: true } };
  declare section: ChartSection | null;
  /** Address of reports, from which the staff list is found. */
  declare base: string;
  /** BCP 47. */
  declare language: string;
  declare failed: boolean;
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #redraw = (): void => {
    void this.#draw();
  };
  #chart: Chart | null = null;
  #turn = 0;

  constructor() {
    super();
    this.section = null;
    this.base = '';
    this.language = 'en';
    this.failed = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#dark.addEventListener('change', this.#redraw);
    // An element that is put back in its place has lost its chart.
    if (this.hasUpdated) this.#redraw();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#dark.removeEventListener('change', this.#redraw);
    this.#turn += 1;
    this.#chart?.destroy();
    this.#chart = null;
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('section') || changed.has('language')) void this.#draw();
  }

  async #draw(): Promise<void> {
    const turn = (this.#turn += 1);
    try {
      const { Chart } = await import('./library.ts');
      const canvas = this.renderRoot.querySelector('canvas');
      if (turn !== this.#turn) return;
      this.#chart?.destroy();
      this.#chart = canvas && this.section ? new Chart(canvas, this.#configuration(this.section)) : null;
    } catch (error) {
      if (turn !== this.#turn) return;
      // The numbers are there all the same.
      this.failed = true;
      reportError(error);
    }
  }

  #configuration(section: ChartSection) {
    const configuration = chartConfiguration(section.chart, lookOf(this, this.language));
    const narrow = this.clientWidth < 480;
    const legend = configuration.options?.plugins?.legend;
    if (narrow && legend && section.chart.type === 'doughnut')
      Object.assign(legend, { position: 'bottom', align: 'start' });
    return {
      ...configuration,
      options: {
        ...configuration.options,
        onClick: (_event: unknown, hit: readonly ActiveElement[]) => {
          const list = this.#listAt(hit[0]);
          if (list !== null)
            this.dispatchEvent(
              new CustomEvent('dossier-drill', { detail: listAddress(this.base, list), bubbles: true, composed: true }),
            );
        },
        onHover: (_event: unknown, hit: readonly ActiveElement[], { canvas }: Chart) => {
          canvas.style.cursor = this.#listAt(hit[0]) === null ? 'default' : 'pointer';
        },
      },
    };
  }

  #listAt(hit: ActiveElement | undefined): string | null {
    return hit ? (this.section?.chart.series[hit.datasetIndex]?.lists?.[hit.index] ?? null) : null;
  }

  override render() {
    const { section } = this;
    if (!section) return nothing;
    if (section.empty) return html`<p class="nothing muted">Nothing to draw: none of this happened in the period.</p>`;
    const hint = section.chart.series.some(({ lists }) => lists?.some((list) => list !== null));
    return html`
      ${
        this.failed
          ? html`<p class="muted"
        role="status">The chart could not be drawn. These are its numbers.</p>`
          : html`<div class="canvas ${section.chart.type === 'doughnut' ? 'round' : ''}"
            .style=${lies(section.chart) ? `height: ${5 + 2 * section.chart.labels.length}rem` : ''}><canvas role="img"
            aria-label=${section.alt}></canvas></div>`
      }
      <details ?open=${this.failed}><summary>Numbers${hint ? ' and lists' : ''}</summary>${numbers(section, {
        base: this.base,
        language: this.language,
      })}</details>`;
  }
}
define('dossier-report-chart', ReportChart);
