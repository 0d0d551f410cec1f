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
import type { RouteTable } from '../facilities/http/routes.ts';
import { jobs } from '../facilities/jobs/facility.ts';
import { outbound } from '../facilities/outbound/facility.ts';
import { realtime } from '../facilities/realtime/facility.ts';
import { secrets } from '../facilities/secrets/facility.ts';
import { settings } from '../facilities/settings/facility.ts';
import type { Ground } from './backends.ts';

/** The facilities of `facilities.ts` on what serves them here. */
export const bindings = (o: {
  specs: readonly ErasedSpec[];
  routes: RouteTable;
  fields: FieldTable;
  ground: Ground;
  maker: AccessMaker;
  http: Http;
}): readonly Facility[] => [
  http(o.routes),
  graphql(o.fields),
  realtime(),
  events({ eventLog: o.ground.eventLog, emit: o.ground.emit, subscribe: o.ground.subscribe }),
  jobs({
    queue: o.ground.jobs,
    asSystem: asSystem(o.maker),
    installation: ({ id }) =>
      o.maker.installation({
        actor: { kind: 'system', id, name: 'System' },
        organization: null,
        scopes: null,
        credential: id,
        via: 'token',
      }),
  }),
  database({ database: guarding(o.ground.database, o.ground.stores) }),
  settings({ specs: o.specs, store: o.ground.settings }),
  secrets({ vault: o.ground.vault }),
  outbound({ http: o.http }),
];
