/** What the server tells of reports: the types of the replies in routes.ts of this plugin. */
import type { Static } from '@dossier/sdk';
import type {
  ChartSection,
  ComputedReport,
  FiguresSection,
  Row,
  TableSection,
  TextSection,
} from '../computed/contract.ts';
import type { Definition } from '../definition/contract.ts';
import type { routes } from '../routes.ts';

export type { AnySection, Definition, Filters, Parameters, Period } from '../definition/contract.ts';
export type { ChartSection, ComputedFigure, Cell, FiguresSection, Row, TableColumn } from '../computed/contract.ts';

/**
 * A template in the gallery. `id` is the key of a built-in one, else an identifier. The schema leaves to each kind of
 * section what it holds.
 */
export type Template = Omit<Static<typeof routes.template.reply>, 'definition'> & { readonly definition: Definition };
/** What can be reported; `timeZone` is what the organization has set. */
export type Catalogue = Static<typeof routes.sources.reply>;
export type Source = Catalogue['sources'][number];

export type ShownTable = Omit<TableSection, 'rows'> & {
  /** The first ones; `total` tells how many there are. */ readonly rows: readonly Row[];
};
export type ShownSection = TextSection | FiguresSection | ChartSection | ShownTable;
/** A report as `POST …/report-previews` gives it. */
export type ShownReport = Omit<ComputedReport, 'sections'> & { readonly sections: readonly ShownSection[] };
