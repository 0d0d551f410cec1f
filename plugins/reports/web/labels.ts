import type { ChartSpec } from '../computed.ts';
import { asWritten } from './units.ts';

/**
 * The labels of a chart as people read them, the same on screen and on paper: days as `16 Nov`, with their year where
 * there are several. `language` is BCP 47.
 */
export function labelsInWords({ labels, over }: ChartSpec, language: string): readonly string[] {
  if (over !== 'day' && over !== 'week') return labels;
  const years = new Set(labels.map((label) => label.slice(0, 4))).size > 1;
  const format = dayFormat(language, years);
  return labels.map((label) => {
    const at = new Date(`${label}T00:00:00Z`);
    return Number.isNaN(at.getTime()) ? label : format.format(at);
  });
}

/**
 * Names of bars that do not fit below them: the bars lie, each with its name before it. Of steps in time some may stay
 * without a name.
 */
export const lies = ({ type, labels, over }: ChartSpec): boolean =>
  (type === 'bar' || type === 'stackedBar') &&
  over === undefined &&
  (labels.length > few ||
    labels.some(
      (label) =>
        label.length > 2 * room(labels.length) || label.split(' ').some((word) => word.length > room(labels.length)),
    ));

const few = 8;
/** Letters in one line below a bar. */
const room = (count: number): number => Math.floor(100 / Math.max(1, count));

/** A few names are broken over lines. */
export function inLines(label: string, count: number): string | string[] {
  const most = room(count);
  if (count > few || label.length <= most) return label;
  const lines: string[] = [];
  for (const word of label.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length > 3 ? [...lines.slice(0, 2), `${lines[2]}…`] : lines;
}

/** `en` alone writes the month first, which most of the world does not. */
function dayFormat(language: string, year: boolean): Intl.DateTimeFormat {
  const parts: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    ...(year ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  };
  try {
    return new Intl.DateTimeFormat(asWritten(language === 'en' ? 'en-GB' : language), parts);
  } catch {
    return new Intl.DateTimeFormat('en-GB', parts);
  }
}
