import type { ErasedSpec } from '@dossier/sdk';
import type { Inventory } from './inventory.ts';
import { layer } from './graph.ts';
import { features, organizationTypes, points as pointsOf, services as servicesOf } from './kinds.ts';
import { hint } from './nearest.ts';
import type { Report } from './plan.ts';

/** Ids that point to something that must be installed: services, extension points, features of features. */
export function checkReferences(
  specs: readonly ErasedSpec[],
  o: {
    providers: ReadonlyMap<string, string>;
    given: { services: ReadonlySet<string>; points: ReadonlySet<string> };
    inventory: Inventory;
    /** Plugin that does not run, by a service that it would provide. */
    refused: ReadonlyMap<string, string>;
  },
  report: Report,
): void {
  const services = new Set([...o.given.services, ...o.providers.keys()]);
  const points = new Set([...o.given.points, ...o.inventory.of(pointsOf).map(({ name }) => name)]);
  const scopes = new Map(o.inventory.of(servicesOf).map(({ value }) => [value.id, value.scope]));
  for (const spec of specs) {
    for (const need of Object.values(spec.needs ?? {})) {
      if (need.kind === 'all') {
        if (!points.has(need.of.id))
          report(
            'K_UNKNOWN_POINT',
            spec.id,
            `${spec.id} reads the extension point ${need.of.id}, which no installed plugin declares${hint(need.of.id, points)}.`,
          );
        continue;
      }
      const token = need.kind === 'optional' ? need.of : need;
      const refused = o.refused.get(token.id);
      if (need.kind === 'service' && !services.has(token.id) && refused !== undefined) {
        report(
          'K_NEEDS_FAILED',
          spec.id,
          `${spec.id} needs the service ${token.id} of ${refused}, which cannot run; it goes on when that plugin is corrected.`,
        );
      } else if (need.kind === 'service' && !services.has(token.id)) {
        report(
          'K_MISSING_NEED',
          spec.id,
          `${spec.id} needs the service ${token.id}, which no installed plugin provides${hint(token.id, services)}.`,
        );
      }
      const scope = scopes.get(token.id) ?? (o.given.services.has(token.id) ? 'app' : token.scope);
      if (scope !== token.scope) {
        report(
          'K_SCOPE_MISMATCH',
          spec.id,
          `${spec.id} takes ${token.id} as a service per ${token.scope === 'app' ? 'process' : 'organization'}, and it is provided per ${scope === 'app' ? 'process' : 'organization'}; import the token from the contract of its owner.`,
        );
      }
    }
    for (const point of spec.extends ?? []) {
      if (!points.has(point.id))
        report(
          'K_UNKNOWN_POINT',
          spec.id,
          `${spec.id} extends ${point.id}, which no installed plugin declares${hint(point.id, points)}.`,
        );
    }
  }
  checkFeatureGraph(o.inventory, new Map(specs.map(({ id }, i) => [id, i])), report);
  checkOrganizationTypes(o.inventory, report);
}

/** Where types of organizations are declared, a feature for another one would be offered to nobody. */
function checkOrganizationTypes(inventory: Inventory, report: Report): void {
  const declared = new Set(inventory.of(organizationTypes).map(({ name }) => name));
  if (declared.size === 0) return;
  for (const { plugin, name, value } of inventory.of(features))
    for (const type of value.organizations ?? [])
      if (!declared.has(type))
        report(
          'K_UNKNOWN_ORGANIZATION_TYPE',
          plugin,
          `The feature ${name} of ${plugin} is offered to organizations of the type ${type}, which no installed plugin declares${hint(type, declared)}, or declare it under organizationTypes.`,
        );
}

function checkFeatureGraph(inventory: Inventory, order: ReadonlyMap<string, number>, report: Report): void {
  const all = new Map(inventory.of(features).map((entry) => [entry.name, entry]));
  const { cycles } = layer(all.keys(), (id) => (all.get(id)?.value.requires ?? []).map((feature) => feature.id));
  for (const cycle of cycles) {
    const plugin = lastOf(
      cycle.flatMap((id) => all.get(id)?.plugin ?? []),
      order,
    );
    report(
      'K_FEATURE_CYCLE',
      plugin,
      `Features require each other: ${cycle.join(' -> ')}; neither could be switched on first, so drop one of the requirements.`,
    );
  }
}

/** Whose fault it is that several do not fit together: the one that stands last in the list of plugins. */
export const lastOf = (plugins: readonly string[], order: ReadonlyMap<string, number>): string =>
  plugins.reduce((last, one) => ((order.get(one) ?? -1) > (order.get(last) ?? -1) ? one : last), plugins[0] ?? '');
