import { isId } from '@dossier/sdk';
import type {
  Access,
  AccessChange,
  Actor,
  GrantSource,
  Identity,
  OrganizationId,
  WorkspaceId,
  WorkspaceType,
} from '@dossier/sdk';
import { audienceOf, GrantedAccess, packPermissions } from './access.ts';
import type { GateRegistry } from './registry.ts';

/**
 * Makes every Access, and remembers it until anything it was made from changes (`dropped`), and for `lifetime` at most.
 * What other nodes change is dropped before a request is answered (`catch-up.ts`).
 */
export interface AccessResolver {
  installation(identity: Identity): GrantedAccess;
  /** Null when the identity is no member there, or the id is none. */
  organization(identity: Identity, organization: OrganizationId): MaybePromise;
  team(identity: Identity, organization: OrganizationId, team: string): MaybePromise;
  workspace(identity: Identity, organization: OrganizationId, workspace: WorkspaceId): MaybePromise;
  /** At every workspace that the identity comes into. */
  workspaces(identity: Identity, organization: OrganizationId): MaybePromise<readonly GrantedAccess[]>;
  /**
   * The system acting in an organization: every permission, and the features that are on. Null for an unknown
   * workspace.
   */
  system(actor: Actor, organization: OrganizationId, workspace: WorkspaceId | null): MaybePromise;
  /** Everything, when no change is given. */
  dropped(change?: AccessChange): void;
  /** How often anything was dropped. */
  changes(): number;
  identityOf(access: Access): Identity | undefined;
}

/** At once when it is remembered. Null when the identity is no member there. */
export type MaybePromise<T = GrantedAccess> = T | null | Promise<T | null>;

interface Remembered<T = GrantedAccess> {
  readonly at: number;
  made: MaybePromise<T>;
}

/**
 * What is remembered of one actor in one organization. Each kind of place apart: the ids are what a request says, and
 * must never meet those of another kind.
 */
interface ActorCache {
  readonly organization: OrganizationId;
  readonly itself: Map<'', Remembered>;
  readonly teams: Map<string, Remembered>;
  readonly workspaces: Map<string, Remembered>;
  readonly everyWorkspace: Map<'', Remembered<readonly GrantedAccess[]>>;
}

const none: ReadonlySet<string> = new Set();
/** Readings after which everything is let go of: what is in use is read anew every other second anyway. */
const capacity = 20_000;

export function createAccessResolver(o: {
  registry: GateRegistry;
  source: () => GrantSource;
  now: () => number;
  lifetime: number;
}): AccessResolver {
  /** By organization, of which all goes at once, then by who. */
  const caches = new Map<OrganizationId, Map<string, ActorCache>>();
  /**
   * The cache of an identity that has come before, which is most: a long key made for each request would cost more than
   * the rest of its gate.
   */
  let known = new WeakMap<Identity, ActorCache>();
  const installations = new WeakMap<Identity, GrantedAccess>();
  const identities = new WeakMap<Access, Identity>();
  let readings = 0;
  let changes = 0;

  const forgetAll = (organizations: Iterable<OrganizationId>): void => {
    for (const organization of organizations) caches.delete(organization);
    known = new WeakMap();
  };

  /**
   * One for each credential: an Access leads back to its identity, and what is opened by it (a ticket, say) ends with
   * that credential. The actor's name is part, because the audit shows it.
   */
  const who = ({ actor, scopes, credential, via, readOnly }: Identity): string =>
    `${via}:${credential}:${readOnly === true ? 'reads' : ''}:${actor.kind}:${actor.id}:${scopes?.join(' ') ?? ''}:${actor.name}`;

  const cacheFor = (organization: OrganizationId, who: string): ActorCache => {
    let there = caches.get(organization);
    if (!there) caches.set(organization, (there = new Map()));
    let own = there.get(who);
    if (!own)
      there.set(
        who,
        (own = { organization, itself: new Map(), teams: new Map(), workspaces: new Map(), everyWorkspace: new Map() }),
      );
    return own;
  };
  const cacheOf = (identity: Identity, organization: OrganizationId): ActorCache => {
    let own = known.get(identity);
    if (own?.organization !== organization) known.set(identity, (own = cacheFor(organization, who(identity))));
    return own;
  };

  const remembered = <P extends string, T>(
    places: Map<P, Remembered<T>>,
    place: P,
    make: () => Promise<T | null>,
  ): MaybePromise<T> => {
    const found = places.get(place);
    if (found && o.now() - found.at < o.lifetime) return found.made;
    if (++readings > capacity) {
      readings = 0;
      forgetAll([...caches.keys()]);
    }
    const making = make();
    const entry: Remembered<T> = { at: o.now(), made: making };
    places.set(place, entry);
    // A failed or negative answer is never kept: it fails closed now and may succeed on the next request.
    const forget = (): void => {
      if (places.get(place) === entry) places.delete(place);
    };
    making.then((made) => {
      entry.made = made;
      // What holds as many as there are workspaces counts as so many.
      if (Array.isArray(made)) readings += made.length;
      if (made === null) forget();
    }, forget);
    return making;
  };

  const granted = (
    identity: Identity | null,
    actor: Actor,
    scope: Access['scope'],
    organization: OrganizationId | null,
    at: { id: WorkspaceId; type: WorkspaceType; features: ReadonlySet<string> } | null,
    permissions: Iterable<string>,
    isStaff = false,
  ): GrantedAccess => {
    const features = at?.features ?? none;
    const all = packPermissions(permissions, null, o.registry);
    const access = new GrantedAccess(
      {
        scope,
        actor,
        organization,
        audience: isStaff ? 'staff' : audienceOf(actor, at?.type ?? null, all, o.registry),
        workspace: at?.id ?? null,
        workspaceType: at?.type ?? null,
        readOnly: identity?.readOnly ?? false,
        features,
        permissions: at ? packPermissions(permissions, features, o.registry) : all,
        granted: all,
      },
      o.registry,
    );
    if (identity) identities.set(access, identity);
    return access;
  };

  const installationPermissions = o.registry.permissions
    .filter((permission) => permission.scope === 'installation')
    .map((permission) => permission.id);
  const everyPermission = o.registry.permissions.map((permission) => permission.id);

  const isStaffSomewhere = async (identity: Identity, organization: OrganizationId): Promise<boolean> =>
    identity.scopes === null &&
    (await resolver.workspaces(identity, organization))?.some(({ audience }) => audience === 'staff') === true;

  const resolver: AccessResolver = {
    installation(identity) {
      let access = installations.get(identity);
      if (!access)
        installations.set(
          identity,
          (access = granted(
            identity,
            identity.actor,
            'installation',
            identity.organization,
            null,
            identity.operator ? installationPermissions : [],
          )),
        );
      return access;
    },
    organization: (identity, organization) =>
      remembered(cacheOf(identity, organization).itself, '', async () => {
        const facts = await o.source().organization(identity, organization);
        if (!facts) return null;
        const own = granted(identity, identity.actor, 'organization', organization, null, facts.permissions);
        return own.audience === 'client' && (await isStaffSomewhere(identity, organization))
          ? granted(identity, identity.actor, 'organization', organization, null, facts.permissions, true)
          : own;
      }),
    team: (identity, organization, team) =>
      remembered(cacheOf(identity, organization).teams, team, async () => {
        if (!isId(team)) return null;
        const facts = await o.source().team(identity, organization, team);
        return facts && granted(identity, identity.actor, 'team', organization, null, facts.permissions);
      }),
    workspace: (identity, organization, workspace) =>
      remembered(cacheOf(identity, organization).workspaces, workspace, async () => {
        // Not asked with every request: what is remembered has been an id.
        if (!isId(workspace)) return null;
        const facts = await o.source().workspace(identity, organization, workspace);
        if (!facts) return null;
        const own = await o.source().organization(identity, organization);
        return granted(
          identity,
          identity.actor,
          'workspace',
          organization,
          { id: workspace, type: facts.type, features: new Set(facts.features) },
          [...facts.permissions, ...(own?.permissions ?? [])],
        );
      }),
    workspaces: (identity, organization) =>
      remembered(cacheOf(identity, organization).everyWorkspace, '', async () => {
        const [all, own] = await Promise.all([
          o.source().workspaces(identity, organization),
          o.source().organization(identity, organization),
        ]);
        return (
          own &&
          all.map(({ id, type, features, permissions }) =>
            granted(identity, identity.actor, 'workspace', organization, { id, type, features: new Set(features) }, [
              ...permissions,
              ...own.permissions,
            ]),
          )
        );
      }),
    system(actor, organization, workspace) {
      const own = cacheFor(organization, `system:${actor.kind}:${actor.id}:${actor.name}`);
      if (workspace === null)
        return remembered(own.itself, '', async () =>
          granted(null, actor, 'organization', organization, null, everyPermission),
        );
      return remembered(own.workspaces, workspace, async () => {
        const facts = await o.source().features(organization, workspace);
        return (
          facts &&
          granted(
            null,
            actor,
            'workspace',
            organization,
            { id: workspace, type: facts.type, features: new Set(facts.features) },
            everyPermission,
          )
        );
      });
    },
    dropped(change) {
      changes++;
      if (change === undefined) forgetAll([...caches.keys()]);
      else if (change.organization !== null) forgetAll([change.organization]);
    },
    changes: () => changes,
    identityOf: (access) => identities.get(access),
  };
  return resolver;
}
