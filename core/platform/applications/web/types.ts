export interface Source {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** A row of a list; also what the list's topic pushes. */
export interface ApplicationRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly templateId: string;
  readonly templateName: string;
  readonly status: string;
  readonly applicantName: string;
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

export interface ApplicationDocument {
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
  readonly reviewStatus: string;
  readonly requirementKey: string | null;
  /** `staff`, or `client` for both; a client is shown theirs only. */
  readonly audience: string;
  /** Whether this reader can show it to the client, or keep it from the client again; also after the decision. */
  readonly mayChangeAudience: boolean;
  readonly reason: string | null;
  readonly reviewedAt: string | null;
  readonly createdAt: string;
  readonly uploadedBy: Source;
}

type Options = readonly { readonly const?: unknown; readonly title?: string }[];

export interface SchemaProperty {
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly oneOf?: Options;
  readonly items?: { readonly oneOf?: Options };
}

export interface Application {
  readonly id: string;
  readonly workspaceId: string;
  readonly templateId: string;
  readonly templateVersion: number;
  readonly status: string;
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
  readonly template: {
    readonly name: string;
    readonly schema: { readonly properties?: Readonly<Record<string, SchemaProperty>> };
    readonly wizard: readonly { readonly key: string; readonly title: string; readonly fields: readonly string[] }[];
    readonly requiredDocuments: readonly { readonly key: string; readonly title: string }[];
  };
  readonly steps: readonly Step[];
  readonly documents: readonly ApplicationDocument[];
  /** Who works on it; null for those who meet it from outside. */
  readonly officers: readonly Source[] | null;
  /** What this person may do with it now: `approve`, `reject`, `confirm`, `upload`, `review`. */
  readonly can: readonly string[];
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRow = (value: unknown): value is ApplicationRow =>
  isRecord(value) &&
  ['id', 'templateName', 'status', 'applicantName', 'createdAt'].every((key) => typeof value[key] === 'string') &&
  typeof value['version'] === 'number' &&
  Array.isArray(value['assignees']) &&
  isRecord(value['source']);

/** The row inside a pushed event, or null when the event carries none. */
export const rowOf = (data: unknown): ApplicationRow | null => {
  if (isRow(data)) return data;
  return isRecord(data) && isRow(data['row']) ? data['row'] : null;
};
