import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { TestResult } from './types.ts';

/** What became of a test, step by step, in a region that is read out. */
export const testResult = (result: TestResult | 'running' | null): TemplateResult => html`
  <div role="status">${
    result === null
      ? nothing
      : result === 'running'
        ? html`<p class="muted">Testing the connection…</p>`
        : html`
        <section class="test" aria-label="Test of the connection">
          <p class="outcome ${result.ok ? 'good' : 'bad'}">${icon(
            result.ok ? 'check' : 'warning',
            18,
          )}<b>${result.ok ? 'The test passed.' : 'The test did not pass.'}</b> <span
            class="muted">Nothing was saved.</span></p>
          <ol>${result.steps.map(
            (step) =>
              html`<li class=${step.ok ? 'good' : 'bad'}>${icon(step.ok ? 'check' : 'cross', 16)}<span><b>${step.title}</b><span class="visually-hidden">${step.ok ? ': passed. ' : ': failed. '}</span><span class="detail">${step.detail}</span></span></li>`,
          )}</ol>
        </section>`
  }</div>`;

export const testResultStyles = css`
  [role="status"]:empty { display: none; }
  .test { display: grid; gap: 0.625rem; padding: 0.875rem 1rem; border: 1px solid var(--dossier-border);
    border-radius: var(--dossier-radius); background: var(--dossier-field); }
  .outcome { display: flex; flex-wrap: wrap; gap: 0.25rem 0.5rem; align-items: center; }
  .test ol { display: grid; gap: 0.5rem; }
  .test li { display: flex; gap: 0.625rem; align-items: flex-start; }
  .test li svg { flex: none; margin-top: 0.1875rem; }
  .test li > span { display: grid; min-width: 0; overflow-wrap: anywhere; }
  .test b { font-weight: 600; }
  .test .good > svg { color: var(--dossier-success-text); }
  .test .bad > svg { color: var(--dossier-danger-text); }
`;
