/** The grammar of the queue, for modules that keep what somebody asked of it. */
import { service } from '@dossier/sdk';
import type { Fault, OrganizationId, WorkspaceAccess } from '@dossier/sdk';

/**
 * What is asked for. `sort` is one of the columns that sort, with `-` for descending, `-createdAt` unless given; an
 * application without an amount comes behind those that have one when the largest come first, and one without a due
 * time behind those that have one when the most urgent come first.
 */
export interface ListQuery {
  readonly view?: string;
  readonly status?: readonly string[];
  readonly search?: string;
  /** In place of `search`: words that must all be found, each by one of its spellings. No parameter of a request. */
  readonly words?: readonly (readonly string[])[];
  readonly templateId?: string;
  readonly assignee?: string;
  /** Id of the person or key that created it. */
  readonly source?: string;
  /** ISO 8601 times: created, decided or due at this moment or later, and before that one. */
  readonly createdFrom?: string;
  readonly createdTo?: string;
  readonly decidedFrom?: string;
  readonly decidedTo?: string;
  readonly dueFrom?: string;
  readonly dueTo?: string;
  /** All of these. */
  readonly flag?: readonly string[];
  /** The amount, whatever its currency: at least, and at most. */
  readonly amountFrom?: number;
  readonly amountTo?: number;
  readonly sort?: string;
  /** What is shown in addition: answers, each as `{templateId}:{key of the field}`. */
  readonly columns?: readonly string[];
  /** 1 to 100, 50 unless given. */
  readonly limit?: number;
  readonly cursor?: string;
  /** Read the answers, too, where whole applications are asked for. */
  readonly answers?: boolean;
}

/** An answer that a list can show: a field of a template that has one value, or a few words. */
export interface AnswerColumn {
  /** `{templateId}:{key}` */
  readonly id: string;
  readonly templateId: string;
  readonly key: string;
  /** Of the field. */
  readonly title: string;
  /** Name of the template. */
  readonly template: string;
  /** Of the field, to show answers by. */
  readonly schema: unknown;
}

/** What modules that keep views of the queue ask of it. */
export interface Queue {
  /** What is wrong with the form of a query; pointers are parameters, `?status`. */
  faults(query: ListQuery): readonly Fault[];
  /**
   * How many applications of the workspace each of these queries finds, counted up to `most`, in one statement. Throws
   * 400 as a list does, and 403 unless the actor may read applications there.
   */
  counts(access: WorkspaceAccess, queries: readonly ListQuery[], most: number): Promise<readonly number[]>;
  /** Those columns that can be shown now: of templates that are there, and fields of their newest version. */
  columns(organization: OrganizationId, ids: readonly string[]): Promise<readonly AnswerColumn[]>;
  /** All that can be shown, of all templates. */
  allColumns(organization: OrganizationId): Promise<readonly AnswerColumn[]>;
}
export const Queue = service<Queue>('applications/queue@1');

/** Parts of the id of a column that is an answer; null for what is none. */
export function answerColumnOf(id: string): { readonly templateId: string; readonly key: string } | null {
  const [, templateId, key] = /^([0-9a-f-]{36}):([^\0]{1,200})$/.exec(id) ?? [];
  return templateId === undefined || key === undefined ? null : { templateId, key };
}
