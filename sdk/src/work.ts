import type { Static, TSchema } from 'typebox';
import type { OrganizationId, WorkspaceId, Access, Gate, ContributionGate } from './access.ts';
import type { EventType } from './references.ts';

/**
 * A kind of durable work. The payload holds identifiers only; it is enqueued in the transaction that causes it.
 * At least once: a handler's effect is idempotent.
 */
export interface Job<P, Id extends string = string> {
  readonly kind: 'job';
  readonly id: Id;
  readonly schema: TSchema;
  /** What it is for, as administrators read it when it was given up: 'sending an e-mail'. */
  readonly purpose?: string;
  /** Tries after the first; 5 unless given. */
  readonly retries: number;
  /** Seconds before the first retry, doubled each time; 2 unless given. */
  readonly backoff: number;
  /** Seconds a handler may take; 60 unless given. */
  readonly limit: number;
  /** At most this many at a time on one node; 4 unless given. */
  readonly concurrency: number;
  /** Phantom: the type of the payload. */
  readonly payload?: P;
}

/** Names a kind of job. */
export const job = <const Id extends string, S extends TSchema>(
  id: Id,
  o: { schema: S; purpose?: string; retries?: number; backoff?: number; limit?: number; concurrency?: number },
): Job<Static<S>, Id> => ({
  kind: 'job',
  id,
  schema: o.schema,
  ...(o.purpose === undefined ? {} : { purpose: o.purpose }),
  retries: o.retries ?? 5,
  backoff: o.backoff ?? 2,
  limit: o.limit ?? 60,
  concurrency: o.concurrency ?? 4,
});

/** What a job handler gets. `attempt` starts at 1; `last` is true when no further try follows. */
export interface JobRun<P> {
  readonly id: string;
  readonly payload: P;
  readonly attempt: number;
  readonly last: boolean;
  /**
   * Aborted at a stop of the process, and when the time limit has passed: then its reason is a `TimeoutError`, as of
   * `AbortSignal.timeout`.
   */
  readonly signal: AbortSignal;
  /** Acts as the system in the organization the job was enqueued for (null organization: installation-wide work). */
  readonly access: Access;
}

/**
 * A job that recurs. `cron` has five fields and is read in `timeZone` (IANA name of a place, or UTC). An occurrence
 * missed while all nodes were down is run once.
 */
export interface Schedule {
  readonly id: string;
  readonly job: Job<unknown>;
  readonly cron: string;
  readonly timeZone: string;
}

/** One row of the event log as subscribers and topics see it. `place` is the cursor of the row. */
export interface LoggedEvent<P = unknown> {
  readonly id: string;
  readonly place: string;
  readonly type: string;
  readonly organization: OrganizationId | null;
  readonly workspace: WorkspaceId | null;
  readonly subject: { readonly type: string; readonly id: string };
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string };
  readonly before: unknown;
  readonly after: unknown;
  readonly payload: P;
  readonly at: string;
}

/** One event of a batch, with the system's Access where it happened. */
export interface Delivered {
  readonly event: LoggedEvent;
  readonly access: Access;
}

/**
 * What `emit` takes in addition to the payload: what changed, and how. `before` and `after` hold only the members that
 * changed, never a secret.
 */
export interface Change {
  readonly subject: { readonly type: string; readonly id: string };
  readonly before?: unknown;
  readonly after?: unknown;
  /** When the change concerns another workspace than the Access names. */
  readonly workspace?: WorkspaceId | null;
}

/**
 * A topic that browsers subscribe to. `address` follows `dossier/1/o/{organizationId}/` and may hold `{workspaceId}`,
 * `{userId}`, `{teamId}` or `{id}`; `{workspaceId}` and `{id}` (with the gate's subject) lead the gate, `{userId}` must
 * be the subscriber's own.
 */
export interface Topic {
  readonly kind: 'topic';
  readonly id: string;
  readonly address: string;
  readonly title: string;
  readonly gate: Gate;
  readonly events: readonly EventType<unknown>[];
  /**
   * Values for the address's parameters in addition to organizationId and workspaceId; several make several messages;
   * an empty array sends nothing.
   */
  readonly to?: (event: LoggedEvent<never>) => readonly Readonly<Record<string, string>>[];
  /** The `data` member of the message; by default the subject's id alone. */
  readonly data?: (event: LoggedEvent<never>) => unknown;
  /** Schema of `data` for the AsyncAPI document. */
  readonly schema?: TSchema;
}

/**
 * A subscription to every event of an audience, of whatever plugin: for what must know of all that happens, as
 * notifications or webhooks do. Events of the installation itself, which belong to no organization, are not among them.
 */
export interface EventStream {
  readonly kind: 'event-stream';
  /** `plugin/name`; keeps the place across restarts. */
  readonly id: string;
  readonly audience: 'internal' | 'external';
  /** As for `on`: an event is passed over where it is closed. */
  readonly gate: ContributionGate;
}

/** Declares a subscription to every event of an audience; `plugin.follow` handles them. */
export const eventStream = (id: string, o: Omit<EventStream, 'kind' | 'id'>): EventStream => ({
  kind: 'event-stream',
  id,
  ...o,
});

/** Declares a topic. */
export const topic = (id: string, o: Omit<Topic, 'kind' | 'id'>): Topic => ({ kind: 'topic', id, ...o });
