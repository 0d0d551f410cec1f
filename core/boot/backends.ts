import type { FastifyInstance } from 'fastify';
import type {
  AccessChange,
  Clock,
  Database,
  ErasedSpec,
  EventLog,
  Identity,
  Log,
  LogSeal,
  OrganizationId,
  Reply,
  Vault,
} from '@dossier/sdk';
import type { AccessResolver } from '../kernel/access/access-resolver.ts';
import type { CatchUpWithChanges } from '../kernel/access/catch-up.ts';
import type { Authorizer } from '../kernel/access/authorizer.ts';
import type { Events } from '../facilities/events/index.ts';
import type { Running } from '../kernel/facility.ts';
import type { Plan, Refused } from '../kernel/index.ts';
import type { IdempotentRunner } from '../facilities/http/idempotency.ts';
import type { RateCounters } from '../facilities/http/rate-counters.ts';
import type { RateExchange } from '../facilities/http/rate-exchange.ts';
import type { Hints } from '../facilities/realtime/hints.ts';
import type { Jobs } from '../facilities/jobs/index.ts';
import type { SettingsStore } from '../facilities/settings/store.ts';
import type { CatchUp, Ticket } from './builtin/replies.ts';

/**
 * What the rest of the kernel stands on: storage, the event log, durable work, push. An installation's is a database
 * with a queue and a broker (`installation.ts`); that of light tests keeps everything in memory. Neither side knows
 * which one the other is.
 */
export interface Backends {
  readonly database: Database;
  /** Is there a database behind it, which can lock? */
  readonly stores: boolean;
  readonly inTransaction: () => boolean;
  readonly vault: Vault;
  readonly eventLog: EventLog;
  readonly logSeal: LogSeal;
  readonly settings: SettingsStore;
  readonly idempotent: IdempotentRunner;
  readonly emit: Events['writer']['emit'];
  readonly subscribe: Events['consumers']['add'];
  readonly tell: Hints['tell'];
  readonly jobs: Pick<Jobs, 'enqueue' | 'work'>;
  /** Tells broker and connections of a change of access that has just committed on this node. */
  revoke(change: AccessChange): void;
  ticket(identity: Identity): Promise<Reply<typeof Ticket>>;
  since(identity: Identity, topic: string, after: string | undefined): Promise<Reply<typeof CatchUp> | null>;
  /** Applies what other nodes have changed of anybody's access; null where there are no others. */
  readonly current: CatchUpWithChanges | null;
  /** Shares what one node counts with the others; null where there are no others. */
  readonly rateExchange: ((counters: RateCounters) => RateExchange) | null;
  /** Adds what listens on the server in addition to routes. */
  attach(server: FastifyInstance): Promise<void>;
  /**
   * Ends the connections of browsers, each at its own moment within so many milliseconds, so that they do not all come
   * to another node at once.
   */
  disconnectAll(within: number): Promise<void>;
  /** Plugins whose tables could not be made, with those that need them. */
  readonly barred?: ReadonlyMap<string, Refused>;
  /** What of it runs, by the facility that it belongs to. */
  readonly running: Readonly<Record<'database' | 'realtime' | 'jobs', Running>>;
}

/** What backends may use of the kernel that is built on them; nothing here is called before the start. */
export interface KernelContext {
  readonly plan: Plan;
  readonly specs: readonly ErasedSpec[];
  readonly clock: Clock;
  readonly log: Log;
  readonly authorizer: Authorizer;
  readonly accessResolver: AccessResolver;
  /** Drops what is remembered of access and credentials that a change concerns; everything, when none is given. */
  readonly accessDropped: (change?: AccessChange) => void;
  readonly isReady: (plugin: string) => boolean;
  readonly publicUrl: () => string;
  /** Drops what was built from an organization's settings of one plugin. */
  readonly dropOrganization: (organization: OrganizationId, plugin: string) => Promise<void>;
}
