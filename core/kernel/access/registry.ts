import type { Feature, Permission } from '@dossier/sdk';

/**
 * Every feature and permission of the installed plugins, each permission with its place in the bit set of an Access.
 */
export interface GateRegistry {
  readonly features: readonly Feature[];
  readonly permissions: readonly Permission[];
  /** The bits of those that make their holder one of the staff. */
  readonly staff: Uint32Array;
  bitOf(permissionId: string): number | undefined;
  permission(id: string): Permission | undefined;
  feature(id: string): Feature | undefined;
}

export function createGateRegistry(features: readonly Feature[], permissions: readonly Permission[]): GateRegistry {
  const bits = new Map(permissions.map((permission, bit) => [permission.id, bit]));
  const staff = new Uint32Array(Math.max(1, Math.ceil(permissions.length / 32)));
  for (const [bit, permission] of permissions.entries()) if (permission.staff) staff[bit >>> 5]! |= 1 << (bit & 31);
  const byId = new Map(permissions.map((permission) => [permission.id, permission]));
  const featureById = new Map(features.map((feature) => [feature.id, feature]));
  return {
    features,
    permissions,
    staff,
    bitOf: (id) => bits.get(id),
    permission: (id) => byId.get(id),
    feature: (id) => featureById.get(id),
  };
}
