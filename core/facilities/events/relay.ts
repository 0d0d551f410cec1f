import { growingPause } from '@dossier/sdk';
import { createWakeSignal, createLoop } from './wake-signal.ts';
import { relayPosition, saveRelayPosition } from './lease.ts';
import type { Fence, Lease } from './lease.ts';
import { mergeAbove, messagesOf } from './messages.ts';
import type { Outgoing } from './messages.ts';
import type { Log, LogDatabase, Publisher, Timing } from './port.ts';
import type { PersonalParts } from './personal.ts';
import { readLog } from './reader.ts';
import { isBefore } from './row.ts';
import type { Cursor } from './row.ts';
import type { TopicTable } from './topics.ts';

/**
 * Publishes what has committed, in commit order, at least once: the position is saved after the messages are out.
 * Nothing is published inside a transaction, and a broker that is away only delays.
 */
export interface Relay {
  start(): void;
  stop(): Promise<void>;
  /** Something was committed, here or elsewhere. */
  wake(): void;
  /**
   * One round: what waits is read, published and noted. Tells how many rows that were. For tests, while not started.
   */
  round(): Promise<number>;
  /** For tests: resolves when it has published the log up to there, or cannot now. */
  drain(end: Cursor): Promise<void>;
  /** `degraded` while messages cannot be published; changes are accepted all the same. */
  health(): 'up' | 'degraded';
}

const batch = 500;
/**
 * While one address is so busy that more than `mergeAbove` messages come within it, rounds keep this distance: they
 * gather and merge. Fewer would only be late.
 */
const pace = 250;
const busyAbove = mergeAbove * (1000 / pace);
/** Milliseconds before a failed round is tried again. */
const retryAfter = { first: 500, most: 5000 };
/** Rounds keep at least this distance: commits that follow each other closely share one. */
const breath = 20;

export function createRelay(o: {
  database: LogDatabase;
  lease: Lease;
  publisher: Publisher;
  topics: TopicTable;
  personal: Pick<PersonalParts, 'open'>;
  timing: Timing;
  log: Log;
  poll?: number;
}): Relay {
  const poll = o.poll ?? 5000;
  const wakeSignal = createWakeSignal(o.timing);
  let at: { readonly fence: Fence; readonly cursor: Cursor } | null = null;
  let failures = 0;
  let busy: ReadonlyMap<string, number> = new Map();
  let busySince = 0;
  let isStarted = false;
  let turn = Promise.withResolvers<void>();

  const publish = async (outgoing: readonly Outgoing[]): Promise<void> => {
    // Sent in order without waiting for each answer: a broker keeps the order of one publisher.
    const answers = outgoing.map((one) =>
      one.kind === 'message'
        ? o.publisher.publish(one.address, one.message)
        : o.publisher.accessChanged(one.change, one.id),
    );
    const results = await Promise.allSettled(answers);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  };

  /** Is some address so busy, counted over a second, that messages should gather? */
  const hot = (outgoing: readonly Outgoing[]): boolean => {
    const now = o.timing.now().getTime();
    const counts = new Map(now - busySince < 1000 ? busy : []);
    if (now - busySince >= 1000) busySince = now;
    for (const one of outgoing) if (one.kind === 'message') counts.set(one.address, (counts.get(one.address) ?? 0) + 1);
    busy = counts;
    return [...counts.values()].some((count) => count > busyAbove);
  };

  const attempt = async (): Promise<{ read: number; full: boolean; hot: boolean }> => {
    const fence = o.lease.held();
    if (!fence) {
      at = null;
      return { read: 0, full: false, hot: false };
    }
    const page = await o.database.systemTransaction('app_jobs', async (tx) => {
      const from = at?.fence.number === fence.number ? at.cursor : await relayPosition(tx);
      at = { fence, cursor: from };
      return readLog(tx, from, batch);
    });
    if (page.rows.length === 0) {
      // Nothing to note: the saved place and this one have the same rows behind them.
      at = { fence, cursor: page.end };
      return { read: 0, full: false, hot: false };
    }
    const outgoing = messagesOf(page.rows, o.topics, o.log, o.personal);
    await publish(outgoing);
    const saved = await o.database.systemTransaction('app_jobs', (tx) => saveRelayPosition(tx, fence, page.end));
    at = saved ? { fence, cursor: page.end } : null;
    if (!saved) await o.lease.refresh();
    return { read: page.rows.length, full: page.full, hot: hot(outgoing) };
  };

  const loop = createLoop(async (signal) => {
    try {
      const done = await attempt();
      if (failures > 0) o.log.info({}, 'Messages are published again.');
      failures = 0;
      next();
      if (done.full) return;
      if (done.read > 0) await o.timing.wait(done.hot ? pace : breath, signal);
      await wakeSignal.wait(poll, signal);
    } catch (error) {
      at = null;
      failures += 1;
      if (failures === 1)
        o.log.warn(
          { err: error },
          'Messages cannot be published at present; they are kept in the log and follow later.',
        );
      next();
      await o.timing.wait(growingPause(failures, retryAfter), signal);
    }
  });
  const next = (): void => {
    turn.resolve();
    turn = Promise.withResolvers();
  };

  o.lease.onChange(wakeSignal.wake);
  return {
    start() {
      isStarted = true;
      loop.start();
    },
    async stop() {
      isStarted = false;
      await loop.stop();
      next();
    },
    wake: wakeSignal.wake,
    round: async () => (await attempt()).read,
    async drain(end) {
      const isThrough = (): boolean => {
        const fence = o.lease.held();
        return !isStarted || failures > 0 || !fence || (at?.fence.number === fence.number && !isBefore(at.cursor, end));
      };
      while (!isThrough()) {
        wakeSignal.wake();
        await turn.promise;
      }
    },
    health: () => (failures > 0 ? 'degraded' : 'up'),
  };
}
