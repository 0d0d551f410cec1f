import { ProblemError } from '@dossier/sdk/web';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from './icon.ts';

/** The heading is the page's own when nothing else is on it. */
const heading = (text: string, alone: boolean | undefined): TemplateResult =>
  alone ? html`<h1>${text}</h1>` : html`<h2>${text}</h2>`;

/**
 * What went wrong in words for a person, and a way on: to try again, or `way` when what was asked for is not there.
 * `alone` when it fills the page. `title` and `text` are for a failure that no answer of the server tells.
 */
export const failure = (
  error: unknown,
  retry: () => void,
  o: { alone?: boolean; way?: TemplateResult; title?: string; text?: string } = {},
): TemplateResult => {
  const problem = error instanceof ProblemError ? error : undefined;
  const missing = problem?.status === 404;
  return html`
    <div class="state" role="alert">
      <span class="state-icon">${icon(missing ? 'search' : 'warning', 28)}</span>
      ${heading(problem?.title ?? o.title ?? 'Something went wrong', o.alone)}
      <p class="muted">${
        problem?.message ?? o.text ?? 'This page ran into a problem of its own. Trying again often helps.'
      }</p>
      ${
        missing && o.way
          ? o.way
          : html`<button class="button"
        @click=${retry}>${icon('refresh', 16)} Try again</button>`
      }
    </div>`;
};

/**
 * An empty place that says what belongs here and what to do next. What came in place of something that was asked for is
 * announced at once, by `alert`.
 */
export const empty = (o: {
  icon: string;
  title: string;
  text: string;
  action?: TemplateResult;
  alone?: boolean;
  alert?: boolean;
}): TemplateResult => html`
  <div class="state" role=${o.alert ? 'alert' : nothing}>
    <span class="state-icon">${icon(o.icon, 28)}</span>
    ${heading(o.title, o.alone)}
    <p class="muted">${o.text}</p>
    ${o.action ?? ''}
  </div>`;

/** Grey bars. They fade in after 300 ms, so a quick answer never flashes them. */
export const skeleton = (rows: number, label = 'Loading'): TemplateResult => html`
  <div class="skeleton" role="status"><span
    class="visually-hidden">${label}</span>${Array.from({ length: rows }, () => html`<span></span>`)}</div>`;

export const stateStyles = css`
  .state { display: grid; justify-items: center; gap: 0.625rem; padding: 3rem 1.5rem; text-align: center;
    max-width: 34rem; margin: 0 auto; }
  .state h1, .state h2 { font-size: var(--dossier-size-l); line-height: 1.5; }
  .state p { text-wrap: pretty; }
  .state .button { margin-top: 0.5rem; }
  .state-icon { display: grid; place-items: center; width: 3.5rem; height: 3.5rem; border-radius: 50%;
    background: var(--dossier-accent-soft); color: var(--dossier-accent-text); }
  .skeleton { display: grid; gap: 0.875rem; padding: 1.25rem; opacity: 0;
    animation: dossier-appear 200ms 300ms forwards; }
  .skeleton > span:not(.visually-hidden) { height: 1rem; border-radius: 0.25rem;
    background: var(--dossier-neutral-soft); }
  .skeleton > span:nth-child(3n):not(.visually-hidden) { width: 62%; }
  .skeleton > span:nth-child(3n + 1):not(.visually-hidden) { width: 84%; }
  @keyframes dossier-appear { to { opacity: 1; } }
`;
