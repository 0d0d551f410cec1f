import type { SentencePart } from '@dossier/sdk/web/ui/sentence';
import { isRecord } from '@dossier/sdk/web/ui/record';
import type { ShownApplication, Source } from '../contract.ts';

export type { Source };

/** A row of a list; also what the list's topic pushes. */
export interface ApplicationRow {
  readonly id: string;
  /** By which people call it: `2026-000123`. */
  readonly number: string;
  readonly workspaceId: string;
  readonly templateId: string;
  readonly templateName: string;
  readonly status: string;
  readonly applicantName: string;
  /** Of the field that the template names as the amount, with its currency (ISO 4217); null where there is none. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly source: Source;
  readonly assignees: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly decidedAt: string | null;
  readonly dueAt: string | null;
  readonly waitingSince: string | null;
  readonly waitingUntil: string | null;
  readonly version: number;
  /** Answers that the list was asked to show, by the id of their column. What is pushed has none. */
  readonly shown?: Readonly<Record<string, unknown>> | null;
  /** Only of what stands above a group of rows in their place: its words, and how many they are. */
  readonly heading?: { readonly text: string; readonly count: number };
}

export interface Step {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  readonly handler: string | null;
  readonly state: string;
  readonly reasons: readonly { readonly code: string; readonly text: string; readonly pointer: string | null }[];
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

type Options = readonly { readonly const?: unknown; readonly title?: string }[];

export interface SchemaProperty {
  readonly title?: string;
  /** By which a template names a field, whatever its key. */
  readonly 'x-id'?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly oneOf?: Options;
  readonly items?: { readonly oneOf?: Options };
}

/** What a person has done with the step at which it halts. */
export interface ByWhom {
  readonly by: Source;
  readonly at: string;
}

/** A check that did not pass, with what it found. */
export interface FailedCheck {
  readonly step: string;
  readonly reasons: Step['reasons'];
}

/** The step at which an officer decides, with its rules. */
export interface DecisionStep {
  readonly key: string;
  readonly name: string;
  /** The role that alone may decide; null when any officer may. */
  readonly role: string | null;
  readonly mayDecide: boolean;
  readonly noteRequired: boolean;
  readonly secondApprover: boolean;
  readonly approvals: readonly (ByWhom & { readonly note: string | null })[];
  readonly checklist: readonly { readonly key: string; readonly text: string; readonly ticked: ByWhom | null }[];
}

export interface Application extends ShownApplication {
  /** By which people call it: `2026-000123`. */
  readonly number: string;
  readonly version: number;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly dueAt: string | null;
  readonly waitingSince: string | null;
  readonly waitingUntil: string | null;
  readonly flags: readonly string[];
  readonly workspaceId: string;
  readonly templateId: string;
  readonly templateVersion: number;
  readonly applicantName: string;
  readonly source: Source;
  readonly assignees: readonly string[];
  readonly createdAt: string;
  readonly submittedAt: string | null;
  readonly decidedAt: string | null;
  readonly decision: { readonly by: Source | null; readonly reason: string | null } | null;
  readonly updatedAt: string;
  readonly applicants: readonly {
    readonly type: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
  }[];
  readonly answers: Readonly<Record<string, unknown>>;
  readonly template: ShownApplication['template'] & {
    readonly name: string;
    /** The field that is the amount, by its `x-id`. */
    readonly amount: string | null;
    /** Fields whose answers stand in the head of the page, by their `x-id`. */
    readonly keyAnswers: readonly string[] | null;
    readonly schema: { readonly properties?: Readonly<Record<string, SchemaProperty>> };
    readonly wizard: readonly { readonly key: string; readonly title: string; readonly fields: readonly string[] }[];
  };
  readonly steps: readonly Step[];
  /** Null where it is at no step of an officer. */
  readonly decisionStep: DecisionStep | null;
}

/** What was answered, at one time. */
export interface AnswerRevision {
  readonly revision: number;
  readonly templateVersion: number;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly at: string;
}

export interface AuditEntry {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly at: string;
  readonly actor: Source;
  readonly sentence: readonly SentencePart[];
}

const isRow = (value: unknown): value is ApplicationRow =>
  isRecord(value) &&
  ['id', 'number', 'templateName', 'status', 'applicantName', 'createdAt'].every(
    (key) => typeof value[key] === 'string',
  ) &&
  typeof value['version'] === 'number' &&
  Array.isArray(value['assignees']) &&
  isRecord(value['source']);

/** The row inside a pushed event, or null when the event carries none. */
export const rowOf = (data: unknown): ApplicationRow | null => {
  if (isRow(data)) return data;
  return isRecord(data) && isRow(data['row']) ? data['row'] : null;
};
