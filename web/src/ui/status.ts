import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from './icon.ts';

type Tone = 'neutral' | 'info' | 'warning' | 'success' | 'danger';

const statuses: Readonly<Record<string, { text: string; tone: Tone; icon: string }>> = {
  Draft: { text: 'Draft', tone: 'neutral', icon: 'dash' },
  Submitted: { text: 'Submitted', tone: 'info', icon: 'dot' },
  InReview: { text: 'In review', tone: 'warning', icon: 'clock' },
  Approved: { text: 'Approved', tone: 'success', icon: 'check' },
  Rejected: { text: 'Rejected', tone: 'danger', icon: 'cross' },
};

const reviews: Readonly<Record<string, { text: string; tone: Tone; icon: string }>> = {
  pending: { text: 'To review', tone: 'warning', icon: 'clock' },
  approved: { text: 'Approved', tone: 'success', icon: 'check' },
  rejected: { text: 'Rejected', tone: 'danger', icon: 'cross' },
};

/** The statuses in the order in which an application passes them. */
export const statusNames = Object.keys(statuses);
export const statusText = (status: string): string => statuses[status]?.text ?? status;

/** A word with a sign on the colour of its tone. */
export const chip = (o: { text: string; tone: Tone; icon: string }): TemplateResult => html`<span class="chip ${o.tone}">${icon(o.icon, 14)}${o.text}</span>`;

/** Status by word, colour and sign, so that none of them alone carries it. */
export const statusChip = (status: string): TemplateResult => chip(statuses[status] ?? { text: status, tone: 'neutral', icon: 'dot' });
export const reviewChip = (status: string): TemplateResult => chip(reviews[status] ?? { text: status, tone: 'neutral', icon: 'dot' });

export const chipStyles = css`
  .chip { display: inline-flex; align-items: center; gap: 0.3125rem; height: 1.5rem; padding: 0 0.5625rem 0 0.4375rem; border-radius: 1rem; font-size: var(--dossier-size-s); font-weight: 550; white-space: nowrap; line-height: 1; }
  .chip svg { stroke-width: 2.4; flex: none; }
  .chip.neutral { background: var(--dossier-neutral-soft); color: var(--dossier-text); }
  .chip.info { background: var(--dossier-info-soft); color: var(--dossier-info-text); }
  .chip.warning { background: var(--dossier-warning-soft); color: var(--dossier-warning-text); }
  .chip.success { background: var(--dossier-success-soft); color: var(--dossier-success-text); }
  .chip.danger { background: var(--dossier-danger-soft); color: var(--dossier-danger-text); }
`;
