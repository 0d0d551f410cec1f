import {
  authenticators,
  contributions,
  definePlugin,
  GrantSource,
  newId,
  shellSlots,
  startsOn,
  subjects,
} from '@dossier/sdk';
import type { ErasedSpec, Feature, Identity, Permission, Plugin, Point, Slot, WorkspaceType } from '@dossier/sdk';
import { facilityPlans } from '../boot/facilities.ts';
import { namedBy } from '../kernel/plan/check-gates.ts';
import { kernelPoints } from '../kernel/index.ts';

/** The one workspace of a light test, and who is there. */
export interface WorldOptions {
  /** STAFF unless given. */
  readonly type?: WorkspaceType;
  /** BANK unless given. */
  readonly organizationType?: string;
  /** Features that are on in addition to those that are on initially. */
  readonly on?: readonly Feature[];
  /** People by name, with the permissions that each holds in the workspace and the organization. */
  readonly grants?: Readonly<Record<string, readonly Permission[]>>;
  /** API keys by name, with the permissions that each holds. */
  readonly keys?: Readonly<Record<string, readonly Permission[]>>;
  /** Kinds of subject, for example `application`, of which every id leads to this workspace. */
  readonly subjects?: readonly string[];
}

export interface World {
  readonly organization: string;
  readonly workspace: string;
  /**
   * Stands in for sign-in, tenancy and access, and declares what the plugins under test take from plugins that are not
   * installed.
   */
  readonly plugin: Plugin;
  identity(name: string): Identity;
  switch(feature: Feature, to: 'on' | 'off'): void;
  grant(name: string, permission: Permission, granted: boolean): void;
}

/** Header by which the test client says who asks. */
export const actorHeader = 'x-test-actor';

export function world(plugins: readonly Plugin[], o: WorldOptions): World {
  const [organization, workspace] = [newId(), newId()];
  const type = o.type ?? 'STAFF';
  const specs = plugins.map(({ spec }) => spec);
  const granted = new Map(
    [...Object.entries(o.grants ?? {}), ...Object.entries(o.keys ?? {})].map(([name, permissions]) => [
      name,
      new Set(permissions),
    ]),
  );
  const borrowed = borrowedBy(specs, o);
  const features = [...specs.flatMap((spec) => spec.features ?? []), ...borrowed.features];
  const switched = new Map((o.on ?? []).map((feature) => [feature.id, true]));
  const isOn = (feature: Feature): boolean =>
    (switched.get(feature.id) ?? startsOn(feature, o.organizationType ?? 'BANK')) &&
    feature.workspaces.includes(type) &&
    feature.requires.every(isOn);
  const on = (): string[] => features.filter(isOn).map(({ id }) => id);
  const ids = new Map<string, string>();
  const identity = (name: string): Identity => {
    if (!granted.has(name))
      throw new RangeError(`Nobody called ${name} is in this workspace. There are: ${[...granted.keys()].join(', ')}.`);
    const isKey = o.keys?.[name] !== undefined;
    let id = ids.get(name);
    if (id === undefined) ids.set(name, (id = newId()));
    return {
      actor: { kind: isKey ? 'key' : 'user', id, name },
      organization,
      scopes: isKey ? [] : null,
      credential: id,
      via: isKey ? 'key' : 'token',
    };
  };
  const permissionsOf = ({ actor }: Identity): string[] => [...(granted.get(actor.name) ?? [])].map(({ id }) => id);

  const plugin = definePlugin({
    id: 'test-world',
    version: '1.0.0',
    kernel: '*',
    provides: [GrantSource],
    extends: [
      contributions(authenticators, 'test'),
      // Unless they are given, gates may follow any: what leads from them is of plugins that a light test leaves out.
      o.subjects ? contributions(subjects, ...o.subjects) : subjects,
    ],
    points: borrowed.points,
    slots: borrowed.slots,
    features: borrowed.features,
    permissions: borrowed.permissions,
    setup(_needs, context) {
      context.provide(GrantSource, {
        organization: async (who) => ({ permissions: permissionsOf(who) }),
        team: async (who) => ({ permissions: permissionsOf(who) }),
        workspace: async (who, _organization, id) =>
          id === workspace ? { type, features: on(), permissions: permissionsOf(who) } : null,
        workspaces: async (who) => [{ id: workspace, type, features: on(), permissions: permissionsOf(who) }],
        features: async (_organization, id) => (id === workspace ? { type, features: on() } : null),
      });
      context.contribute(
        authenticators,
        'test',
        { open: 'to members' },
        {
          async authenticate({ headers }) {
            const name = headers[actorHeader];
            return typeof name === 'string' ? identity(name) : undefined;
          },
        },
      );
      for (const kind of o.subjects ?? [])
        context.contribute(subjects, kind, { open: 'to members' }, { locate: async () => [{ workspace }] });
    },
  });
  return {
    organization,
    workspace,
    plugin,
    identity,
    switch: (feature, to) => void switched.set(feature.id, to === 'on'),
    grant(name, permission, yes) {
      identity(name);
      if (yes) granted.get(name)!.add(permission);
      else granted.get(name)!.delete(permission);
    },
  };
}

/** What the plugins name and do not declare: of other plugins, which a light test leaves out. */
function borrowedBy(
  specs: readonly ErasedSpec[],
  o: WorldOptions,
): { points: Point<unknown>[]; slots: Slot<object>[]; features: Feature[]; permissions: Permission[] } {
  const gates = facilityPlans
    .flatMap(({ kinds = [] }) => kinds)
    .flatMap((kind) =>
      specs.flatMap((spec) => kind.of(spec).map((entry) => kind.gated?.({ plugin: spec.id, ...entry }))),
    )
    .flatMap((gated) => (gated && ('gate' in gated ? gated.gate : gated.contributionGate)) ?? [])
    .map(namedBy);
  const missing = <T extends { readonly id: string }>(named: readonly T[], declared: Iterable<string>): T[] => {
    const known = new Set(declared);
    return named.filter(({ id }) => !known.has(id) && known.add(id));
  };
  const permissions = [
    ...gates.flatMap((named) => named.permissions),
    ...specs.flatMap((spec) => spec.permissions ?? []),
    ...Object.values(o.grants ?? {}).flat(),
    ...Object.values(o.keys ?? {}).flat(),
  ];
  const withRequired = (feature: Feature): Feature[] => [feature, ...feature.requires.flatMap(withRequired)];
  const features = [
    ...gates.flatMap((named) => named.features),
    ...permissions.flatMap((permission) => permission.feature ?? []),
    ...specs.flatMap((spec) => spec.features ?? []),
    ...(o.on ?? []),
  ].flatMap(withRequired);
  const points = specs.flatMap((spec) => [
    ...(spec.extends ?? []),
    ...Object.values(spec.needs ?? {}).flatMap((need) => (need.kind === 'all' ? [need.of] : [])),
  ]);
  const slots = specs.flatMap((spec) => spec.web?.elements ?? []).map(({ slot }) => slot);
  return {
    slots: missing(
      slots,
      [...shellSlots, ...specs.flatMap((spec) => spec.slots ?? [])].map(({ id }) => id),
    ),
    points: missing(points, [
      ...kernelPoints,
      ...facilityPlans.flatMap((facility) => facility.points ?? []),
      ...specs.flatMap((spec) => spec.points ?? []).map(({ id }) => id),
    ]),
    features: missing(
      features,
      specs.flatMap((spec) => spec.features ?? []).map(({ id }) => id),
    ),
    permissions: missing(
      permissions,
      specs.flatMap((spec) => spec.permissions ?? []).map(({ id }) => id),
    ),
  };
}
