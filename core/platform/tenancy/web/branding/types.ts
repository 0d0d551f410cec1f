import type { AccentReading } from '../../contract.ts';

export type { AccentReading, Branding, ClientContact, OrganizationReply as Organization } from '../../contract.ts';

/** Least contrast of text (WCAG 2.2, success criterion 1.4.3). */
const least = 4.5;

/** What becomes of a colour, in words. */
export const verdictOf = ({
  contrast,
  adjusted,
}: Pick<AccentReading, 'contrast' | 'adjusted'>): { readonly good: boolean; readonly text: string } => {
  const onLight =
    contrast.onLight >= least
      ? 'Easy to read on light'
      : `Too pale on light (${contrast.onLight.toFixed(1)} to 1, ${least} is needed): it is shown darker there, as ${adjusted.light}`;
  const onDark = contrast.onDark >= least ? 'easy to read on dark' : `on dark it is shown lighter, as ${adjusted.dark}`;
  return { good: contrast.verdict === 'good', text: `${onLight}; ${onDark}.` };
};
