import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { chip } from '@dossier/sdk/web/ui/chip';
import type { Tone } from '@dossier/sdk/web/ui/chip';
import { icon } from '@dossier/sdk/web/ui/icon';

const statuses: Readonly<Record<string, { text: string; tone: Tone; icon: string }>> = {
  Draft: { text: 'Draft', tone: 'neutral', icon: 'dash' },
  Submitted: { text: 'Submitted', tone: 'info', icon: 'dot' },
  InReview: { text: 'In review', tone: 'warning', icon: 'clock' },
  Approved: { text: 'Approved', tone: 'success', icon: 'check' },
  Rejected: { text: 'Rejected', tone: 'danger', icon: 'cross' },
  Withdrawn: { text: 'Withdrawn', tone: 'neutral', icon: 'left' },
};

/** The statuses in the order in which an application passes them. */
export const statusNames = Object.keys(statuses);
export const statusText = (status: string): string => statuses[status]?.text ?? status;

/** Status by word, colour and sign, so that none of them alone carries it. */
export const statusChip = (status: string): TemplateResult =>
  chip(statuses[status] ?? { text: status, tone: 'neutral', icon: 'dot' });
/** Nothing is waited for any more, and nothing shouts. */
export const isDecided = (status: string): boolean => ['Approved', 'Rejected', 'Withdrawn'].includes(status);

/** In a row: a sign and a word in its colour, without a background. */
export const statusSign = (status: string, waiting: boolean): TemplateResult => {
  const {
    text,
    tone,
    icon: sign,
  } = waiting
    ? { text: 'Waiting for client', tone: 'client', icon: 'clock' }
    : (statuses[status] ?? { text: status, tone: 'neutral', icon: 'dot' });
  return html`<span class="sign ${tone}">${icon(sign, 14)}<span>${text}</span></span>`;
};
