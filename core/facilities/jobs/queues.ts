/** How kinds of jobs map to queues, and what a job carries. */
import { shapeOf } from '@dossier/sdk';
import type { Job, OrganizationId } from '@dossier/sdk';
import { DatabaseError } from '../database/index.ts';
import type { OpenDatabase } from '../database/index.ts';

/** What is stored of a job: whose it is, and identifiers. */
export interface Envelope {
  readonly organization: OrganizationId | null;
  readonly payload: unknown;
}

export interface QueueOptions {
  readonly retryLimit: number;
  readonly retryDelay: number;
  readonly retryBackoff: boolean;
  readonly retryDelayMax: number;
  readonly expireInSeconds: number;
  readonly heartbeatSeconds: number;
  readonly deleteAfterSeconds: number;
}

/**
 * A worker that has not been heard of for this long is dead, and its job is tried again. On the embedded database there
 * is one process, whose word may have to wait behind a long transaction: there a job is taken back at its time limit
 * only, and what a dead process left at the next start.
 */
const HEARTBEAT_SECONDS = 10;
const HOUR = 3_600;
/** More than identifiers would fit. */
const MAX_PAYLOAD = 4_096;

/** pg-boss takes letters, digits and `_ - . /` in names; ours may hold a version after `@`. */
export const queueName = (id: string): string => id.replaceAll('@', '.v').replace(/[^\w.\-/]/g, '_');
export const deadQueue = (queue: string): string => `${queue}/dead-letters`;

export const queueOptions = (
  job: Job<unknown>,
  engine: OpenDatabase['engine'],
): { name: string; options: QueueOptions } => ({
  name: queueName(job.id),
  options: {
    retryLimit: job.retries,
    retryDelay: job.backoff,
    retryBackoff: true,
    retryDelayMax: HOUR,
    // The handler is stopped at its limit; the queue takes the job back a little later, when nobody did.
    expireInSeconds: job.limit + 10,
    heartbeatSeconds: engine === 'pglite' ? job.limit + 10 : HEARTBEAT_SECONDS,
    deleteAfterSeconds: 24 * HOUR,
  },
});

/** Throws `K_JOB_PAYLOAD` for a payload that its schema refuses, or that is too long to be identifiers. */
export function checkPayload(job: Job<unknown>, payload: unknown): void {
  if (!shapeOf(job.schema).fits(payload)) {
    const faults = shapeOf(job.schema).faults(payload).slice(0, 5).join('; ');
    throw new DatabaseError('K_JOB_PAYLOAD', `The payload does not fit the schema of job "${job.id}": ${faults}.`);
  }
  if (JSON.stringify(payload).length > MAX_PAYLOAD) {
    throw new DatabaseError(
      'K_JOB_PAYLOAD',
      `The payload of job "${job.id}" is longer than ${MAX_PAYLOAD} characters. It holds identifiers only: store the rest in a table.`,
    );
  }
}

/** What a job holds, when it was written by {@link checkPayload}'s side of the queue. */
export function openEnvelope(data: unknown): Envelope {
  const record = typeof data === 'object' && data !== null ? data : {};
  const organization = 'organization' in record && typeof record.organization === 'string' ? record.organization : null;
  return { organization, payload: 'payload' in record ? record.payload : {} };
}
