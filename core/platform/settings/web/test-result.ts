import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { figure } from '@dossier/sdk/web/ui/reader';
import { icon } from '@dossier/sdk/web/ui/icon';
import type { TestResult } from './types.ts';

type Step = TestResult['steps'][number];

/** A time that something took, as "38 ms" or from a tenth of a second on as "0.4 s"; a step changes at one second. */
export const took = (milliseconds: number, secondsFrom = 1000): string =>
  milliseconds < secondsFrom ? `${figure(milliseconds)} ms` : `${figure(Math.round(milliseconds / 100) / 10)} s`;

/** The outcome of a test, in the words of its headline. */
export const headline = ({ ok, steps }: TestResult): string => {
  if (ok) return 'Everything works';
  const failed = steps.findIndex(({ state }) => state === 'failed');
  return failed === -1 ? 'The test did not end' : `Stopped at step ${failed + 1} of ${steps.length}`;
};

const looks = {
  passed: { icon: 'check', said: 'passed' },
  failed: { icon: 'cross', said: 'failed' },
  'not-tried': { icon: 'dash', said: null },
} as const;

const step = ({ title, state, detail, remedy, milliseconds }: Step): TemplateResult => {
  const { icon: sign, said } = looks[state];
  const text = state === 'not-tried' ? 'not tried' : [detail, remedy].filter(Boolean).join(' ');
  return html`<li class=${state}>${icon(sign, 16)}<span>${state === 'failed' ? html`<b>${title}</b>` : title}${
    said === null ? nothing : html`<span class="visually-hidden">: ${said}</span>`
  }${text === '' ? nothing : html`<small>${text}</small>`}</span>${
    milliseconds === null ? nothing : html`<span class="time">${took(milliseconds)}</span>`
  }</li>`;
};

/** The steps of a test in their order, those that were not tried among them. */
export const testSteps = ({ steps }: TestResult): TemplateResult => html`<ol>${steps.map(step)}</ol>`;

/** Looks of the steps of a test. */
export const testStepStyles = css`
  li { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr) auto; gap: 0.625rem; padding: 0.5625rem 1rem;
    font-size: var(--dossier-size-s); line-height: 1.1875rem; }
  li + li { border-top: 1px solid var(--dossier-border); }
  li > svg { margin-top: 0.125rem; }
  li > span { overflow-wrap: anywhere; }
  li small { display: block; color: var(--dossier-muted); font-size: var(--dossier-size-xs); line-height: 1.0625rem; }
  .time { color: var(--dossier-muted); font-size: var(--dossier-size-xs); font-variant-numeric: tabular-nums; }
  .passed > svg { color: var(--dossier-success-text); }
  .failed { background: var(--dossier-danger-soft); }
  .failed > svg { color: var(--dossier-danger-text); }
  .failed small, .failed .time { color: inherit; }
  .not-tried { color: var(--dossier-muted); }
`;
