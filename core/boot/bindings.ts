import type { ErasedSpec, Http } from '@dossier/sdk';
import { asSystem } from '../kernel/access/as-system.ts';
import type { AccessMaker } from '../kernel/access/control.ts';
import type { Facility } from '../kernel/facility.ts';
import { database } from '../facilities/database/facility.ts';
import { events } from '../facilities/events/facility.ts';
import { graphql } from '../facilities/graphql/facility.ts';
import type { FieldTable } from '../facilities/graphql/fields.ts';
import { http } from '../facilities/http/facility.ts';
import { guarding } from '../facilities/http/preconditions.ts';
import type { RateExchange } from '../facilities/http/rate-exchange.ts';
import type { RouteTable } from '../facilities/http/routes.ts';
import { jobs } from '../facilities/jobs/facility.ts';
import { outbound } from '../facilities/outbound/facility.ts';
import { realtime } from '../facilities/realtime/facility.ts';
import { secrets } from '../facilities/secrets/facility.ts';
import { settings } from '../facilities/settings/facility.ts';
import type { Ground } from './backends.ts';
import { facilityPlans } from './facilities.ts';

/** The facilities of `facilities.ts`, in their order, on what serves them here; some are data alone. */
export function bindings(o: {
  specs: readonly ErasedSpec[];
  routes: RouteTable;
  fields: FieldTable;
  ground: Ground;
  maker: AccessMaker;
  http: Http;
  rates: RateExchange | undefined;
}): readonly Facility[] {
  const { ground, maker } = o;
  const { running } = ground;
  const live: readonly Facility[] = [
    database({ database: guarding(ground.database, ground.stores), running: running.database }),
    secrets({ vault: ground.vault }),
    settings({ specs: o.specs, store: ground.settings }),
    outbound({ http: o.http }),
    http({ table: o.routes, running: o.rates ? { stop: o.rates.stop } : {} }),
    graphql(o.fields),
    events({ eventLog: ground.eventLog, emit: ground.emit, subscribe: ground.subscribe }),
    realtime({ running: running.realtime }),
    jobs({
      queue: ground.jobs,
      running: running.jobs,
      asSystem: asSystem(maker),
      installation: ({ id }) =>
        maker.installation({
          actor: { kind: 'system', id, name: 'System' },
          organization: null,
          scopes: null,
          credential: id,
          via: 'token',
        }),
    }),
  ];
  return facilityPlans.map((plan) => live.find(({ id }) => id === plan.id) ?? plan);
}
