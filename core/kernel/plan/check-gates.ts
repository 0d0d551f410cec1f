import type { ContributionGate, Feature, Gate, Permission } from '@dossier/sdk';
import type { Inventory } from './inventory.ts';
import { nearest } from './nearest.ts';
import type { Report } from './plan.ts';

/** No gate, no route: everything that can be reached from outside names one, and what a gate names is declared. */
export function checkGates(inventory: Inventory, report: Report): void {
  const features = new Set(inventory.features.map(({ feature }) => feature.id));
  const permissions = new Set(inventory.permissions.map(({ permission }) => permission.id));
  const isDeclared = (plugin: string, what: string, named: Named): void => {
    for (const { id } of named.features)
      if (!features.has(id))
        report(
          'K_UNDECLARED_FEATURE',
          plugin,
          `${what} names the feature ${id}, which no installed plugin declares${meant(id, features)}; add it to the features of ${plugin}.`,
        );
    for (const { id } of named.permissions)
      if (!permissions.has(id))
        report(
          'K_UNDECLARED_PERMISSION',
          plugin,
          `${what} names the permission ${id}, which no installed plugin declares${meant(id, permissions)}; add it to the permissions of ${plugin}.`,
        );
  };
  const check = (
    plugin: string,
    what: string,
    gate: Gate | ContributionGate | undefined,
    fault: string | undefined,
  ): void => {
    if (fault !== undefined || gate === undefined) report('K_NO_GATE', plugin, `${what} of ${plugin} ${fault}.`);
    else isDeclared(plugin, `${what} of ${plugin}`, namedBy(gate));
  };

  for (const { plugin, name, route } of inventory.routes) {
    const what = `The route ${name} (${route.method} ${route.url})`;
    check(plugin, what, route.gate, gateFault(route.gate));
    if (gateFault(route.gate) === undefined && 'at' in route.gate && route.gate.at.in === 'params') {
      for (const url of [route.url, ...(route.aliases ?? [])]) {
        if (!new RegExp(`:${route.gate.at.name}(?![A-Za-z0-9_])`).test(url))
          report(
            'K_BAD_LOCATOR',
            plugin,
            `${what} of ${plugin} is decided by the path parameter ${route.gate.at.name}, and ${url} has none of that name; correct the path or the gate.`,
          );
      }
    }
  }
  for (const { plugin, name, mount } of inventory.mounts) {
    if (!mount.why?.trim())
      report(
        'K_NO_GATE',
        plugin,
        `The mount ${name} (${mount.path}) of ${plugin} is open to everyone and does not say why; add why.`,
      );
  }
  for (const { plugin, topic } of inventory.topics)
    check(plugin, `The topic ${topic.id}`, topic.gate, gateFault(topic.gate));
  for (const { plugin, field, gate } of inventory.fields) {
    if (gate === 'inherit') {
      if (field.startsWith('Query.'))
        report(
          'K_NO_GATE',
          plugin,
          `The GraphQL field ${field} of ${plugin} stands at the root and has no parent to inherit a gate from; name its gate.`,
        );
    } else check(plugin, `The GraphQL field ${field}`, gate, gateFault(gate));
  }
  for (const { plugin, element } of inventory.elements)
    check(plugin, `The web element ${element.tag}`, element.gate, contributionGateFault(element.gate));
  for (const { plugin, feature } of inventory.features)
    isDeclared(plugin, `The feature ${feature.id}`, { features: feature.requires, permissions: [] });
  for (const { plugin, permission } of inventory.permissions)
    isDeclared(plugin, `The permission ${permission.id}`, {
      features: permission.feature ? [permission.feature] : [],
      permissions: [],
    });
}

interface Named {
  readonly features: readonly Feature[];
  readonly permissions: readonly Permission[];
}

/** Features and permissions that a gate names. */
export function namedBy(gate: Gate | ContributionGate): Named {
  return {
    features: 'feature' in gate && gate.feature ? [gate.feature] : [],
    permissions: [
      ...('permission' in gate && gate.permission ? [gate.permission] : []),
      ...('anyOf' in gate ? (gate.anyOf ?? []) : []),
    ],
  };
}

/** Why this is no gate, or undefined. The compiler already refuses most of it; plugins may come without types. */
function gateFault(gate: Gate | undefined): string | undefined {
  if (typeof gate !== 'object' || gate === null)
    return 'names no gate; there is no default, so say who may use it, for example inWorkspace({ permission })';
  if ('open' in gate)
    return gate.open === 'to everyone' && gate.why?.trim()
      ? undefined
      : 'is open to everyone and does not say why; add why';
  if (!['installation', 'organization', 'team', 'workspace', 'any workspace'].includes(gate.scope))
    return 'has a gate without a scope; write installation, organization, team, workspace or any workspace';
  if ((gate.scope === 'team' || gate.scope === 'workspace') && !gate.at?.name)
    return `has a gate that does not say where the ${gate.scope} is named; add at`;
  if (gate.scope === 'any workspace' && !gate.feature && !gate.permission && !gate.anyOf)
    return 'has a gate for any workspace that asks for nothing there; name a permission or a feature, or write inOrganization() for every member';
  return nobodyPasses(gate);
}

const nobodyPasses = ({ anyOf }: { readonly anyOf?: readonly Permission[] }): string | undefined =>
  anyOf?.length === 0
    ? 'has a gate with an empty anyOf, which nobody could pass; name the permissions of which one suffices'
    : undefined;

/** The same for the gate of a contribution, a delivery or a web element. */
export function contributionGateFault(gate: ContributionGate | undefined): string | undefined {
  if (typeof gate !== 'object' || gate === null)
    return 'names no gate; write { feature }, { permission } or { open: "to members" }';
  if ('open' in gate)
    return gate.open === 'to members' ? undefined : 'has an unknown gate; write { open: "to members" }';
  if (!gate.feature && !gate.permission)
    return 'has an empty gate; write { feature }, { permission } or { open: "to members" }';
  return nobodyPasses(gate);
}

const meant = (id: string, known: ReadonlySet<string>): string => {
  const near = nearest(id, known);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
};
