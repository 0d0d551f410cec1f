import { authenticators } from '@dossier/sdk';
import type { MountHandler, RouteCheck, RouteHandler, RouteSpec } from '@dossier/sdk';
import type { Facility, FacilityPlan, Running } from '../../kernel/facility.ts';
import { checkAddresses, checkLocators, checkMounts } from './checks.ts';
import { mounts, routes } from './kinds.ts';
import type { RouteTable } from './routes.ts';

export const httpPlan: FacilityPlan = {
  id: 'http',
  kinds: [routes, mounts],
  checks: [checkAddresses, checkLocators, checkMounts],
  points: [authenticators.id],
};

/** Routes and mounts of plugins, behind their gates. */
export const http = (o: {
  readonly table: Pick<RouteTable, 'bind' | 'mount'>;
  readonly running: Running;
}): Facility => ({
  ...httpPlan,
  ...o.running,
  verbs({ spec, open, once, was, refuse, surface }) {
    const declared = Object.keys(spec.routes ?? {});
    let given = false;
    return {
      verbs: {
        routes(
          handlers: Readonly<Record<string, RouteHandler<RouteSpec>>>,
          checks: Readonly<Record<string, RouteCheck<RouteSpec>>> = {},
        ) {
          open('gives handlers for its routes');
          if (given) refuse('K_TWICE', 'gives handlers for its routes twice');
          const missing = declared.filter((name) => typeof handlers[name] !== 'function');
          if (missing.length > 0)
            refuse('K_NO_HANDLER', `declares the routes ${missing.join(', ')} and gives no handler for them`);
          const unknown = Object.keys({ ...handlers, ...checks }).filter((name) => spec.routes?.[name] === undefined);
          if (unknown.length > 0)
            refuse(
              'K_NOT_DECLARED',
              `gives handlers or checks for ${unknown.join(', ')}, which are not among its routes`,
            );
          given = true;
          surface(() => o.table.bind(spec, handlers, checks));
        },
        mount(name: string, handler: MountHandler) {
          open(`mounts ${name}`);
          if (spec.mounts?.[name] === undefined)
            refuse('K_NOT_DECLARED', `mounts ${name}, which it does not declare; add it to mounts`);
          once('mounts', name);
          surface(() => o.table.mount(spec, name, handler));
        },
      },
      missing: () => [
        ...(given ? [] : declared.map((name) => `route ${name}`)),
        ...Object.keys(spec.mounts ?? {})
          .filter((name) => !was('mounts', name))
          .map((name) => `mount ${name}`),
      ],
    };
  },
});
