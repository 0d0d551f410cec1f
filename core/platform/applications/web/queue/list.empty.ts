import { ProblemError } from '@dossier/sdk/web';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '@dossier/sdk/web/ui/icon';
import { empty, failure, skeleton } from '@dossier/sdk/web/ui/states';
import { isNarrowed, viewTexts } from '../filter.ts';
import type { Filter } from '../filter.ts';

/** Below the rows, when those behind them did not come. */
export const moreFailed = (retry: () => void): TemplateResult => html`<p class="more-failed" role="alert">More rows
  could not be loaded. <button class="button small" @click=${retry}>Try again</button></p>`;

/** Above the rows, when new ones wait. */
export const newRows = (n: number, show: () => void): TemplateResult | typeof nothing =>
  n === 0 ? nothing : html`<button class="pill" @click=${show}>${icon('up', 16)} ${n} new</button>`;

/** What stands in the place of rows; null when there are some. */
export function insteadOfRows(o: {
  readonly error: unknown;
  readonly loading: boolean;
  readonly rows: number;
  readonly filter: Filter;
  readonly clear: () => void;
  readonly retry: () => void;
  /** The reader runs the organization, and may have to furnish it first. */
  readonly runs: boolean;
}): TemplateResult | null {
  const { error, filter } = o;
  const clear = html`<button class="button" @click=${o.clear}>Clear the filter</button>`;
  // An address may hold anything; to ask the same again would not help.
  if (error instanceof ProblemError && error.code === 'bad-query')
    return empty({
      icon: 'search',
      title: 'This filter cannot be used',
      text: error.errors.map(({ detail }) => detail).join(' ') || error.message,
      action: clear,
      alert: true,
    });
  if (o.rows > 0) return null;
  if (error) return failure(error, o.retry);
  if (o.loading) return skeleton(9, 'Loading applications');
  if (isNarrowed(filter))
    return empty({
      icon: 'search',
      title: 'Nothing matches',
      text: 'No application fits this filter. Others may be there without it.',
      action: clear,
    });
  if (filter.view !== 'all')
    return empty({
      icon: 'check',
      title: 'Nothing here',
      text: `No application is in “${viewTexts[filter.view]}” at the moment.`,
    });
  const none = empty({
    icon: 'inbox',
    title: 'No applications yet',
    text: 'Applications appear here by themselves the moment they come in, from partners by the API or from your clients.',
  });
  if (!o.runs) return none;
  void import('./first-steps.element.ts');
  return html`<dossier-first-steps>${none}</dossier-first-steps>`;
}
