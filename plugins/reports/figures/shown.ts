import type { Unit } from '../computed.ts';

const units = [['d', 86_400], ['h', 3_600], ['min', 60], ['s', 1]] as const;

/** A number as people read it: `1,204`, `82.5 %`, `3 d 4 h`; a dash for nothing to measure. */
export function shownIn(language: string): (value: number | null, unit: Unit) => string {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const tenth = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return (value, unit) => {
    if (value === null) return '–';
    return unit === 'count' ? whole.format(value) : unit === 'percent' ? `${tenth.format(value)} %` : duration(value, tenth);
  };
}

/** The two largest units. */
function duration(seconds: number, number: Intl.NumberFormat): string {
  if (seconds < 60) return `${number.format(seconds)} s`;
  const first = units.findIndex(([, size]) => seconds >= size);
  const [[large, size], small] = [units[first]!, units[first + 1]!];
  let count = Math.floor(seconds / size);
  let rest = Math.round((seconds % size) / small[1]);
  if (rest * small[1] >= size) [count, rest] = [count + 1, 0];
  return rest === 0 ? `${count} ${large}` : `${count} ${large} ${rest} ${small[0]}`;
}

export const unitOf = (how: string): Unit => (how === 'share' ? 'percent' : how === 'median' || how === 'p90' ? 'duration' : 'count');
