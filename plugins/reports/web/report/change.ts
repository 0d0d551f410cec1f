import { icon } from '@dossier/sdk/web/ui/icon';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ComputedFigure } from '../types.ts';

/**
 * What became of a number since the period before: by an arrow, by words, and by colour where one direction is good
 * news.
 */
export function change(figure: ComputedFigure, language: string): TemplateResult | typeof nothing {
  const { change: by, before, better, unit } = figure;
  if (by === null) return before === 0 ? html`<span class="change">${icon('up', 14)} none before</span>` : nothing;
  if (by === 0) return html`<span class="change">${icon('dash', 14)} as before</span>`;
  const direction = by > 0 ? 'up' : 'down';
  const tone = better === 'none' ? '' : better === direction ? 'good' : 'bad';
  return html`<span
    class="change ${tone}">${icon(direction, 14)} ${amount(Math.abs(by), unit, language)} ${words(unit, by)}</span>`;
}

function amount(by: number, unit: ComputedFigure['unit'], language: string): string {
  const format = (most: number): Intl.NumberFormat => new Intl.NumberFormat(language, { maximumFractionDigits: most });
  return unit === 'percent' ? `${format(1).format(by)} points` : `${format(by < 0.1 ? 1 : 0).format(by * 100)} %`;
}

function words(unit: ComputedFigure['unit'], by: number): string {
  if (unit === 'duration') return by > 0 ? 'longer' : 'shorter';
  return by > 0 ? 'more' : 'less';
}

export const changeStyles = css`
  .change { display: inline-flex; align-items: center; gap: 0.1875rem; font-size: var(--dossier-size-s);
    color: var(--dossier-muted); }
  .change svg { flex: none; stroke-width: 2.4; }
  .change.good { color: var(--dossier-success-text); }
  .change.bad { color: var(--dossier-danger-text); }
`;
