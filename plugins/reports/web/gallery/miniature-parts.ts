import { svg } from 'lit';
import type { SVGTemplateResult } from 'lit';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export const muted = 'var(--dossier-muted)';

/** As much of a text as fits, by the usual width of its letters. */
export function cut(text: string, width: number, size: number): string {
  const most = Math.max(1, Math.floor(width / (size * 0.56)));
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…`;
}

/** A moment as a day: a miniature has no room for more. */
export const place = (text: string): string => (/^\d{4}-\d{2}-\d{2}T/.test(text) ? text.slice(0, 10) : text);

export const placeholder = ({ x, y, width, height }: Box & { readonly height: number }): SVGTemplateResult =>
  svg`<rect x=${x} y=${y} width=${width} height=${height} rx="1.5" fill="var(--dossier-neutral-soft)"/>`;
