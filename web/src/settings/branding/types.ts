/** How an accent can be read; ratios are between 1 and 21. `adjusted` is for text and buttons on light and on dark. */
export interface AccentReading {
  readonly accent: string;
  readonly contrast: { readonly onLight: number; readonly onDark: number; readonly text: '#fff' | '#000'; readonly verdict: 'good' | 'adjusted' };
  readonly adjusted: { readonly light: string; readonly dark: string };
}

export interface Branding {
  readonly logo: string | null;
  readonly accent: string | null;
  readonly contrast: AccentReading['contrast'] | null;
  readonly adjusted: AccentReading['adjusted'] | null;
}

export interface Organization {
  readonly name: string;
  readonly slug: string;
  readonly branding: Branding;
  readonly version: number;
}

/** Least contrast of text (WCAG 2.2, success criterion 1.4.3). */
const least = 4.5;

/** What becomes of a colour, in words. */
export const verdictOf = ({ contrast, adjusted }: Pick<AccentReading, 'contrast' | 'adjusted'>): { readonly good: boolean; readonly text: string } => {
  const onLight = contrast.onLight >= least ? 'Easy to read on light' : `Too pale on light (${contrast.onLight.toFixed(1)} to 1, ${least} is needed): it is shown darker there, as ${adjusted.light}`;
  const onDark = contrast.onDark >= least ? 'easy to read on dark' : `on dark it is shown lighter, as ${adjusted.dark}`;
  return { good: contrast.verdict === 'good', text: `${onLight}; ${onDark}.` };
};
