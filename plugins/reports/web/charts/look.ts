import type { ChartLook } from '../chart.ts';

/**
 * The theme's colours as they are now, in light or dark, for a canvas: which knows no custom properties, and whose
 * library no oklch().
 */
export function lookOf(element: HTMLElement, language: string): ChartLook {
  const style = getComputedStyle(element);
  const colour = (token: string): string => hexOf(element, token);
  return {
    accent: colour('--dossier-accent'),
    ink: colour('--dossier-text'),
    muted: colour('--dossier-muted'),
    rule: colour('--dossier-border'),
    surface: colour('--dossier-surface'),
    family: style.fontFamily,
    language,
    size: 12,
    legend: true,
    dark: isDark(colour('--dossier-surface')),
  };
}

function hexOf(element: HTMLElement, token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  (element.shadowRoot ?? element).append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  const one = new OffscreenCanvas(1, 1).getContext('2d');
  if (!one) return '#000000';
  one.fillStyle = color;
  one.fillRect(0, 0, 1, 1);
  return `#${[...one.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** A dark surface wants the lighter colours. */
const isDark = (surface: string): boolean =>
  [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(surface.slice(at, at + 2), 16), 0) < 3 * 128;
