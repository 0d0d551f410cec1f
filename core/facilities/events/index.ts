/**
 * The event log and what lives from it, in this order of use (`core/boot/installation.ts` does it):
 *
 * 1. `eventData` is among the tables of the kernel; after they are migrated `repairAfterRestore` brings the log of a
 *    restored database in line.
 * 2. `createEvents` puts the parts together; the realtime facility calls it, since it has the publisher.
 * 3. `writer.emit` writes events in the open transaction, `consumers.add` begins a subscription.
 * 4. A change of access emits `accessChanged` in its transaction (`core/boot/access-control.ts`). Every node hears it
 *    through `onAccessChange` within one look at the log (500 ms), whatever the broker does.
 * 5. `start` when all plugins have been set up; `stop` before the database closes.
 */
import { systemClock } from '@dossier/sdk';
import type { Topic } from '@dossier/sdk';
import { createConsumers } from './consumers.ts';
import type { Consumers } from './consumers.ts';
import type { Loop } from './wake-signal.ts';
import { createLease } from './lease.ts';
import type { Lease } from './lease.ts';
import { createEventWriter } from './writer.ts';
import type { EventWriter } from './writer.ts';
import type { AccessChange, Log, LogDatabase, LogScope, Publisher, Timing } from './port.ts';
import { newest } from './reader.ts';
import { createRelay } from './relay.ts';
import { isBefore, logStart } from './row.ts';
import { createTopicTable, kernelTopics } from './topics.ts';
import type { TopicTable } from './topics.ts';
import type { PersonalParts } from './personal.ts';
import type { Subscription } from './subscription.ts';
import { createWatch } from './watch.ts';
import type { SettingsChange } from './settings-changed.ts';

export type { Denials } from './denied.ts';
export { createLoop } from './wake-signal.ts';
export type { Lease } from './lease.ts';
export type { EventWriter } from './writer.ts';
export { endedMessage, messagesAt, messagesOf, messageType } from './messages.ts';
export { createPersonalParts } from './personal.ts';
export type { PersonalParts } from './personal.ts';
export type { AccessChange, Log, LogDatabase, Publisher, Timing } from './port.ts';
export { logColumns, logEnd, readLog, since } from './reader.ts';
export { allSetAside, askAgain, subscriptions } from './redelivery.ts';
export { repairAfterRestore } from './restore.ts';
export { cursorText, installation, logStart } from './row.ts';
export type { Cursor, LogRow } from './row.ts';
export { eventData } from './schema.ts';
export { settingsChanged } from './settings-changed.ts';
export type { SettingsChange } from './settings-changed.ts';
export { addressFault, addressRoot, fillAddress } from './topics.ts';
export type { TopicTable } from './topics.ts';

export interface EventsOptions {
  readonly database: LogDatabase;
  readonly scope: LogScope;
  readonly log: Log;
  readonly timing?: Timing;
  /** This process is the only one on its database (the embedded one). */
  readonly single: boolean;
  /** Validate payloads: in development and tests. */
  readonly check: boolean;
  readonly topics: TopicTable;
  /** Keeps what is personal in events under keys of its own. */
  readonly personal: PersonalParts;
  /** Where messages go: the broker's `publisher`, or the bridge's. */
  readonly publisher: Publisher;
  readonly isReady: (plugin: string) => boolean;
  readonly accessFor: Parameters<typeof createConsumers>[0]['accessFor'];
  /**
   * Loops of others on the node that leads. They are the last to stop, as what they look at grows until then: the seal,
   * which seals what is left.
   */
  readonly led?: (lease: Lease) => readonly Loop[];
  /**
   * Drop what is cached about who may do what, and tell the broker. Called at least once for each change, on every
   * node.
   */
  readonly onAccessChange: (change: AccessChange) => void;
  /** Drop what was built from these settings. Called at least once for each change, on every node. */
  readonly onSettingsChange?: (change: SettingsChange) => void;
}

export interface Events {
  readonly writer: EventWriter;
  readonly consumers: Consumers;
  /** Notes the places from which on events are delivered, then takes the loops up: at once, or at `quiet`. */
  start(quiet?: Promise<void>): Promise<void>;
  stop(): Promise<void>;
  /** `degraded` while messages cannot be published. */
  health(): 'up' | 'degraded';
  /** Does this node relay, consume and run what is led? */
  leads(): boolean;
  /**
   * For tests: publishes and delivers what has committed, and what that causes, until nothing is left but what waits to
   * be tried again.
   */
  drain(): Promise<void>;
}

/** All topics of an installation: the kernel's and those of its plugins. */
export const topicsOf = (declared: readonly Topic[]): TopicTable => createTopicTable([...kernelTopics, ...declared]);

/** Puts the parts together; nothing runs before `start`. */
export function createEvents(o: EventsOptions): Events {
  const timing = o.timing ?? systemClock;
  const { database, log } = o;
  const subscribed = new Map<string, number>();
  let stopped = false;
  let begun = false;
  // Its end is in the database, whose clock nobody moves.
  const lease = createLease({ database, timing: { ...timing, now: systemClock.now }, log, single: o.single });
  const { personal, isReady, accessFor, publisher, topics } = o;
  const consumers = createConsumers({ database, lease, timing, log, personal, isReady, accessFor });
  const relay = createRelay({ database, lease, publisher, topics, personal, timing, log });
  const led = o.led?.(lease) ?? [];
  // Where this process is the only one each change wakes the loops at once.
  const watch = createWatch({
    database,
    timing,
    log,
    poll: o.single ? 5000 : 500,
    types: () => new Set(subscribed.keys()),
    onMore() {
      relay.wake();
      consumers.wake('any');
    },
    onEvents: consumers.wake,
    onAccessChange: o.onAccessChange,
    onSettingsChange: o.onSettingsChange ?? (() => undefined),
  });
  return {
    writer: createEventWriter({
      scope: o.scope,
      personal,
      now: timing.now,
      check: o.check,
      wake() {
        relay.wake();
        watch.wake();
      },
    }),
    consumers: {
      ...consumers,
      add(subscription: Subscription) {
        const undo = consumers.add(subscription);
        if (subscription.event.kind === 'event-stream') return undo;
        const type = subscription.event.id;
        subscribed.set(type, (subscribed.get(type) ?? 0) + 1);
        return async () => {
          await undo();
          const left = (subscribed.get(type) ?? 1) - 1;
          if (left > 0) subscribed.set(type, left);
          else subscribed.delete(type);
        };
      },
    },
    async start(quiet) {
      await lease.refresh();
      await watch.note();
      await consumers.note();
      const begin = (): void => {
        if (stopped) return;
        begun = true;
        for (const loop of [watch, consumers, lease, relay, ...led]) loop.start();
      };
      if (quiet) void quiet.then(begin);
      else begin();
    },
    async stop() {
      stopped = true;
      await Promise.all([watch.stop(), consumers.stop(), relay.stop()]);
      for (const loop of led) await loop.stop();
      await lease.stop();
    },
    health: relay.health,
    leads: () => lease.held() !== null,
    async drain() {
      if (!begun || stopped) return;
      // A lease that another node has taken, or given back, is noticed in a second or two otherwise.
      await lease.refresh();
      let [end, now] = [logStart, await database.systemTransaction('app_jobs', newest)];
      for (; isBefore(end, now); now = await database.systemTransaction('app_jobs', newest)) {
        end = now;
        await Promise.all([consumers.drain(end), relay.drain(end)]);
      }
    },
  };
}
