import { forbidden, Problem } from '@dossier/sdk';
import type {
  Access,
  Actor,
  Audience,
  Feature,
  OrganizationId,
  Permission,
  WorkspaceId,
  WorkspaceType,
} from '@dossier/sdk';
import type { GateRegistry } from './registry.ts';

/** What is true of an actor at one place; the bits of permissions already respect the features that are off. */
export interface Facts {
  readonly scope: Access['scope'];
  readonly actor: Actor;
  readonly organization: OrganizationId | null;
  readonly audience: Audience;
  readonly workspace: WorkspaceId | null;
  readonly workspaceType: WorkspaceType | null;
  readonly readOnly: boolean;
  readonly features: ReadonlySet<string>;
  readonly permissions: Uint32Array;
  /** The same as if every feature were on. */
  readonly granted: Uint32Array;
}

/**
 * The one implementation of Access: immutable, made by the kernel only, cheap to ask (a map look-up and a bit test).
 */
export class GrantedAccess implements Access {
  readonly scope: Access['scope'];
  readonly actor: Actor;
  readonly organization: OrganizationId | null;
  readonly audience: Audience;
  readonly workspace: WorkspaceId | null;
  readonly workspaceType: WorkspaceType | null;
  readonly readOnly: boolean;
  readonly #features: ReadonlySet<string>;
  readonly #permissions: Uint32Array;
  readonly #granted: Uint32Array;
  readonly #registry: GateRegistry;

  constructor(facts: Facts, registry: GateRegistry) {
    this.scope = facts.scope;
    this.actor = facts.actor;
    this.organization = facts.organization;
    this.audience = facts.audience;
    this.workspace = facts.workspace;
    this.workspaceType = facts.workspaceType;
    this.readOnly = facts.readOnly;
    this.#features = facts.features;
    this.#permissions = facts.permissions;
    this.#granted = facts.granted;
    this.#registry = registry;
    Object.freeze(this);
  }

  has(feature: Feature): boolean {
    return this.#features.has(feature.id);
  }

  can(permission: Permission): boolean {
    return isSet(this.#permissions, this.#registry.bitOf(permission.id));
  }

  /** Was it granted, whether or not its feature is on? It opens nothing; it tells why something is closed. */
  isGranted(permission: Permission): boolean {
    return isSet(this.#granted, this.#registry.bitOf(permission.id));
  }

  demand(permission: Permission): void {
    if (this.can(permission)) return;
    if (permission.feature && this.workspace !== null && !this.has(permission.feature))
      throw featureOff(permission.feature);
    throw permissionMissing(permission);
  }
}

const isSet = (words: Uint32Array, bit: number | undefined): boolean =>
  bit !== undefined && ((words[bit >>> 5]! >>> (bit & 31)) & 1) === 1;

/**
 * Does the holder of this grant belong to the staff there, whatever is switched on? Nobody is in a workspace of
 * clients, and no API key anywhere.
 */
export function audienceOf(
  actor: Actor,
  type: WorkspaceType | null,
  granted: Uint32Array,
  registry: GateRegistry,
): Audience {
  if (actor.kind === 'system') return 'staff';
  if (actor.kind === 'key' || type === 'CLIENT') return 'client';
  return registry.staff.some((word, at) => (word & (granted[at] ?? 0)) !== 0) ? 'staff' : 'client';
}

/** 404 for members of a workspace where the feature is switched off. */
export const featureOff = (feature: Feature, where = 'in this workspace'): Problem =>
  new Problem(404, 'feature-off', 'Switched off', {
    detail: `"${feature.title}" is switched off ${where}. An administrator can switch it on under Features & Access.`,
  });

export const permissionMissing = (permission: Permission, where = ''): Problem =>
  forbidden(`This needs the permission "${permission.title}"${where}. Ask an administrator of the organization.`);

/**
 * Packs permission ids into bits; ids that no plugin declares stay out, and in a workspace (`features` given)
 * permissions whose feature is off.
 */
export function packPermissions(
  ids: Iterable<string>,
  features: ReadonlySet<string> | null,
  registry: GateRegistry,
): Uint32Array {
  const words = new Uint32Array(Math.max(1, Math.ceil(registry.permissions.length / 32)));
  const add = (id: string): void => {
    const permission = registry.permission(id);
    const bit = registry.bitOf(id);
    if (permission === undefined || bit === undefined) return;
    if (features && permission.feature && permission.scope === 'workspace' && !features.has(permission.feature.id))
      return;
    words[bit >>> 5]! |= 1 << (bit & 31);
    for (const given of permission.gives) if (given.derived) add(given.id);
  };
  for (const id of ids) add(id);
  return words;
}
