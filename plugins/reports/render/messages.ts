import type { ComputedReport, ComputedSection, Format, OrderedFont, Page, Row, TableSection } from '../computed.ts';

/** What passes between the thread that serves and the one that draws: nothing but plain values. */

/** A table without its rows: the worker pulls them. */
export type OrderedSection = Exclude<ComputedSection, TableSection> | Omit<TableSection, 'rows'>;
export type OrderedReport = Omit<ComputedReport, 'sections'> & { readonly sections: readonly OrderedSection[] };

/** What a worker is started with. It writes the empty file at `path`. */
export interface Order {
  readonly report: OrderedReport;
  readonly format: Format;
  readonly path: string;
  readonly fonts: readonly OrderedFont[];
}

export type FromWorker =
  /** The next page of the table that is this section. */
  | { readonly kind: 'pull'; readonly section: number }
  /** No more pages of it are wanted. */
  | { readonly kind: 'enough'; readonly section: number }
  /** Between 0 and 1. */
  | { readonly kind: 'progress'; readonly done: number }
  | {
      readonly kind: 'done';
      readonly contentType: string;
      readonly size: number;
      readonly pages: number | null;
      readonly notice: string | null;
    };

/** Null after the last page. */
export interface ToWorker {
  readonly page: Page | null;
}

/**
 * What draws one format. `rows` gives the pages of the table that is this section, once; `progress` hears a fraction
 * between 0 and 1.
 */
export type Draw = (
  order: Order,
  o: { readonly rows: (section: number) => AsyncIterable<readonly Row[]>; readonly progress: (done: number) => void },
) => Promise<{ readonly contentType: string; readonly pages: number | null; readonly notice?: string }>;
