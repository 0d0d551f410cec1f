import { extensionPoint, service } from '@dossier/sdk';
import type { OrganizationId } from '@dossier/sdk';
import type { Expression } from 'kysely';

/**
 * `id` names a thing, `person` is a user id and shown by the person's name, `time` a timestamptz, `duration` seconds,
 * `flag` a boolean. `people` is an array of user ids: a filter asks whether one is among them, and nothing is grouped
 * by it.
 */
export type ReportColumnType = 'text' | 'number' | 'flag' | 'id' | 'person' | 'people' | 'time' | 'duration';

export interface ReportColumn {
  readonly title: string;
  readonly type: ReportColumnType;
  /** Another column of the source, which says to people what this one names. */
  readonly label?: string;
  /**
   * How `GET /api/v1/applications` is narrowed by it: the name of a query parameter, for a time the names of its two
   * ends. Give it only when the list then shows exactly the rows counted here. Without it a figure leads nowhere.
   */
  readonly list?: string | readonly [from: string, to: string];
  /** Serves other columns only, for example as their label: neither shown nor offered. */
  readonly hidden?: boolean;
}

/** Values of columns, joined by "and"; several values of one column by "or". */
export type ReportConditions = Readonly<Record<string, readonly (string | boolean)[]>>;

/**
 * A number that can be computed over the rows of a source. `rows` counts them, `distinct` counts the different values
 * of `column`, `median` and `p90` (90th percentile) are of a duration or number, interpolated (`percentile_cont`),
 * `share` is the percentage of rows in which the flag `column` is true.
 */
export interface ReportMeasure {
  readonly title: string;
  readonly how: 'rows' | 'distinct' | 'median' | 'p90' | 'share';
  readonly column?: string;
  /** The time column that says in which period a row falls; null for what is shown as it is now. */
  readonly at: string | null;
  readonly where?: ReportConditions;
  /** Which direction is good news. */
  readonly better: 'up' | 'down' | 'none';
}

/** What a relation may depend on in addition to the organization. */
export interface RelationQuery {
  readonly organization: OrganizationId;
  /** Seconds within which an application should be decided. */
  readonly targetSeconds: number;
}

/**
 * A named set of rows that reports count, group and list. The module that owns the tables contributes it: it knows
 * their SQL, and what is contributed can at once be used in every chart, figure and table. Its gate says who may read
 * it at all.
 */
export interface ReportSource {
  readonly title: string;
  readonly columns: Readonly<Record<string, ReportColumn>>;
  readonly measures: Readonly<Record<string, ReportMeasure>>;
  /**
   * The column by which rows are kept to the workspaces of the report: `workspaceId` itself, or `applicationId`, which
   * also subjects the rows to the filters on applications. Nobody has to remember to do it: reports add the condition
   * around every relation.
   */
  readonly within: 'workspaceId' | 'applicationId';
  /**
   * When the list of applications shows the rows: the columns of which each must be narrowed to one value for a row to
   * be an application (none when it always is). Absent when no list shows them.
   */
  readonly lists?: readonly string[];
  /** A column whose value no two rows share: it orders rows of the same time. */
  readonly key: string;
  /** Order of tables that name none: a time column, newest first. */
  readonly newest: string;
  /**
   * A SELECT with a column for each of `columns`, and `organizationId` limited to that of the query. Runs under
   * row-level security in a read-only transaction.
   */
  relation(query: RelationQuery): Expression<unknown>;
}
/** The source with the id `applications` is the one whose columns filter every other. */
export const reportSources = extensionPoint<ReportSource>('reporting/source@1');

export interface CommunicationKind {
  readonly title: string;
  readonly direction: 'to the client' | 'from the client';
}

/**
 * What was said between the house and a client, as the client knows it too. Nothing internal belongs here: who
 * contributes answers for it. The relation is a SELECT with the columns `id` (text, unique), `applicationId` (uuid),
 * `at` (timestamptz), `kind` (text, a key of `kinds`), `person` (text, the name of who did it, or null) and `about`
 * (text, or null).
 */
export interface CommunicationSource {
  readonly kinds: Readonly<Record<string, CommunicationKind>>;
  relation(query: RelationQuery): Expression<unknown>;
}
export const communicationSources = extensionPoint<CommunicationSource>('reporting/communication@1');

/**
 * A column of a sheet. `date` cells are ISO 8601 UTC and shown in the sheet's time zone, or a day (YYYY-MM-DD); what is
 * no such text stands as it is.
 */
export interface SheetColumn {
  readonly title: string;
  readonly type: 'text' | 'number' | 'date';
  /** Share of the width against the other columns; 1 unless given. */
  readonly width?: number;
}

/** Lists of other modules as Excel files. For some thousand rows: all are held at once. */
export interface Workbooks {
  /**
   * An XLSX file (ECMA-376) with one sheet, which has the columns' titles as its head. A text is never a formula.
   * `createdAt` is ISO 8601 UTC, `timeZone` an IANA name. The same list gives the same bytes.
   */
  of(list: {
    readonly title: string;
    readonly createdBy: string;
    readonly createdAt: string;
    readonly timeZone: string;
    readonly columns: readonly SheetColumn[];
    readonly rows: readonly (readonly (string | number | null)[])[];
  }): Promise<Uint8Array>;
}
export const Workbooks = service<Workbooks>('reporting/workbooks@1');

/** A short letter of another module: a receipt, a confirmation. */
export interface Paper {
  readonly title: string;
  /** Below the title. */
  readonly subtitle: string;
  /** The one line that matters: an amount, and when it was received. */
  readonly lead: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly paragraphs: readonly string[];
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly createdBy: string;
}

/** Short letters of other modules as PDF, in the clothes of the organization: its name, logo and accent. */
export interface Papers {
  /**
   * PDF 1.7 as PDF/UA-1 asks, drawn in a thread of its own; the same letter gives the same bytes. Rejects with the
   * reason of the signal, and with a sentence for people when it cannot be drawn.
   */
  of(organization: OrganizationId, paper: Paper, o: { readonly signal: AbortSignal }): Promise<Uint8Array>;
}
export const Papers = service<Papers>('reporting/papers@1');
