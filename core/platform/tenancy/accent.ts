import type { AccentReading } from './contract.ts';

/**
 * The surfaces on which an accent is read: white, also of paper, and the dark theme of the shell (`--dossier-surface`).
 */
const light = '#ffffff';
const dark = '#191c21';
/** Least contrast of text of normal size (WCAG 2.2, success criterion 1.4.3, level AA). */
const least = 4.5;

/** Only what is needed, and only when an organization has an accent: the library knows many colour spaces. */
async function colours() {
  const { clampChroma, converter, formatHex, modeLrgb, modeOklab, modeOklch, modeRgb, useMode, wcagContrast } =
    await import('culori/fn');
  for (const mode of [modeRgb, modeLrgb, modeOklab, modeOklch]) useMode(mode as typeof modeRgb);
  return { clampChroma, formatHex, oklch: converter('oklch'), wcagContrast };
}

/**
 * Judges an accent, `#RRGGBB`: its contrast to text and surfaces, and where it falls short the nearest lightness that
 * does not. The lightness is moved in OKLCH (CSS Color 4, section 9), which keeps hue and colourfulness as people see
 * them; what sRGB cannot show gives up chroma.
 */
export async function readAccent(accent: string): Promise<AccentReading> {
  const { clampChroma, formatHex, oklch, wcagContrast } = await colours();
  const own = oklch(accent);
  if (!own) throw new TypeError(`"${accent}" is not a colour.`);
  const moved = (l: number): string => formatHex(clampChroma({ ...own, l }, 'oklch'));
  /**
   * Halves the way to `end`, where the contrast suffices for sure, until the nearest lightness that suffices is known
   * to a hundredth of a per cent.
   */
  const readable = (surface: string, end: 0 | 1): string => {
    if (wcagContrast(accent, surface) >= least) return accent;
    let [short, enough] = [own.l, end as number];
    for (let i = 0; i < 14; i++) {
      const middle = (short + enough) / 2;
      if (wcagContrast(moved(middle), surface) >= least) enough = middle;
      else short = middle;
    }
    return moved(enough);
  };
  const adjusted = { light: readable(light, 0), dark: readable(dark, 1) };
  return {
    accent,
    contrast: {
      onLight: cut(wcagContrast(accent, light)),
      onDark: cut(wcagContrast(accent, dark)),
      text: wcagContrast(accent, '#fff') >= wcagContrast(accent, '#000') ? '#fff' : '#000',
      verdict: adjusted.light === accent ? 'good' : 'adjusted',
    },
    adjusted,
  };
}

/** Cut, not rounded: 4.499 must not look like enough. */
const cut = (ratio: number): number => Math.floor(ratio * 100) / 100;
