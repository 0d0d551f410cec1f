import { subjects } from '@dossier/sdk';
import type { ContributionGate, Feature, Gate, Permission } from '@dossier/sdk';
import type { Inventory } from './inventory.ts';
import type { Kind } from './kind.ts';
import { contributions, extensions, features, permissions } from './kinds.ts';
import { hint, nearest } from './nearest.ts';
import type { Report } from './plan.ts';

/** No gate, no route: everything that can be reached from outside names one, and what a gate names is declared. */
export function checkGates(inventory: Inventory, kinds: readonly Kind<unknown>[], report: Report): void {
  const knownFeatures = new Set(inventory.of(features).map(({ name }) => name));
  const knownPermissions = new Set(inventory.of(permissions).map(({ name }) => name));
  const reportUndeclared = (plugin: string, what: string, named: Named): void => {
    for (const { id } of named.features)
      if (!knownFeatures.has(id))
        report(
          'K_UNDECLARED_FEATURE',
          plugin,
          `${what} names the feature ${id}, which no installed plugin declares${meant(id, knownFeatures)}; add it to the features of ${plugin}.`,
        );
    for (const { id } of named.permissions)
      if (!knownPermissions.has(id))
        report(
          'K_UNDECLARED_PERMISSION',
          plugin,
          `${what} names the permission ${id}, which no installed plugin declares${meant(id, knownPermissions)}; add it to the permissions of ${plugin}.`,
        );
  };
  for (const kind of kinds) {
    for (const entry of inventory.of(kind)) {
      const gated = kind.gated?.(entry);
      if (!gated) continue;
      const what = `${gated.what} of ${entry.plugin}`;
      const gate = 'gate' in gated ? gated.gate : gated.contributionGate;
      const fault = 'gate' in gated ? gateFault(gated.gate) : contributionGateFault(gated.contributionGate);
      if (fault !== undefined || gate === undefined) report('K_NO_GATE', entry.plugin, `${what} ${fault}.`);
      else reportUndeclared(entry.plugin, what, namedBy(gate));
    }
  }
  for (const { plugin, value } of inventory.of(features))
    reportUndeclared(plugin, `The feature ${value.id}`, { features: value.requires, permissions: [] });
  for (const { plugin, value } of inventory.of(permissions)) {
    for (const given of value.gives.filter(({ derived }) => !derived))
      report(
        'K_GIVES_GRANTED',
        plugin,
        `The permission ${value.id} gives ${given.id}, which administrators grant themselves; give only what is derived: true.`,
      );
    reportUndeclared(plugin, `The permission ${value.id}`, {
      features: value.feature ? [value.feature] : [],
      permissions: value.gives,
    });
  }
}

/** A gate that follows a subject names one that some plugin leads from, as far as the plugins say which they are. */
export function checkSubjects(inventory: Inventory, kinds: readonly Kind<unknown>[], report: Report): void {
  // A plugin that extends the point without naming ids may bring any.
  if (inventory.of(extensions).some(({ name, value }) => name === subjects.id && value.ids === undefined)) return;
  const known = new Set(
    inventory.of(contributions).flatMap(({ value: { point, id } }) => (point === subjects.id ? id : [])),
  );
  for (const entry of kinds.flatMap((kind) => inventory.of(kind).map((one) => ({ kind, one })))) {
    const gated = entry.kind.gated?.(entry.one);
    if (!gated || !('gate' in gated) || typeof gated.gate !== 'object' || !('at' in gated.gate)) continue;
    const subject = gated.gate.at?.subject;
    if (subject !== undefined && !known.has(subject))
      report(
        'K_UNKNOWN_SUBJECT',
        entry.one.plugin,
        `${gated.what} of ${entry.one.plugin} follows the subject ${subject}, which no installed plugin contributes${hint(subject, known)}.`,
      );
  }
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
export function gateFault(gate: Gate | undefined): string | undefined {
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
  if (!gate.feature && !gate.permission && !gate.anyOf)
    return 'has an empty gate; write { feature }, { permission } or { open: "to members" }';
  return nobodyPasses(gate);
}

const meant = (id: string, known: ReadonlySet<string>): string => {
  const near = nearest(id, known);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
};
