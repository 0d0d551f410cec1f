/** An accent as it can be read on light and on dark: `#rrggbb` each. */
export interface Shades {
  readonly light: string;
  readonly dark: string;
}

/**
 * The tokens that hang on the accent, for an element below which it counts. The server has moved both shades to 4.5:1
 * against the surfaces, so that they carry text as they are; what carries white, or lies on the soft shade, goes
 * further, as in the theme.
 */
export const accentTokens = ({ light, dark }: Shades): Readonly<Record<`--dossier-${string}`, string>> => ({
  '--dossier-accent': `light-dark(oklch(from ${light} min(l, 0.525) c h), oklch(from ${dark} clamp(0.522, l, 0.555) c h))`,
  '--dossier-accent-strong': `light-dark(oklch(from ${light} min(l - 0.05, 0.475) c h), oklch(from ${dark} clamp(0.46, l - 0.04, 0.515) c h))`,
  '--dossier-accent-soft': `light-dark(oklch(from ${light} 0.955 min(c, 0.026) h), oklch(from ${dark} 0.285 min(c, 0.06) h))`,
  '--dossier-accent-text': `light-dark(oklch(from ${light} min(l, 0.475) c h), oklch(from ${dark} max(l, 0.795) min(c, 0.115) h))`,
  '--dossier-link': 'var(--dossier-accent-text)',
  '--dossier-focus': `light-dark(oklch(from ${light} min(l, 0.525) c h), oklch(from ${dark} max(l, 0.74) min(c, 0.14) h))`,
});

const names = Object.keys(accentTokens({ light: '', dark: '' }));

/** Dresses the page in the accent; without one it wears the theme's own. */
export const wearAccent = (shades: Shades | null | undefined, root: HTMLElement = document.documentElement): void => {
  const tokens = new Map(shades ? Object.entries(accentTokens(shades)) : []);
  for (const name of names) {
    const value = tokens.get(name);
    if (value !== undefined) root.style.setProperty(name, value);
    else root.style.removeProperty(name);
  }
};
