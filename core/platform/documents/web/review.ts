import type { TemplateResult } from 'lit';
import { chip } from '@dossier/sdk/web/ui/chip';
import type { Tone } from '@dossier/sdk/web/ui/chip';

const reviews: Readonly<Record<string, { text: string; tone: Tone; icon: string }>> = {
  pending: { text: 'To review', tone: 'warning', icon: 'clock' },
  approved: { text: 'Approved', tone: 'success', icon: 'check' },
  rejected: { text: 'Rejected', tone: 'danger', icon: 'cross' },
};

/** Where virus scanners are installed: what keeps a document from being opened. */
const scans: Readonly<Record<string, { text: string; tone: Tone; icon: string }>> = {
  pending: { text: 'Being checked for viruses', tone: 'neutral', icon: 'clock' },
  infected: { text: 'Virus found', tone: 'danger', icon: 'warning' },
  failed: { text: 'Not checked for viruses yet', tone: 'warning', icon: 'warning' },
};

/** Why a document cannot be opened, or nothing when it can. */
export const scanChip = (scan: string | null): TemplateResult | null => {
  const closed = scan === null ? undefined : scans[scan];
  return closed ? chip(closed) : null;
};

/** A paper that nobody reviewed before the decision. */
const passedOver = { text: 'Not reviewed', tone: 'neutral', icon: 'dash' } as const;

export const reviewChip = (status: string, o: { decided: boolean }): TemplateResult =>
  chip(
    o.decided && status === 'pending'
      ? passedOver
      : (reviews[status] ?? { text: status, tone: 'neutral', icon: 'dot' }),
  );
