/** How the report looks on paper. Lengths are points; colours have at least 4.5:1 against what they stand on. */

/** A4. */
const short = 595.28;
const long = 841.89;
const margin = { side: 46, top: 62, bottom: 54 };

/**
 * A page, upright or, for tables with many columns, lying. `left` to `right` and `top` to `bottom` hold the content.
 */
export interface Geometry {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Of the content. */
  readonly inner: number;
}

const geometry = (width: number, height: number): Geometry => ({
  width,
  height,
  left: margin.side,
  right: width - margin.side,
  top: margin.top,
  bottom: height - margin.bottom,
  inner: width - 2 * margin.side,
});
export const upright = geometry(short, long);
export const lying = geometry(long, short);

export const colour = {
  ink: '#16191F',
  muted: '#59616D',
  rule: '#DDE1E7',
  strongRule: '#9AA3AF',
  band: '#F5F6F8',
  paper: '#FFFFFF',
  good: '#12703F',
  bad: '#B3261E',
  accent: '#2F4DB8',
} as const;

export interface TextStyle {
  /**
   * `plain` is the regular one without kerning, for the many words of tables: laying them out takes a tenth of the
   * time.
   */
  readonly font: 'regular' | 'strong' | 'plain';
  readonly size: number;
  readonly color: string;
  /** From line to line. */
  readonly leading: number;
}

const style = (
  size: number,
  leading: number,
  color: string = colour.ink,
  font: TextStyle['font'] = 'regular',
): TextStyle => ({ font, size, color, leading });

export const type = {
  title: style(27, 33, colour.paper, 'strong'),
  subtitle: style(12, 17, colour.paper),
  owner: style(10.5, 15, colour.paper, 'strong'),
  period: style(12, 17, colour.paper, 'strong'),
  heading: style(14.5, 20, colour.ink, 'strong'),
  body: style(9.75, 14.5),
  label: style(8, 11.5, colour.muted),
  fact: style(9.5, 13.5),
  value: style(20, 26, colour.ink, 'strong'),
  total: style(18, 24, colour.ink, 'strong'),
  cardLabel: style(8.5, 11.5, colour.muted),
  change: style(8, 11.5, colour.muted, 'strong'),
  before: style(8, 11.5, colour.muted),
  entry: style(10, 17),
  small: style(8, 11.5, colour.muted),
  running: style(7.5, 10, colour.muted),
  notice: style(9.5, 13.5, colour.muted),
} as const;

/** Body and head of a table; the smaller ones are for many columns. */
export const tableStyles = [8.75, 8, 7.25, 6.5].map((size) => ({
  cell: style(size, size * 1.36, colour.ink, 'plain'),
  head: style(size - 0.25, size * 1.36, colour.muted, 'strong'),
  padding: { side: size * 0.55, end: size * 0.36 },
}));
/** For the values under a chart. */
export const compactStyles = [7.75, 7, 6.25].map((size) => ({
  cell: style(size, size * 1.32, colour.ink, 'plain'),
  head: style(size - 0.25, size * 1.32, colour.muted, 'strong'),
  padding: { side: size * 0.5, end: size * 0.26 },
}));
export type TableStyle = (typeof tableStyles)[number];
