import { Type, utc } from '@dossier/sdk';
import type { LogEntry } from '@dossier/sdk';

/** One entry of an audit trail: who did what, when, and what it was before and after. */
export interface AuditEntry {
  readonly id: string;
  /** Place in the log: the cursor to go on from. */
  readonly place: string;
  readonly at: string;
  readonly type: string;
  readonly title: string;
  /** For clients, somebody of the staff who reviewed or decided is `{ kind: 'user', id: '', name: 'Staff' }`. */
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string };
  readonly before: unknown;
  readonly after: unknown;
  readonly details: unknown;
  readonly audience: 'internal' | 'external';
}

/** Entries of one page at most. */
export const mostEntries = 200;

export const entryOf = ({ id, place, at, type, title, actor, before, after, payload, audience }: LogEntry): AuditEntry =>
  ({ id, place, at: utc(at), type, title, actor, before: before ?? null, after: after ?? null, details: payload, audience });

/** Members of {@link AuditEntry} as replies have them. */
export const entryFields = {
  id: Type.String(), place: Type.String(), at: Type.String({ format: 'date-time' }), type: Type.String(), title: Type.String(),
  actor: Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() }),
  before: Type.Unknown(), after: Type.Unknown(), details: Type.Unknown(), audience: Type.Union([Type.Literal('internal'), Type.Literal('external')]),
};
