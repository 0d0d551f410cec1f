import { notFound, Problem, systemClock } from '@dossier/sdk';
import type { AccessChange, Clock, Identity, Log, Topic } from '@dossier/sdk';
import { passes } from '../../kernel/access/contribution-gate.ts';
import { inOneShape } from '../../kernel/access/authorizer.ts';
import type { Authorizer } from '../../kernel/access/authorizer.ts';
import type { AccessResolver } from '../../kernel/access/access-resolver.ts';
import type { CatchUpWithChanges } from '../../kernel/access/catch-up.ts';
import { createSealer, createSealFile, sealsOf } from '../audit-seal/index.ts';
import { createBridge, createBroker, createRedeemTicket, createTickets, rememberEnded } from './index.ts';
import type { AuthorizeTopic, Broker, Tickets } from './index.ts';
import type { OpenDatabase } from '../database/index.ts';
import { createEvents, logEnd, messagesAt, cursorText, since, topicsOf } from '../events/index.ts';
import type { Events, PersonalParts, SettingsChange, Timing } from '../events/index.ts';
import { createHints } from './hints.ts';
import type { Hints } from './hints.ts';
import { derived } from '../secrets/index.ts';

/** The event log with everything that hears it: relay, subscriptions of plugins, the broker of this node. */
/** What was missed at one address; with `resync` it is too old, and has to be read anew. */
interface Missed {
  readonly events: ReturnType<typeof messagesAt>;
  readonly place: string;
  readonly more: boolean;
  readonly resync: boolean;
}

export interface Realtime {
  readonly tell: Hints['tell'];
  readonly events: Events;
  readonly broker: Broker;
  readonly tickets: Tickets;
  /**
   * What a client that was away missed on one topic; null when it may not hear it. Without `after` only the place where
   * the log ends.
   */
  since(identity: Identity, address: string, after: string | undefined): Promise<Missed | null>;
  /** What happens from now on is delivered, beginning at `quiet`. */
  start(quiet?: Promise<void>): Promise<void>;
  /** `degraded` while messages cannot be published; changes are accepted all the same. */
  health(): 'up' | 'degraded';
  close(): Promise<void>;
}

export interface RealtimeOptions {
  readonly database: OpenDatabase;
  readonly topics: readonly Topic[];
  readonly authorizer: Authorizer;
  readonly resolver: AccessResolver;
  /** Drops what is remembered of access and credentials that a change concerns. */
  readonly accessDropped: (change: AccessChange) => void;
  /** Applies what other nodes have changed; null where there are no others. */
  readonly current: CatchUpWithChanges | null;
  readonly installationKey: Buffer;
  readonly isReady: (plugin: string) => boolean;
  readonly origins: () => readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  readonly check: boolean;
  /**
   * External broker that the nodes share; without one messages go from the relay straight to the broker of this node.
   */
  readonly mqtt?: { readonly url: string; readonly prefix: string };
  readonly dataDir: string;
  readonly personal: PersonalParts;
  /** Called on every node for each change of an organization's settings. */
  readonly onSettingsChange: (change: SettingsChange) => void;
}

export async function createRealtime(o: RealtimeOptions): Promise<Realtime> {
  const table = topicsOf(o.topics);
  const authorize: AuthorizeTopic = async (topic, params, identity) => {
    await o.current?.();
    const access =
      (await o.authorizer.authorize(inOneShape(topic.gate), identity, (locator) => params[locator.name])) ?? null;
    // A subject leads to its own workspace: an address that names it in another one is nobody's.
    const elsewhere =
      access !== null &&
      access.workspace !== null &&
      params['workspaceId'] !== undefined &&
      params['workspaceId'] !== access.workspace;
    return elsewhere ? null : access;
  };
  const tickets = createTickets({ secret: derived(o.installationKey, 'realtime tickets'), now: () => o.clock.now() });
  const spend = createRedeemTicket({
    database: o.database.database,
    now: () => o.clock.now(),
    remember: rememberEnded,
  });
  const broker = await createBroker({
    topics: table,
    tickets,
    spend,
    authorize,
    origins: o.origins,
    onAccessChange: o.accessDropped,
    log: o.log,
  });
  const bridge =
    o.mqtt === undefined
      ? null
      : createBridge({
          ...o.mqtt,
          broker,
          database: o.database.database,
          topics: table,
          personal: o.personal,
          log: o.log,
        });
  // Loops go on where the clock of a test stands still.
  const timing: Timing = { now: () => o.clock.now(), wait: systemClock.wait };
  const events = createEvents({
    led: (lease) => [
      createSealer({ database: o.database.database, lease, file: createSealFile(sealsOf(o)), timing, log: o.log }),
    ],
    database: o.database.database,
    scope: o.database.scope,
    log: o.log,
    single: o.database.engine === 'pglite',
    check: o.check,
    timing,
    topics: table,
    personal: o.personal,
    publisher: bridge?.publisher ?? broker.publisher,
    isReady: o.isReady,
    onAccessChange: (change) => broker.revoke(change),
    onSettingsChange: o.onSettingsChange,
    async accessFor({ plugin, gate }, event) {
      if (event.organization === null) return null;
      const access = await o.resolver.system(
        { kind: 'system', id: plugin, name: 'System' },
        event.organization,
        event.workspace,
      );
      return access && passes(gate, access) ? access : null;
    },
  });

  const mayHear = async (identity: Identity, address: string): Promise<ReturnType<typeof table.match>> => {
    const matches = table.match(address);
    const mine =
      matches.length > 0 &&
      matches.every(
        ({ params }) =>
          params['organizationId'] === identity.organization &&
          (params['userId'] === undefined || params['userId'] === identity.actor.id),
      );
    if (!mine) throw notFound();
    for (const { topic, params } of matches) if ((await authorize(topic, params, identity)) === null) throw notFound();
    return matches;
  };

  const { tell } = createHints({
    topics: table,
    publisher: bridge?.publisher ?? broker.publisher,
    now: () => o.clock.time(),
    log: o.log,
  });

  return {
    tell,
    events,
    broker,
    tickets,
    async since(identity, address, after) {
      const organization = identity.organization;
      if (organization === null)
        throw new Problem(404, 'no-organization', 'No organization chosen', {
          detail: 'Choose an organization first.',
        });
      const matches = await mayHear(identity, address);
      const types = [...new Set(matches.flatMap(({ topic }) => topic.events.map((event) => event.id)))];
      // The topic says what of it is sent, and to whom, as it does when it is pushed.
      return o.database.database.read({ organization, audience: 'staff' }, async (tx) => {
        if (after === undefined) return { events: [], place: cursorText(await logEnd(tx)), more: false, resync: false };
        const workspace = matches[0]?.params['workspaceId'];
        const missed = await since(tx, organization, after, {
          now: o.clock.now(),
          personal: o.personal,
          filter: { types, ...(workspace ? { workspace } : {}) },
        });
        if (missed.kind === 'resync') return { events: [], place: missed.place, more: false, resync: true };
        return {
          events: messagesAt(address, missed.events, table, o.log),
          place: missed.place,
          more: missed.more,
          resync: false,
        };
      });
    },
    async start(quiet) {
      await bridge?.start();
      await events.start(quiet);
    },
    health: () => (bridge?.health() === 'degraded' ? 'degraded' : events.health()),
    async close() {
      await events.stop();
      await bridge?.stop();
      await broker.close();
    },
  };
}
