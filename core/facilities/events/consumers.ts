import { growingPause } from '@dossier/sdk';
import type { Access, Delivered, LoggedEvent } from '@dossier/sdk';
import { withSpan } from '../../kernel/spans.ts';
import { createWakeSignal, createLoop } from './wake-signal.ts';
import type { WakeSignal } from './wake-signal.ts';
import { consumerPosition, ensureConsumer, saveConsumerPosition, setAside } from './consumer-store.ts';
import type { Fence, Lease } from './lease.ts';
import type { Log, LogDatabase, Timing } from './port.ts';
import type { PersonalParts } from './personal.ts';
import { readLog } from './reader.ts';
import { askedOf, settle, subscriptionsAsked } from './redelivery.ts';
import { filterOf, keyOf } from './subscription.ts';
import type { Subscription } from './subscription.ts';
import { isBefore, toLogged } from './row.ts';
import type { Cursor, LogRow } from './row.ts';

/**
 * Delivers events to plugins: after commit, in order, at least once, on the leading node only.
 * A failing delivery is repeated with growing distance; after the last try the event is set aside and the next one
 * follows. What was set aside is delivered again when it is asked for, between the others.
 */
export interface Consumers {
  /** @throws Error `K_DUPLICATE_SUBSCRIPTION` when the plugin already has one of this name. Returns its undoing. */
  add(subscription: Subscription): () => Promise<void>;
  /** Notes the places of new subscriptions, before anything is relayed. */
  note(): Promise<void>;
  /** Delivers. */
  start(): void;
  stop(): Promise<void>;
  /** New events of these types have committed; `any`: of whatever types. */
  wake(types: ReadonlySet<string> | 'any'): void;
  /**
   * For tests: resolves when each has dealt with the log up to there. One that waits to try again what failed, or for
   * its plugin, is not waited for.
   */
  drain(end: Cursor): Promise<void>;
}

interface Options {
  readonly database: LogDatabase;
  readonly lease: Lease;
  readonly timing: Timing;
  readonly log: Log;
  readonly personal: Pick<PersonalParts, 'open'>;
  readonly isReady: (plugin: string) => boolean;
  /** The system's Access where the event happened; null when the gate is closed there, and the event is passed over. */
  readonly accessFor: (subscription: Subscription, event: LoggedEvent) => Promise<Access | null>;
  /** Tries in all; 6 unless given. */
  readonly tries?: number;
  /** Milliseconds before the second try, doubled each time; 1000 unless given. */
  readonly backoff?: number;
  /** Milliseconds a delivery may take; 30,000 unless given. */
  readonly limit?: number;
}

interface Running {
  readonly subscription: Subscription;
  readonly wakeSignal: WakeSignal;
  readonly stop: AbortController;
  /** Its place is in the database. */
  isNoted: boolean;
  /** Something that was set aside is to be delivered again. */
  isAsked: boolean;
  /** Its place in the log, in this lease; null while it cannot deliver. */
  at: { readonly fence: Fence; readonly cursor: Cursor } | null;
  /** It waits to try again what failed. */
  isPausing: boolean;
  /** The end of its present round. */
  round: PromiseWithResolvers<void>;
  ended: Promise<void>;
}

/** Events that are read at a time: one by one, and for who takes several at once, whose cost is that of a turn. */
const page = { single: 100, several: 200 };
/** How often a waiting subscription looks whether its plugin is ready or this node leads, in milliseconds. */
const patience = 1000;
/** How often it is looked up what is to be delivered again, in milliseconds. */
const askEvery = 5000;
/** How often the place of a busy subscription is noted, in milliseconds. */
const noteEvery = 250;

export function createConsumers(o: Options): Consumers {
  const running = new Map<string, Running>();
  let started = false;

  const run = (one: Running): Promise<void> =>
    deliverAll(o, one).catch((error: unknown) =>
      o.log.error(
        { plugin: one.subscription.plugin, err: error },
        `The subscription ${keyOf(one.subscription)} has ended.`,
      ),
    );

  const asking = createLoop(async (signal) => {
    try {
      const asked = o.lease.held() ? await o.database.systemTransaction('app_jobs', subscriptionsAsked) : [];
      for (const key of asked) {
        const one = running.get(key);
        if (!one) continue;
        one.isAsked = true;
        one.wakeSignal.wake();
      }
    } catch (error) {
      o.log.warn({ err: error }, 'It could not be looked up what is to be delivered again; it is tried again.');
    }
    await o.timing.wait(askEvery, signal);
  });

  o.lease.onChange(() => running.forEach(({ wakeSignal }) => wakeSignal.wake()));
  return {
    add(subscription) {
      const key = keyOf(subscription);
      if (running.has(key))
        throw new Error(
          `K_DUPLICATE_SUBSCRIPTION ${subscription.plugin} subscribes twice by the name "${subscription.name}". Give each subscription a name of its own.`,
        );
      const one: Running = {
        subscription,
        wakeSignal: createWakeSignal(o.timing),
        stop: new AbortController(),
        isNoted: false,
        isAsked: false,
        at: null,
        isPausing: false,
        round: Promise.withResolvers(),
        ended: Promise.resolve(),
      };
      running.set(key, one);
      if (started) one.ended = run(one);
      return async () => {
        one.stop.abort();
        await one.ended;
        if (running.get(key) === one) running.delete(key);
      };
    },
    async note() {
      const noting = [...running.values()];
      await o.database.systemTransaction('app_jobs', async (tx) => {
        for (const { subscription } of noting) await ensureConsumer(tx, keyOf(subscription));
      });
      for (const one of noting) one.isNoted = true;
    },
    start() {
      started = true;
      for (const one of running.values()) one.ended = run(one);
      asking.start();
    },
    async stop() {
      started = false;
      await asking.stop();
      for (const { stop } of running.values()) stop.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
    wake(types) {
      for (const { subscription, wakeSignal: wakeSignal } of running.values()) {
        const { kind, id } = subscription.event;
        if (kind === 'event' ? types !== 'any' && types.has(id) : types === 'any') wakeSignal.wake();
      }
    },
    async drain(end) {
      const isThrough = (one: Running): boolean =>
        !started ||
        one.stop.signal.aborted ||
        one.isPausing ||
        o.lease.held() === null ||
        !o.isReady(one.subscription.plugin) ||
        (one.at !== null && one.at.fence.number === o.lease.held()?.number && !isBefore(one.at.cursor, end));
      for (const one of running.values())
        while (!isThrough(one)) {
          one.wakeSignal.wake();
          await one.round.promise;
        }
    },
  };
}

async function deliverAll(o: Options, one: Running): Promise<void> {
  const key = keyOf(one.subscription);
  const { signal } = one.stop;
  while (!signal.aborted) {
    try {
      if (!one.isNoted) await o.database.systemTransaction('app_jobs', (tx) => ensureConsumer(tx, key));
      one.isNoted = true;
      const fence = o.lease.held();
      if (!fence || !o.isReady(one.subscription.plugin)) {
        endRound(one, null);
        await one.wakeSignal.wait(patience, signal);
        continue;
      }
      const from =
        one.at?.fence.number === fence.number
          ? one.at.cursor
          : await o.database.systemTransaction('app_jobs', (tx) => consumerPosition(tx, key));
      if (one.isAsked) await deliverAgain(o, one, fence);
      const size = one.subscription.handleBatch ? page.several : page.single;
      const read = await o.database.systemTransaction('app_jobs', (tx) =>
        readLog(tx, from, size, filterOf(one.subscription)),
      );
      endRound(one, { fence, cursor: (await deliverPage(o, one, read.rows, fence)) ?? read.end });
      if (!read.full) await one.wakeSignal.wait(read.rows.length > 0 ? 0 : 600_000, signal);
    } catch (error) {
      one.at = null;
      if (!signal.aborted)
        o.log.warn(
          { plugin: one.subscription.plugin, err: error },
          `The subscription ${key} cannot go on at present; it is tried again.`,
        );
      await pause(o, one, patience);
    }
  }
  endRound(one, null);
}

function endRound(one: Running, at: Running['at']): void {
  one.at = at;
  one.round.resolve();
  one.round = Promise.withResolvers();
}

/** Lets time pass before what failed is tried again. */
async function pause({ timing }: Options, one: Running, milliseconds: number): Promise<void> {
  one.isPausing = true;
  endRound(one, one.at);
  await timing.wait(milliseconds, one.stop.signal);
  one.isPausing = false;
}

/**
 * Delivers the rows of a page in order, and notes the place now and then and in the end, whatever the end is:
 * events whose delivery was not noted before a crash come again. Tells where it was stopped; null when it came to the
 * end.
 */
async function deliverPage(o: Options, one: Running, rows: readonly LogRow[], fence: Fence): Promise<Cursor | null> {
  const key = keyOf(one.subscription);
  let dealtWith: LogRow | null = null;
  let savedAt = o.timing.now().getTime();
  const save = async (): Promise<void> => {
    const at = dealtWith;
    if (at) await o.database.systemTransaction('app_jobs', (tx) => saveConsumerPosition(tx, fence, key, at));
    dealtWith = null;
    savedAt = o.timing.now().getTime();
  };
  try {
    let last: Cursor | null = null;
    const { handleBatch } = one.subscription;
    if (handleBatch && (await deliverBatches(o, one, rows, fence, handleBatch))) {
      dealtWith = rows.at(-1) ?? null;
      return null;
    }
    for (const row of rows) {
      if (!(await deliver(o, one, row, fence))) return last ?? { xid: row.xid, seq: String(BigInt(row.seq) - 1n) };
      last = dealtWith = row;
      if (o.timing.now().getTime() - savedAt >= noteEvery) await save();
    }
    return null;
  } finally {
    await save();
  }
}

/**
 * Delivers a page, the events of each organization at once. False when one of these failed: then each event of the page
 * comes by itself, those that were dealt with already once more.
 */
async function deliverBatches(
  o: Options,
  one: Running,
  rows: readonly LogRow[],
  fence: Fence,
  handle: (delivered: readonly Delivered[]) => void | Promise<void>,
): Promise<boolean> {
  const all = rows.map((row) => toLogged(row, o.personal));
  for (const events of Map.groupBy(all, ({ organization }) => organization).values()) {
    demandTurn(o, one, fence);
    const open = (
      await Promise.all(events.map(async (event) => ({ event, access: await o.accessFor(one.subscription, event) })))
    ).flatMap(({ event, access }) => (access === null ? [] : [{ event, access }]));
    const [first] = open;
    if (first && (await tryOnce(o, one, first.event, () => handle(open))) !== null) return false;
  }
  return true;
}

/** Delivers what is asked for, in order, with one try each: what follows does not wait for what fails still. */
async function deliverAgain(o: Options, one: Running, fence: Fence): Promise<void> {
  const {
    subscription,
    stop: { signal },
  } = one;
  one.isAsked = false;
  const rows = await o.database.systemTransaction('app_jobs', (tx) => askedOf(tx, keyOf(subscription), page.single));
  for (const row of rows) {
    if (signal.aborted) return;
    demandTurn(o, one, fence);
    const event = toLogged(row, o.personal);
    const access = await o.accessFor(subscription, event);
    const failure = access === null ? null : await tryOnce(o, one, event, () => subscription.handle(event, access));
    if (failure && (signal.aborted || !o.isReady(subscription.plugin))) throw failure.error;
    if (failure)
      o.log.error(
        { plugin: subscription.plugin, err: failure.error, event: event.id, type: event.type },
        `The subscription ${keyOf(subscription)} failed again at an event that was set aside.`,
      );
    await o.database.systemTransaction('app_jobs', (tx) =>
      settle(tx, fence, row, { at: o.timing.now(), ...(failure ? { error: failure.error } : {}) }),
    );
  }
  one.isAsked ||= rows.length === page.single;
}

/** @throws Error when this node leads no more, or the plugin is not ready. */
function demandTurn(o: Options, { subscription }: Running, fence: Fence): void {
  if (o.lease.held()?.number !== fence.number) throw new Error('Another node leads now.');
  if (!o.isReady(subscription.plugin)) throw new Error(`${subscription.plugin} is not ready.`);
}

/** False when it was stopped before the event was dealt with. */
async function deliver(o: Options, one: Running, row: LogRow, fence: Fence): Promise<boolean> {
  const {
    subscription,
    stop: { signal },
  } = one;
  const key = keyOf(subscription);
  const event = toLogged(row, o.personal);
  const tries = o.tries ?? 6;
  for (let attempt = 1; !signal.aborted; attempt++) {
    demandTurn(o, one, fence);
    const access = await o.accessFor(subscription, event);
    const failure = access === null ? null : await tryOnce(o, one, event, () => subscription.handle(event, access));
    if (failure === null) return true;
    // A plugin that went down while it handled the event gets it again when it is back; that costs no try.
    if (!o.isReady(subscription.plugin)) throw failure.error;
    if (attempt >= tries) {
      o.log.error(
        { plugin: subscription.plugin, err: failure.error, event: event.id, type: event.type, attempts: attempt },
        `The subscription ${key} failed ${attempt} times at an event; it is set aside in dead_event and the next one follows.`,
      );
      await o.database.systemTransaction('app_jobs', (tx) =>
        setAside(tx, fence, key, row, { attempts: attempt, error: failure.error, at: o.timing.now() }),
      );
      return true;
    }
    o.log.warn(
      { plugin: subscription.plugin, err: failure.error, event: event.id, type: event.type, attempt },
      `The subscription ${key} failed at an event; it is tried again.`,
    );
    await pause(o, one, growingPause(attempt, { first: o.backoff ?? 1000 }));
  }
  return false;
}

/** Null when it went well. */
async function tryOnce(
  o: Options,
  { subscription, stop }: Running,
  event: LoggedEvent,
  handle: () => void | Promise<void>,
): Promise<{ readonly error: unknown } | null> {
  const over = new AbortController();
  const limit = o.limit ?? 30_000;
  try {
    await Promise.race([
      withSpan(
        `event ${event.type}`,
        {
          plugin: subscription.plugin,
          workspace: event.workspace,
          feature: 'feature' in subscription.gate ? subscription.gate.feature?.id : null,
        },
        async () => handle(),
      ),
      outOfTime(o.timing, limit, over.signal, stop.signal).then(() => {
        if (!over.signal.aborted)
          throw new Error(
            `${subscription.plugin} did not finish with ${event.type} in time (${limit} ms, less at a stop).`,
          );
      }),
    ]);
    return null;
  } catch (error) {
    return { error };
  } finally {
    over.abort();
  }
}

/** Resolves after the limit, or shortly after a stop; the event then comes again. */
async function outOfTime(timing: Timing, limit: number, over: AbortSignal, stop: AbortSignal): Promise<void> {
  await timing.wait(limit, AbortSignal.any([over, stop]));
  if (stop.aborted) await timing.wait(Math.min(limit, 2000), over);
}
