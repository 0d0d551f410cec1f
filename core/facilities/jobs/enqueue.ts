/** Adds a job in the transaction that causes it: both are there, or neither. */
import { fromKysely } from 'pg-boss';
import type { PgBoss } from 'pg-boss';
import { newId } from '@dossier/sdk';
import type { Clock, Job, OrganizationId, Transaction } from '@dossier/sdk';
import { checkPayload, queueName } from './queues.ts';
import type { Envelope } from './queues.ts';

interface Waiting {
  'pgboss.job_common': { id: string; name: string; state: string; singleton_key: string };
}

export interface Enqueueing {
  /** Delay in seconds. */
  readonly after?: number;
  /** Of several jobs with the same key that still wait, one is kept. */
  readonly once?: string;
}

export function enqueuer(boss: PgBoss, clock: Clock | undefined) {
  return async (
    tx: Transaction,
    job: Job<unknown>,
    organization: OrganizationId | null,
    payload: unknown,
    o: Enqueueing,
  ): Promise<void> => {
    checkPayload(job, payload);
    const name = queueName(job.id);
    const data: Envelope = { organization, payload };
    const id = newId();
    // The queue's policy keeps one waiting job per key; a job without `once` has a key of its own.
    const singletonKey = o.once === undefined ? id : `${organization ?? 'installation'}:${o.once}`;
    const delay = o.after ?? 0;
    const start = clock
      ? { startAfter: new Date(clock.time() + delay * 1000) }
      : delay > 0
        ? { startAfter: delay }
        : {};
    const db = fromKysely(tx.sql());
    while ((await boss.send(name, data, { id, singletonKey, ...start, db })) === null) {
      if (await holdWaiting(tx, name, singletonKey)) return;
    }
  };
}

/**
 * Holds the job that already waits until this transaction has ended: a worker that took it now would not see our
 * change. False when it has just been taken, and one of our own is needed after all.
 */
async function holdWaiting(tx: Transaction, name: string, key: string): Promise<boolean> {
  const rows = await tx
    .sql<Waiting>()
    .selectFrom('pgboss.job_common')
    .select('id')
    .where('name', '=', name)
    .where('state', '=', 'created')
    .where('singleton_key', '=', key)
    .forUpdate()
    .execute();
  return rows.length > 0;
}
