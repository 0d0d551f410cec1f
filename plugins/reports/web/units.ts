import type { Unit } from '../computed.ts';

/** A number as people read it, the same on screen and on paper: `1,204`, `82.5 %`, `3 d 4 h`; `–` where there is none. Durations are in seconds, percentages 0–100. */
export function inWords(value: number | null, unit: Unit): string {
  if (value === null || !Number.isFinite(value)) return '–';
  if (unit === 'percent') return `${grouped(value, 1)} %`;
  return unit === 'duration' ? durationInWords(value) : grouped(value, 2);
}

/** With a comma at thousands and no more than so many decimals; no decimals that are zero. */
function grouped(value: number, decimals: number): string {
  const [whole = '0', fraction = ''] = Math.abs(value).toFixed(decimals).split('.');
  const rest = fraction.replace(/0+$/, '');
  const shown = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest ? `.${rest}` : ''}`;
  return value < 0 && shown !== '0' ? `-${shown}` : shown;
}

const steps = [['d', 86_400], ['h', 3_600], ['min', 60], ['s', 1]] as const;

/** The two largest parts, rounded to the smaller of them: `3 d 4 h`, `4 h 5 min`, `12 min`, `45 s`. */
function durationInWords(seconds: number): string {
  const length = Math.abs(seconds);
  const first = steps.findIndex(([, size]) => Math.round(length) >= size);
  if (first < 0) return '0 s';
  const smaller = steps[Math.min(first + 1, steps.length - 1)] ?? steps[3];
  let rest = Math.round(length / smaller[1]) * smaller[1];
  const parts: string[] = [];
  for (const [name, size] of steps) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 && parts.length < 2) parts.push(`${grouped(count, 0)} ${name}`);
  }
  return `${seconds < 0 ? '-' : ''}${parts.join(' ')}`;
}
