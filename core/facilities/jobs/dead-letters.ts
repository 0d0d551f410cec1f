/** Jobs that failed for good, kept for somebody to look at and to send again. */
import type { PgBoss } from 'pg-boss';
import type { Job, OrganizationId } from '@dossier/sdk';
import { DatabaseError, current } from '../database/index.ts';
import { deadQueue, openEnvelope, queueName } from './queues.ts';

export interface DeadLetter {
  readonly id: string;
  /** Id of the kind of job. */
  readonly job: string;
  readonly organization: OrganizationId | null;
  readonly payload: unknown;
  /** Tries that were made. */
  readonly attempts: number;
  readonly reason: string;
  /** Where it was thrown; null where that is not known. */
  readonly stack: string | null;
  readonly failedAt: Date;
}

export interface DeadLetters {
  /** Newest first. */
  deadLetters(): Promise<readonly DeadLetter[]>;
  /** Sends them again, with all their tries; without ids, all of that kind. Resolves with how many. */
  redrive(job: Job<unknown>, ids?: readonly string[]): Promise<number>;
}

export const deadLetters = (boss: PgBoss, jobs: readonly Job<unknown>[]): DeadLetters => ({
  async deadLetters() {
    refuseInTransaction();
    const found = await Promise.all(
      jobs.map(async (job) => {
        const letters = await boss.findJobs(deadQueue(queueName(job.id)), { queued: true });
        return letters.map((letter): DeadLetter => ({
          id: letter.id,
          job: job.id,
          ...openEnvelope(letter.data),
          attempts: (letter.sourceRetryCount ?? 0) + 1,
          reason: memberOf(letter.sourceOutput, 'message') ?? 'unknown',
          stack: memberOf(letter.sourceOutput, 'stack'),
          failedAt: letter.createdOn,
        }));
      }),
    );
    return found.flat().sort((a, b) => b.failedAt.getTime() - a.failedAt.getTime());
  },
  async redrive(job, ids) {
    refuseInTransaction();
    return boss.redrive(deadQueue(queueName(job.id)), ids ? { ids: [...ids] } : {});
  },
});

/** On the embedded database the queue would wait for the open transaction, and that for the queue. */
function refuseInTransaction(): void {
  if (current())
    throw new DatabaseError('K_QUERY_OUTSIDE_TRANSACTION', 'Dead letters are read outside of a transaction.');
}

/** A text of what the queue has noted of a failure. */
function memberOf(output: object | null, name: string): string | null {
  const value: unknown = output === null ? undefined : Reflect.get(output, name);
  return typeof value === 'string' ? value : null;
}
