import { demandWriting } from '@dossier/sdk';
import type { Database, Transaction } from '@dossier/sdk';
import { DatabaseError } from '../facilities/database/errors.ts';
import type { Handle } from '../facilities/database/handle.ts';
import {
  afterwards,
  current,
  inFrame,
  mergeIntoParent,
  newFrame,
  openTransaction,
  outside,
  runBeforeCommit,
  scope,
} from '../facilities/database/scope.ts';
import type { Frame } from '../facilities/database/scope.ts';
import { joined, readerOf, refuseInside } from '../facilities/database/transactions.ts';

const refuse = (): never => {
  throw new DatabaseError(
    'K_NO_TABLES',
    'No plugin of this test declares a table, so it runs without a database. Install the plugin that owns the table, or use testPlatform.',
  );
};
const transaction: Handle = {
  get em() {
    return refuse();
  },
  sql: refuse,
  execute: refuse,
  later: refuse,
  flush: async () => undefined,
  savepoint: (work) => work(transaction),
  beside: (work) => work(transaction),
  cancel: () => undefined,
  commit: async () => undefined,
  rollback: async () => undefined,
};

/**
 * Transactions without anything stored: they open, join, commit and roll back as the real ones do, so that events and
 * jobs come with the commit or not at all, and misuse throws the same codes. A query throws `K_NO_TABLES`.
 */
export function memoryDatabase(): Database {
  const enter = async <T>(
    wanted: Pick<Frame, 'organization' | 'audience' | 'person' | 'role' | 'readOnly'>,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> => {
    const open = current();
    if (open) return work(joined(open, wanted).tx);
    const frame = newFrame({ ...wanted, tx: transaction, parent: undefined });
    try {
      const result = await inFrame(frame, async () => {
        const value = await work(transaction);
        await runBeforeCommit(frame);
        return value;
      });
      frame.open = false;
      // As the real one, which writes to its log: what fails after the commit cannot undo it.
      outside(() => afterwards(frame, () => undefined));
      return result;
    } finally {
      frame.open = false;
    }
  };
  return {
    alone: true,
    write: async (who, work) => {
      if (typeof who === 'object') demandWriting(who);
      return enter({ ...readerOf(who), role: 'app_rw', readOnly: false }, work);
    },
    read: async (who, work) => enter({ ...readerOf(who), role: 'app_rw', readOnly: true }, work),
    stream() {
      refuseInside();
      return refuse();
    },
    lookUp: (work) =>
      enter({ organization: null, audience: 'client', person: null, role: 'app_jobs', readOnly: false }, work),
    async attempt(work) {
      const parent = openTransaction();
      const frame = newFrame({ ...parent, parent });
      try {
        const result = await inFrame(frame, () => work(transaction));
        mergeIntoParent(frame);
        return result;
      } finally {
        frame.open = false;
      }
    },
    afterCommit: scope.afterCommit,
  };
}
