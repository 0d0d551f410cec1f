import { logEnd, messagesOf, readLog } from '../events/index.ts';
import type { Cursor, Log, LogDatabase, PersonalParts, Publisher, TopicTable } from '../events/index.ts';

/** Remembers what has been sent, by address and event. Forgets the oldest. */
export interface SeenCache {
  /** False when it had been sent before; marks it as sent. */
  first(address: string, eventId: string): boolean;
}

export function createSeenCache(capacity = 50_000): SeenCache {
  const known = new Set<string>();
  return {
    first(address, eventId) {
      const key = `${address} ${eventId}`;
      if (known.has(key)) return false;
      known.add(key);
      if (known.size > capacity) known.delete(known.values().next().value!);
      return true;
    },
  };
}

/** Name under which changes of access are remembered next to addresses. */
export const accessAddress = 'access';

/**
 * The second way by which a node hears of events: it reads the log itself and tells its clients what did not come by
 * the external broker. So a broker that dies with acknowledged messages loses nothing, and one that is away only costs
 * a moment.
 */
export interface Sweep {
  /**
   * Tells everything that has committed, or, `settled`, what had committed at the last sweep: the rest may still be on
   * its way.
   */
  run(o: { settled: boolean }): Promise<void>;
}

export function createSweep(o: {
  database: LogDatabase;
  topics: TopicTable;
  personal: Pick<PersonalParts, 'open'>;
  to: Publisher;
  sent: SeenCache;
  log: Log;
}): Sweep {
  let at: Cursor | null = null;
  let seen: Cursor | null = null;

  const tellAll = async (settled: boolean): Promise<void> => {
    const end = await o.database.systemTransaction('app_jobs', logEnd);
    const before = settled ? seen : end;
    seen = end;
    if (at === null) at = end;
    if (before === null) return;
    for (let more = true; more;) {
      const from: Cursor = at;
      const page = await o.database.systemTransaction('app_jobs', (tx) => readLog(tx, from, 500, { before }));
      for (const one of messagesOf(page.rows, o.topics, o.log, o.personal, o.sent.first)) {
        if (one.kind === 'message') await o.to.publish(one.address, one.message);
        else if (o.sent.first(accessAddress, one.id)) await o.to.accessChanged(one.change, one.id);
      }
      at = page.end;
      more = page.full;
    }
  };

  // One at a time: two would tell the same twice.
  let running: Promise<void> = Promise.resolve();
  return {
    run({ settled }) {
      const next = running.then(() => tellAll(settled));
      running = next.catch(() => undefined);
      return next;
    },
  };
}
