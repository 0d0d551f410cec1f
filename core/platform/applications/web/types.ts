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
  readonly version: number;
}

export interface Step {
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
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly oneOf?: Options;
  readonly items?: { readonly oneOf?: Options };
}

export interface Application extends ShownApplication {
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
    readonly schema: { readonly properties?: Readonly<Record<string, SchemaProperty>> };
    readonly wizard: readonly { readonly key: string; readonly title: string; readonly fields: readonly string[] }[];
  };
  readonly steps: readonly Step[];
}

export interface AuditEntry {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly at: string;
  readonly actor: Source;
  readonly before: unknown;
  readonly after: unknown;
  readonly details?: unknown;
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
