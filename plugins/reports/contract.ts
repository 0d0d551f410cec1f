import { event, extensionPoint, feature, Type } from '@dossier/sdk';
import type { OrganizationId, TSchema, WorkspaceAccess, WorkspaceId } from '@dossier/sdk';
import type { ReportConditions, ReportSource } from '@dossier/core/platform/reporting/contract';
import type { ComputedSection, FontFiles, Pages } from './computed/contract.ts';
import type { Definition } from './definition/contract.ts';

export const reportsFeature = feature('reports', {
  title: 'Reports',
  description:
    'What came in, what was decided and how long it took, as templates, files and schedules. Without it the workspace has no reports, and its schedules rest.',
  initially: 'on',
  workspaces: ['STAFF', 'MIXED'],
});

/**
 * A report that everybody finds in the gallery and nobody overwrites or deletes. The id of the contribution is its key.
 */
export interface BuiltInTemplate {
  readonly name: string;
  readonly description: string;
  /** Place in the gallery, smallest first. */
  readonly order: number;
  readonly definition: Definition;
}
export const reportTemplates = extensionPoint<BuiltInTemplate>('reports/template@1');

/** The moments of a period: `from` is in it, `to` is the first after it. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/** A number now and in the period before; `list` leads to the applications that were counted. */
export interface Measurement {
  readonly value: number | null;
  readonly before: number | null;
  readonly list: string | null;
}

/** One group with a number for each measure asked for, in their order. */
export interface Group {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly lists: readonly (string | null)[];
}

/** What is asked of a source: measures under conditions. */
export interface Question {
  readonly source: string;
  readonly measures: readonly string[];
  readonly where?: ReportConditions;
}

/** Numbers and rows under the rights of the reader, the filters, the period and the workspaces of the report. */
export interface Figures {
  /**
   * Throws `not-found` for an unknown source, `forbidden` (403) and `feature-off` (404) for one that the reader may not
   * read.
   */
  source(id: string): ReportSource;
  measured(question: Question): Promise<readonly Measurement[]>;
  /** By the values of a column, most first, at most `most` of them. */
  groups(question: Question & { readonly by: string; readonly most: number }): Promise<readonly Group[]>;
  /**
   * By days, weeks, months or quarters of the period, each that has begun there even when nothing happened in it. Days
   * and weeks are labelled with their first day, YYYY-MM-DD.
   */
  overTime(question: Question): Promise<readonly Group[]>;
  /**
   * Rows with a cell for each column, newest first: all for a file that holds all, else the first 2,400. `rowsIn` reads
   * a page of them. `at` is the time column that must fall in the period, null for all.
   */
  rows(o: {
    readonly source: string;
    readonly columns: readonly string[];
    readonly at: string | null;
    readonly where?: ReportConditions;
  }): { total(): Promise<number>; readonly pages: Pages };
}

/** What a section is computed from. */
export interface SectionContext {
  readonly access: WorkspaceAccess;
  readonly organization: OrganizationId;
  readonly workspaces: readonly WorkspaceId[];
  readonly definition: Definition;
  readonly period: TimeRange;
  readonly figures: Figures;
  /** By which `figures.overTime` goes; those that have not begun yet are left out. */
  readonly step: 'day' | 'week' | 'month' | 'quarter';
  /** A number as people read it in the language of the report. */
  shown(value: number | null, unit: 'count' | 'percent' | 'duration'): string;
  readonly signal: AbortSignal;
}

/** What a section asks of one source. */
export interface SectionUse {
  readonly source: string;
  readonly measures?: readonly string[];
  readonly columns?: readonly string[];
  /** Measures are grouped by this column, or over `time`. */
  readonly by?: string;
  /** Measures share an axis, so they must be of one unit. */
  readonly oneUnit?: boolean;
  readonly where?: ReportConditions;
  /** Of the member of the section that asks; '' for the section itself. */
  readonly pointer: string;
}

/**
 * A kind of section, its parameters, and how they become something that can be drawn. The id of the contribution is the
 * `kind` of the section.
 */
export interface SectionKind {
  readonly title: string;
  /** An object schema with `kind` and `additionalProperties: false`. */
  readonly schema: TSchema;
  /** What a section asks of sources, so that what cannot be answered is refused when it is saved. */
  uses(section: Readonly<Record<string, unknown>>): readonly SectionUse[];
  compute(section: Readonly<Record<string, unknown>>, context: SectionContext): Promise<ComputedSection>;
}
export const sectionKinds = extensionPoint<SectionKind>('reports/section@1');

/** Letters that the font of reports lacks. Asked for when the first PDF is drawn. */
export interface ReportFont {
  /** Of characters that several fonts have, the smallest is taken. */
  readonly order: number;
  /** BCP 47, as `ja` and `zh-Hant`: of texts in these it comes first. */
  readonly languages: readonly string[];
  files(): FontFiles;
}
export const reportFonts = extensionPoint<ReportFont>('reports/font@1');

const State = Type.Object({ state: Type.String(), progress: Type.Number() });
export const runRequested = event('reports/run-requested@1', {
  says: '{actor} ordered the report {subject}.',
  title: 'A report was ordered',
  schema: State,
});
export const runChanged = event('reports/run-changed@1', {
  says: {
    by: 'payload.state',
    is: {
      done: 'The report {subject} was finished.',
      failed: 'The report {subject} failed.',
      cancelled: 'The report {subject} was cancelled.',
    },
    otherwise: 'The report {subject} went on[: {payload.state}].',
  },
  tells: {
    staff: {
      by: 'payload.state',
      is: { done: 'The report is ready', failed: 'The report was not made' },
      otherwise: 'The report went on',
    },
  },
  title: 'A report run went on',
  schema: State,
});
const Named = Type.Object({ name: Type.String() });
export const templateSaved = event('reports/template-saved@1', {
  says: '{actor} saved the report {payload.name}.',
  title: 'A report template was saved',
  schema: Type.Object({ name: Type.String(), version: Type.Integer() }),
});
export const templateDeleted = event('reports/template-deleted@1', {
  says: '{actor} deleted the report {payload.name}.',
  title: 'A report template was deleted',
  schema: Named,
});
export const scheduleSaved = event('reports/schedule-saved@1', {
  says: '{actor} saved the schedule of reports {payload.name}.',
  title: 'A report schedule was saved',
  schema: Named,
});
export const scheduleDeleted = event('reports/schedule-deleted@1', {
  says: '{actor} deleted the schedule of reports {payload.name}.',
  title: 'A report schedule was deleted',
  schema: Named,
});
export type * from './computed/contract.ts';
export { rowsIn } from './computed/contract.ts';
export type { AnySection, Definition, Filters, Parameters, Period } from './definition/contract.ts';
