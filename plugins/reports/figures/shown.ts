import type { Unit } from '../computed.ts';
import { inWords } from '../web/units.ts';

/** A number as people read it in a language, the same on screen and on paper. */
export const shownIn =
  (language: string) =>
  (value: number | null, unit: Unit): string =>
    inWords(value, unit, language);

export const unitOf = (how: string): Unit =>
  how === 'share' ? 'percent' : how === 'median' || how === 'p90' ? 'duration' : 'count';
