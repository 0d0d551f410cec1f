import type { ChartConfiguration, ChartDataset } from 'chart.js';
import type { ChartSpec } from '../computed.ts';
import { inLines, labelsInWords, lies } from './labels.ts';
import { inWords } from './units.ts';

/** What differs between screen and paper. Colours are CSS colours. */
export interface ChartLook {
  readonly accent: string;
  readonly ink: string;
  readonly muted: string;
  readonly rule: string;
  readonly surface: string;
  readonly family: string;
  /** BCP 47. */
  readonly language: string;
  /** Font size in the unit of the canvas. */
  readonly size: number;
  /** A doughnut names its parts next to it; false where a table with the same colours stands there already. */
  readonly legend: boolean;
  /** The surface is dark: lighter colours. Paper never is. */
  readonly dark?: boolean;
  /** Pixels for one unit of the canvas; on screen it is the screen's. */
  readonly density?: number;
}

/**
 * The chart.js configuration of a chart, the same for screen and PDF. What people of a tenant wrote goes in as labels
 * only, never as options, because options may hold functions. Series differ by more than their colour: lines by dash
 * and point, bars by the gap between them.
 */
export function chartConfiguration(spec: ChartSpec, look: ChartLook): ChartConfiguration {
  const round = spec.type === 'doughnut';
  const stacked = spec.type === 'stackedBar';
  const font = { family: look.family, size: look.size };
  const lying = lies(spec);
  const labels = labelsInWords(spec, look.language);
  const names = {
    stacked,
    grid: { display: false },
    border: { color: look.muted },
    ticks: {
      color: look.muted,
      font,
      maxRotation: 0,
      autoSkip: spec.over !== undefined || spec.type === 'line',
      autoSkipPadding: 6,
    },
  };
  const values = {
    stacked,
    beginAtZero: true,
    border: { display: false },
    grid: { color: look.rule },
    ticks: {
      color: look.muted,
      font,
      precision: spec.unit === 'count' ? 0 : undefined,
      maxTicksLimit: 6,
      ...ticks(spec),
      callback: (value: number | string) => inWords(Number(value), spec.unit, look.language),
    },
  };
  return {
    type: spec.type === 'stackedBar' ? 'bar' : spec.type,
    data: {
      labels: round
        ? [...labels]
        : labels.map((label) => (lying ? shortened(label, look.size) : inLines(label, labels.length))),
      datasets: round ? [slices(spec, look)] : series(spec, look),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      ...(look.density ? { devicePixelRatio: look.density } : {}),
      font,
      color: look.ink,
      ...(round
        ? { cutout: '62%' }
        : lying
          ? { indexAxis: 'y', scales: { x: values, y: names } }
          : { scales: { x: names, y: values } }),
      plugins: {
        legend: {
          display: round ? look.legend : spec.series.length > 1,
          position: round ? 'right' : 'bottom',
          align: round ? 'center' : 'start',
          labels: {
            color: look.ink,
            font,
            boxWidth: look.size,
            boxHeight: look.size * (spec.type === 'line' ? 0.7 : 1),
            padding: look.size,
            usePointStyle: spec.type === 'line',
          },
        },
        tooltip: {
          callbacks: {
            title: (items) => (items[0] ? (labels[items[0].dataIndex] ?? '') : ''),
            label: (item) =>
              `${round ? item.label : (item.dataset.label ?? item.label)}: ${inWords(Number(item.raw), spec.unit, look.language)}`,
          },
        },
      },
    },
  };
}

/** Large letters are those of the screen, which may be narrow. */
const shortened = (label: string, size: number): string => {
  const most = size > 10 ? 22 : 40;
  return label.length > most ? `${label.slice(0, most - 1).trimEnd()}…` : label;
};

function series({ type, series: all, labels }: ChartSpec, look: ChartLook): ChartDataset[] {
  const colours = palette(look.accent, look.dark);
  return all.map(({ label, values }, at) => {
    const colour = colours[at % colours.length] ?? look.accent;
    const common = { label, data: [...values], backgroundColor: colour };
    if (type !== 'line')
      return {
        ...common,
        borderColor: look.surface,
        borderWidth: type === 'stackedBar' ? 0.75 : 0,
        borderRadius: type === 'bar' ? 2 : 0,
        borderSkipped: type === 'bar' ? ('start' as const) : false,
        maxBarThickness: 44,
        categoryPercentage: 0.76,
        barPercentage: 0.9,
      };
    return {
      ...common,
      type: 'line' as const,
      borderColor: colour,
      borderWidth: 1.75,
      tension: 0,
      spanGaps: false,
      borderDash: dashes[Math.floor(at / 4) % dashes.length],
      pointStyle: points[at % points.length],
      pointRadius: labels.length > 40 ? 0 : 2.6,
      pointBorderColor: colour,
    };
  });
}

/** The first series only: a ring shows the parts of one whole. */
function slices({ series: [first], labels }: ChartSpec, look: ChartLook): ChartDataset {
  const colours = palette(look.accent, look.dark);
  return {
    label: first?.label ?? '',
    data: labels.map((_, at) => first?.values[at] ?? 0),
    backgroundColor: labels.map((_, at) => colours[at % colours.length] ?? look.accent),
    borderColor: look.surface,
    borderWidth: (first?.values ?? []).filter(Boolean).length > 1 ? 1.5 : 0,
  };
}

/** Steps of an axis of durations fall on minutes, hours, days or weeks, not on thousands of seconds. */
function ticks({ unit, series: all, type, labels }: ChartSpec): { stepSize?: number } {
  if (unit !== 'duration') return {};
  const tops =
    type === 'stackedBar'
      ? labels.map((_, at) => all.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
      : all.flatMap(({ values }) => values.map((value) => value ?? 0));
  const top = Math.max(0, ...tops);
  return {
    stepSize:
      [15, 60, 300, 900, 3_600, 4 * 3_600, 12 * 3_600, 86_400, 2 * 86_400, 7 * 86_400, 14 * 86_400, 28 * 86_400].find(
        (step) => top / step <= 6,
      ) ?? Math.ceil(top / 6 / 86_400) * 86_400,
  };
}

const dashes = [[], [6, 3], [2, 2]];
const points = ['circle', 'rect', 'triangle', 'rectRot'] as const;

/**
 * Distinguishable with the common kinds of colour blindness as far as eleven can be, and each 3:1 or more against
 * white.
 */
const deeper = [
  '#0072B2',
  '#D55E00',
  '#00876C',
  '#AA3377',
  '#B8860B',
  '#5B4B9A',
  '#7F7F7F',
  '#8C510A',
  '#2C9AB7',
  '#C44569',
  '#4D7C0F',
  '#374151',
];

/** The same in the same order for a dark surface, 4:1 or more against it. */
const lighter = [
  '#56B4E9',
  '#F0904D',
  '#3DC2A0',
  '#E07BB0',
  '#E3B341',
  '#A394E8',
  '#B0B0B0',
  '#CF9A5B',
  '#6FD3E8',
  '#F2839F',
  '#9CC94F',
  '#94A3B8',
];

/** Twelve colours, the accent first and those like it last. */
export function palette(accent: string, dark = false): readonly string[] {
  const others = dark ? lighter : deeper;
  const distance = (colour: string): number =>
    Math.hypot(...channels(colour).map((value, at) => value - (channels(accent)[at] ?? 0)));
  const alike = others.filter((colour) => distance(colour) < 100);
  return [accent, ...others.filter((colour) => !alike.includes(colour)), ...alike].slice(0, 12);
}

const channels = (colour: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
