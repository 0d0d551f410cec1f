/**
 * The seam between computing a report and drawing it: one plain value. Everything but the pages of a table's rows can
 * be cloned to a worker; pages are pulled one after the other, so that a table of 100,000 rows need not be in memory at
 * once.
 */

export type Format = 'pdf' | 'csv' | 'xlsx';

/** How a number is meant: a count of things, a percentage (0–100), or a length of time in seconds. */
export type Unit = 'count' | 'percent' | 'duration';

export interface ComputedReport {
  readonly title: string;
  /** Name of the template, for example `Monthly Operations`; null for a letter, which has none. */
  readonly template: string | null;
  readonly subtitle: string | null;
  /** BCP 47. */
  readonly language: string;
  readonly organization: ComputedOrganization;
  /** Name of the workspace; null when the report spans several. */
  readonly workspace: string | null;
  /**
   * `from` is within the period, `to` is the first moment after it; both ISO 8601 UTC. `label` is for people,
   * `timeZone` the IANA name in which days begin.
   */
  readonly period: { readonly from: string; readonly to: string; readonly label: string; readonly timeZone: string };
  /** What narrows the report, in words. */
  readonly filters: readonly { readonly label: string; readonly value: string }[];
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** Name of the person, or of the schedule. */
  readonly createdBy: string;
  /** A scheduled run that was made up for after its time. */
  readonly late: boolean;
  readonly sections: readonly ComputedSection[];
}

/** A report that is computed from a template. */
export interface TemplateReport extends ComputedReport {
  readonly template: string;
}

export interface ComputedOrganization {
  readonly name: string;
  /** `#RRGGBB`, readable as text on the light and on the dark surface; paper is light. */
  readonly accent: { readonly light: string; readonly dark: string } | null;
  readonly logo: { readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp'; readonly bytes: Uint8Array } | null;
}

export type ComputedSection = TextSection | FiguresSection | ChartSection | TableSection;

export interface TextSection {
  readonly kind: 'text';
  readonly title?: string;
  readonly paragraphs: readonly string[];
}

export interface FiguresSection {
  readonly kind: 'figures';
  readonly title: string;
  readonly figures: readonly ComputedFigure[];
}

export interface ComputedFigure {
  readonly label: string;
  /** Null when there is nothing to measure, for example a median of no cases. */
  readonly value: number | null;
  readonly unit: Unit | 'text';
  /** The value as people read it: `1,204`, `3 d 4 h`, `82.5 %`, `–`. */
  readonly shown: string;
  /** The value of the period before; null when nothing is compared or it had none. */
  readonly before: number | null;
  /**
   * Change against the period before as a fraction of it (0.25 is 25 % more); null when it cannot be computed. For
   * `percent` the difference in points.
   */
  readonly change: number | null;
  readonly better: 'up' | 'down' | 'none';
  /**
   * Query of `GET /api/v1/applications` that lists what was counted, without the question mark; null where no list
   * shows it.
   */
  readonly list?: string | null;
}

/** The same for screen and PDF. Each series has one value for each label; null is a gap. */
export interface ChartSpec {
  readonly type: 'bar' | 'stackedBar' | 'line' | 'doughnut';
  readonly labels: readonly string[];
  /** What the labels are, as the head of a column: `Week from`, `Status`. */
  readonly axis?: string;
  /**
   * The labels are steps in time: days, and weeks by their first day, as YYYY-MM-DD, months and quarters by name.
   * Absent where they are names of things.
   */
  readonly over?: 'day' | 'week' | 'month' | 'quarter';
  readonly series: readonly ChartSeries[];
  readonly unit: Unit;
}

export interface ChartSeries {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** One list query for each value, as in {@link ComputedFigure.list}. */
  readonly lists?: readonly (string | null)[];
}

export interface ChartSection {
  readonly kind: 'chart';
  readonly title: string;
  /** The chart in words, for those who do not see it. */
  readonly alt: string;
  readonly chart: ChartSpec;
  /** Nothing to draw: say so in its place. */
  readonly empty: boolean;
}

export interface TableColumn {
  readonly key: string;
  readonly title: string;
  /** `date` cells are ISO 8601 UTC, to be shown in the period's time zone; `duration` in seconds; `percent` 0–100. */
  readonly type: 'text' | 'number' | 'date' | 'duration' | 'percent';
  /** Share of the width against the other columns; 1 unless given. */
  readonly width?: number;
}

export type Cell = string | number | null;
export type Row = readonly Cell[];
/**
 * Rows, each with one cell for each column; or their JSON, which passes from thread to thread at little cost. `rowsIn`
 * reads both.
 */
export type Page = readonly Row[] | { readonly json: string };
/** The rows of a page, in whichever form it comes. */
export const rowsIn = (page: Page): readonly Row[] => ('json' in page ? JSON.parse(page.json) : page);
/** Can be read once. */
export type Pages = AsyncIterable<Page> | Iterable<Page>;

export interface TableSection {
  readonly kind: 'table';
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly rows: Pages;
  /** Rows in all, when known before they are read: for the progress. */
  readonly total?: number;
  /** The sentence that stands in the place of no rows. */
  readonly empty: string;
}

/**
 * A variable font (axis `wght`) in pieces. `ranges` is a JSON file with the characters of each piece by its name, as
 * `unicode-range` of CSS; `file` the path of a piece, with `{part}` in the place of its name (without brackets).
 */
export interface FontFiles {
  readonly ranges: string;
  readonly file: string;
}

/** As it passes to the worker, the first first. */
export interface OrderedFont extends FontFiles {
  readonly languages: readonly string[];
}

/** A file that was drawn, in the place that the caller gave. The caller moves or deletes it. */
export interface Rendered {
  readonly path: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Pages of a PDF. */
  readonly pages: number | null;
  /** What is not as it should be, in a sentence for people: letters for which there was no font. */
  readonly notice: string | null;
}

/**
 * Draws a report into a new file at `path`. Rejects with the signal's reason when it is aborted, and leaves no file
 * then. `progress` hears a fraction between 0 and 1.
 */
export type RenderReport = (
  report: ComputedReport,
  format: Format,
  o: {
    readonly path: string;
    readonly signal: AbortSignal;
    readonly progress: (done: number) => void;
    readonly fonts?: readonly OrderedFont[];
  },
) => Promise<Rendered>;
