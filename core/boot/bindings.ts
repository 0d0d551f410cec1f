import type { ErasedSpec, Http, Log, Sockets } from '@dossier/sdk';
import { asSystem } from './as-system.ts';
import type { AccessResolver } from '../kernel/access/access-resolver.ts';
import type { Facility } from '../kernel/facility.ts';
import { auditSeal } from '../facilities/audit-seal/facility.ts';
import { database } from '../facilities/database/facility.ts';
import { events } from '../facilities/events/facility.ts';
import { graphql } from '../facilities/graphql/facility.ts';
import type { FieldTable } from '../facilities/graphql/fields.ts';
import { http } from '../facilities/http/facility.ts';
import { guarding } from '../facilities/http/preconditions.ts';
import type { RateExchange } from '../facilities/http/rate-exchange.ts';
import type { RouteTable } from '../facilities/http/routes.ts';
import { jobs } from '../facilities/jobs/facility.ts';
import { givenUp } from '../facilities/jobs/given-up.ts';
import { outbound } from '../facilities/outbound/facility.ts';
import { realtime } from '../facilities/realtime/facility.ts';
import { secrets } from '../facilities/secrets/facility.ts';
import { settings } from '../facilities/settings/facility.ts';
import type { Backends } from './backends.ts';
import { facilityPlans } from './facilities.ts';

/** The facilities of `facilities.ts`, in their order, on what serves them here; some are data alone. */
export function bindings(o: {
  specs: readonly ErasedSpec[];
  routes: RouteTable;
  fields: FieldTable;
  backends: Backends;
  resolver: AccessResolver;
  http: Http;
  sockets: Sockets;
  rates: RateExchange | undefined;
  log: Log;
}): readonly Facility[] {
  const { backends, resolver } = o;
  const { running } = backends;
  const live: readonly Facility[] = [
    database({ database: guarding(backends.database, backends.stores), running: running.database }),
    secrets({ vault: backends.vault }),
    settings({
      specs: o.specs,
      store: backends.settings,
      asSystem: asSystem(resolver),
      inTransaction: backends.inTransaction,
    }),
    outbound({ http: o.http, sockets: o.sockets }),
    http({ table: o.routes, running: o.rates ? { stop: o.rates.stop } : {} }),
    graphql(o.fields),
    events({ eventLog: backends.eventLog, emit: backends.emit, subscribe: backends.subscribe }),
    auditSeal({ logSeal: backends.logSeal }),
    realtime({ running: running.realtime, tell: backends.tell }),
    jobs({
      queue: backends.jobs,
      running: running.jobs,
      asSystem: asSystem(resolver),
      installation: ({ id }) =>
        resolver.installation({
          actor: { kind: 'system', id, name: 'System' },
          organization: null,
          scopes: null,
          credential: id,
          via: 'token',
        }),
      givenUp: givenUp({ database: backends.database, emit: backends.emit, log: o.log }),
    }),
  ];
  return facilityPlans.map((plan) => live.find(({ id }) => id === plan.id) ?? plan);
}
