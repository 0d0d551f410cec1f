import { chip } from '@dossier/sdk/web/ui/chip';
import type { Tone } from '@dossier/sdk/web/ui/chip';
import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { isOpen } from './types.ts';
import type { Run } from './types.ts';

const states: Readonly<Record<string, { text: string; tone: Tone; icon: string }>> = {
  queued: { text: 'Waiting', tone: 'neutral', icon: 'clock' },
  running: { text: 'Running', tone: 'info', icon: 'refresh' },
  done: { text: 'Finished', tone: 'success', icon: 'check' },
  failed: { text: 'Failed', tone: 'danger', icon: 'warning' },
  cancelled: { text: 'Cancelled', tone: 'neutral', icon: 'cross' },
};

export const stateText = (state: string): string => states[state]?.text ?? state;
export const stateChip = (state: string): TemplateResult =>
  chip(states[state] ?? { text: state, tone: 'neutral', icon: 'dot' });
/** A scheduled run that was made up for after its time. */
export const lateChip = (run: Pick<Run, 'late'>): TemplateResult | typeof nothing =>
  run.late ? chip({ text: 'Late', tone: 'warning', icon: 'clock' }) : nothing;

const percentOf = (run: Pick<Run, 'progress'>): number => Math.round(Math.min(1, Math.max(0, run.progress)) * 100);

/** How far a run is, as a bar with its number; nothing when it has ended. */
export const progressBar = (run: Pick<Run, 'state' | 'progress' | 'title'>): TemplateResult | typeof nothing => {
  if (!isOpen(run)) return nothing;
  const percent = percentOf(run);
  return html`<span class="progress"><progress max="100" value=${percent}
    aria-label="Progress of ${run.title}"></progress><span class="number">${percent} %</span></span>`;
};

export const progressStyles = css`
  .progress { display: flex; align-items: center; gap: 0.625rem; font-size: var(--dossier-size-s);
    color: var(--dossier-muted); }
  .progress .number { min-width: 2.5rem; text-align: end; }
  progress { appearance: none; flex: 1 1 6rem; width: 6rem; max-width: 100%; height: 0.375rem; border: 0;
    border-radius: 1rem; overflow: hidden; background: var(--dossier-neutral-soft); color: var(--dossier-accent); }
  progress::-webkit-progress-bar { background: var(--dossier-neutral-soft); }
  progress::-webkit-progress-value { background: var(--dossier-accent); border-radius: 1rem;
    transition: inline-size 300ms ease-out; }
  progress::-moz-progress-bar { background: var(--dossier-accent); border-radius: 1rem; }
  @media (forced-colors: active) { progress { border: 1px solid CanvasText; } progress::-webkit-progress-value {
    background: Highlight; } }
`;
