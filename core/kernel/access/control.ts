import type { Access, Actor, GrantSource, Identity, OrganizationId, UserId, WorkspaceId, WorkspaceType } from '@dossier/sdk';
import { GrantedAccess, packPermissions } from './access.ts';
import type { GateRegistry } from './registry.ts';

/** What was changed about who may do what. */
export interface AccessChange {
  readonly organization: OrganizationId;
  readonly workspace?: WorkspaceId;
  readonly user?: UserId;
  readonly credential?: string;
}

/**
 * Makes every Access, and remembers it until anything it was made from changes: at once on this node (`dropped`),
 * after `lifetime` at the latest on every other.
 */
export interface AccessMaker {
  installation(identity: Identity): GrantedAccess;
  /** Null when the identity is no member there. */
  organization(identity: Identity, organization: OrganizationId): Made;
  team(identity: Identity, organization: OrganizationId, team: string): Made;
  workspace(identity: Identity, organization: OrganizationId, workspace: WorkspaceId): Made;
  /** The system acting in an organization: every permission, and the features that are on. Null for an unknown workspace. */
  system(actor: Actor, organization: OrganizationId, workspace: WorkspaceId | null): Made;
  dropped(change: AccessChange): void;
  identityOf(access: Access): Identity | undefined;
}

/** At once when it is remembered. Null when the identity is no member there. */
export type Made = GrantedAccess | null | Promise<GrantedAccess | null>;

interface Remembered {
  readonly at: number;
  made: Made;
}

const none: ReadonlySet<string> = new Set();
/** Readings after which everything is let go of: what is in use is read anew every other second anyway. */
const capacity = 20_000;

export function createAccessMaker(o: { registry: GateRegistry; source: () => GrantSource; now: () => number; lifetime: number }): AccessMaker {
  /** By organization, of which all goes at once, then by who and where: three short keys that exist already cost less than a long one made for each request. */
  const cache = new Map<OrganizationId, Map<string, Map<string, Remembered>>>();
  const installations = new WeakMap<Identity, GrantedAccess>();
  const identities = new WeakMap<Access, Identity>();
  let readings = 0;

  const names = new WeakMap<Identity, string>();
  /** The same for all sessions of one person; an API key is its own actor. The actor's name is part, because the audit shows it. */
  const who = (identity: Identity): string => {
    let name = names.get(identity);
    if (name === undefined) names.set(identity, (name = `${identity.actor.kind}:${identity.actor.id}:${identity.scopes?.join(' ') ?? ''}:${identity.actor.name}`));
    return name;
  };

  const remembered = (organization: OrganizationId, who: string, place: string, make: () => Promise<GrantedAccess | null>): Made => {
    const places = within(within(cache, organization), who);
    const found = places.get(place);
    if (found && o.now() - found.at < o.lifetime) return found.made;
    if (++readings > capacity) {
      cache.clear();
      readings = 0;
      return remembered(organization, who, place, make);
    }
    const making = make();
    const entry: Remembered = { at: o.now(), made: making };
    places.set(place, entry);
    // A failed or negative answer is never kept: it fails closed now and may succeed on the next request.
    const forget = (): void => { if (places.get(place) === entry) places.delete(place); };
    making.then((access) => {
      entry.made = access;
      if (access === null) forget();
    }, forget);
    return making;
  };

  const granted = (identity: Identity | null, actor: Actor, scope: Access['scope'], organization: OrganizationId | null, at: { id: WorkspaceId; type: WorkspaceType; features: ReadonlySet<string> } | null, permissions: Iterable<string>): GrantedAccess => {
    const features = at?.features ?? none;
    const access = new GrantedAccess({ scope, actor, organization, workspace: at?.id ?? null, workspaceType: at?.type ?? null, features, permissions: packPermissions(permissions, at && features, o.registry) }, o.registry);
    if (identity) identities.set(access, identity);
    return access;
  };

  const installationPermissions = o.registry.permissions.filter((permission) => permission.scope === 'installation').map((permission) => permission.id);
  const everyPermission = o.registry.permissions.map((permission) => permission.id);

  return {
    installation(identity) {
      let access = installations.get(identity);
      if (!access) installations.set(identity, (access = granted(identity, identity.actor, 'installation', identity.organization, null, identity.operator ? installationPermissions : [])));
      return access;
    },
    organization: (identity, organization) => remembered(organization, who(identity), '', async () => {
      const facts = await o.source().organization(identity, organization);
      return facts && granted(identity, identity.actor, 'organization', organization, null, facts.permissions);
    }),
    team: (identity, organization, team) => remembered(organization, who(identity), `team ${team}`, async () => {
      const facts = await o.source().team(identity, organization, team);
      return facts && granted(identity, identity.actor, 'team', organization, null, facts.permissions);
    }),
    workspace: (identity, organization, workspace) => remembered(organization, who(identity), workspace, async () => {
      const facts = await o.source().workspace(identity, organization, workspace);
      if (!facts) return null;
      const own = await o.source().organization(identity, organization);
      return granted(identity, identity.actor, 'workspace', organization, { id: workspace, type: facts.type, features: new Set(facts.features) }, [...facts.permissions, ...(own?.permissions ?? [])]);
    }),
    system: (actor, organization, workspace) => remembered(organization, `system:${actor.kind}:${actor.id}:${actor.name}`, workspace ?? '', async () => {
      if (workspace === null) return granted(null, actor, 'organization', organization, null, everyPermission);
      const facts = await o.source().features(organization, workspace);
      return facts && granted(null, actor, 'workspace', organization, { id: workspace, type: facts.type, features: new Set(facts.features) }, everyPermission);
    }),
    dropped(change) {
      cache.delete(change.organization);
    },
    identityOf: (access) => identities.get(access),
  };
}

/** The map under a key of another, made where it is missing. */
function within<V>(maps: Map<string, Map<string, V>>, key: string): Map<string, V> {
  let map = maps.get(key);
  if (!map) maps.set(key, (map = new Map<string, V>()));
  return map;
}
