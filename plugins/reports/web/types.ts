/** What the server tells of reports, as it stands in routes.ts of this plugin. */
import type { ChartSection, ComputedReport, FiguresSection, Row, TableSection, TextSection } from '../computed/contract.ts';
import type { Definition } from '../definition/contract.ts';

export type { AnySection, Definition, Filters, Parameters, Period } from '../definition/contract.ts';
export type { ChartSection, ComputedFigure, Cell, FiguresSection, Row, TableColumn } from '../computed/contract.ts';

/** A template in the gallery. `id` is the key of a built-in one, else an identifier. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly builtIn: boolean;
  readonly visibility: 'private' | 'workspace';
  readonly owner: { readonly id: string; readonly name: string } | null;
  readonly basedOn: string | null;
  readonly version: number;
  readonly definition: Definition;
  readonly updatedAt: string | null;
}

/** What can be told of: its columns, and the numbers that can be asked of it. */
export interface Source {
  readonly id: string;
  readonly title: string;
  readonly columns: readonly { readonly key: string; readonly title: string; readonly type: string; /** Conditions can be put on it by choosing values. */ readonly narrows: boolean }[];
  readonly measures: readonly { readonly key: string; readonly title: string; readonly unit: string; readonly at: string | null; readonly better: string }[];
}

export interface Catalogue {
  readonly sources: readonly Source[];
  readonly kinds: readonly { readonly id: string; readonly title: string; readonly schema: unknown }[];
  /** What the organization has set. */
  readonly timeZone: string | null;
}

export type ShownTable = Omit<TableSection, 'rows'> & { /** The first ones; `total` tells how many there are. */ readonly rows: readonly Row[] };
export type ShownSection = TextSection | FiguresSection | ChartSection | ShownTable;
/** A report as `POST …/report-previews` gives it. */
export type ShownReport = Omit<ComputedReport, 'sections'> & { readonly sections: readonly ShownSection[] };
