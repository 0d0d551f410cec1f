import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { listAddress } from '../routes.ts';
import type { ChartSection } from '../types.ts';
import { labelsInWords } from '../labels.ts';
import { inWords } from '../units.ts';

/** The numbers of a chart as a table; each leads to the list of what it counted, where there is one. */
export function numbers(
  { title, chart }: ChartSection,
  { base, language }: { base: string; language: string },
): TemplateResult {
  const { series, unit, axis } = chart;
  const cell = (value: number | null, list: string | null | undefined): TemplateResult =>
    list && value
      ? html`<a href=${listAddress(base, list)}>${inWords(value, unit, language)}</a>`
      : html`${inWords(value, unit, language)}`;
  return html`
    <div class="numbers" role="region" aria-label="Numbers of ${title}" tabindex="0">
      <table>
        <thead><tr>${
          axis ? html`<th scope="col">${axis}</th>` : html`<td></td>`
        }${series.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
        <tbody>${labelsInWords(chart, language).map(
          (label, at) =>
            html`<tr><th scope="row">${label}</th>${series.map(
              ({ values, lists }) => html`<td class="number">${cell(values[at] ?? null, lists?.[at])}</td>`,
            )}</tr>`,
        )}</tbody>
      </table>
    </div>`;
}

export const numbersStyles = css`
  details > summary { width: fit-content; min-height: 1.5rem; cursor: pointer; color: var(--dossier-muted);
    font-size: var(--dossier-size-s); font-weight: 550; border-radius: 0.25rem; }
  details > summary:hover { color: var(--dossier-text); }
  .numbers { max-height: 20rem; overflow: auto; margin-top: 0.5rem; border: 1px solid var(--dossier-border);
    border-radius: var(--dossier-radius); }
  .numbers table { width: 100%; border-collapse: collapse; font-size: var(--dossier-size-s); }
  .numbers :is(th, td) { padding: 0.4375rem 0.75rem; text-align: end; white-space: nowrap; }
  .numbers tr > :first-child { text-align: start; }
  .numbers thead { position: sticky; top: 0; background: var(--dossier-surface);
    box-shadow: 0 1px 0 var(--dossier-border); }
  .numbers tbody th { font-weight: 450; white-space: normal; min-width: 7rem; }
  .numbers tbody tr + tr { border-top: 1px solid var(--dossier-border); }
`;
