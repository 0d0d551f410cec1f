import { sql } from 'kysely';
import type { Transaction } from '@dossier/sdk';
import { inFrame, mergeIntoParent, newFrame } from './scope.ts';
import type { Frame } from './scope.ts';

/**
 * Runs work for clients inside a transaction for the staff: the database shows it what clients may see, and it finds no
 * entity that was read before. What runs side by side with it in the outer one sees no more either, until it has ended.
 * What it collected for the commit stays, also when it fails, as with all that joins a transaction.
 */
export async function narrowed<T>(outer: Frame, work: (tx: Transaction) => Promise<T>): Promise<T> {
  // What was changed before was changed by the staff.
  await outer.tx.flush();
  const show = (audience: 'client' | 'staff'): Promise<unknown> =>
    sql`select set_config('app.audience', ${audience}, true)`.execute(outer.tx.sql());
  outer.narrowed += 1;
  let isBroken = true;
  try {
    await show('client');
    const result = await outer.tx.beside(async (tx) => {
      const frame = newFrame({ ...outer, audience: 'client', tx, parent: outer });
      try {
        return await inFrame(frame, () => work(tx));
      } finally {
        frame.open = false;
        mergeIntoParent(frame);
      }
    });
    isBroken = false;
    return result;
  } finally {
    outer.narrowed -= 1;
    // After a statement that failed nothing can be set, and nothing can be seen: what is around it ends, or goes back
    // to a savepoint, which sets this too.
    if (outer.narrowed === 0)
      await show('staff').catch((error: unknown) => (isBroken ? undefined : Promise.reject(error)));
  }
}
