import { forbidden } from './problem.ts';

/**
 * Who acts where, and what that opens. Only the kernel makes an {@link Access}; it is the key to every gated thing.
 */

export type OrganizationId = string & { readonly __id?: 'organization' };
export type WorkspaceId = string & { readonly __id?: 'workspace' };
export type UserId = string & { readonly __id?: 'user' };
export type WorkspaceType = 'STAFF' | 'CLIENT' | 'MIXED';

/**
 * A capability that an administrator switches per workspace. `description` tells them in a sentence what it does; it
 * may be empty.
 */
export interface Feature {
  readonly kind: 'feature';
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly initially: 'on' | 'off';
  /**
   * Types of organizations to which it is offered: in others it starts switched off, and an administrator may switch it
   * on. Null where it starts alike in all.
   */
  readonly organizations: readonly string[] | null;
  readonly workspaces: readonly WorkspaceType[];
  readonly requires: readonly Feature[];
}

/**
 * A right that an administrator grants to a role.
 * `scope` says where it is granted: once for the organization, per team (TeamRole.permissions; held in the workspaces
 * where that team works, too), or per workspace (the matrix). `keyScope` names the API-key scope that includes it;
 * without one no API key ever holds it. With `keysOnly` nobody else does: it stands in no matrix.
 * Who holds a permission holds those that it `gives`, too. One that is `derived` is held in no other way, and stands in
 * no matrix: what opens to holders of any of several permissions, of plugins that do not know each other, asks for it.
 */
export interface Permission {
  readonly kind: 'permission';
  readonly id: string;
  readonly title: string;
  readonly scope: 'installation' | 'organization' | 'team' | 'workspace';
  readonly feature: Feature | null;
  readonly keyScope: string | null;
  readonly keysOnly: boolean;
  /** Who holds it where they act belongs to the staff there: their {@link Access} reads what is internal. */
  readonly staff: boolean;
  readonly derived: boolean;
  readonly gives: readonly Permission[];
}

/** Declares a feature. */
export const feature = (
  id: string,
  o: {
    title: string;
    description?: string;
    initially?: 'on' | 'off';
    organizations?: readonly string[];
    workspaces?: readonly WorkspaceType[];
    requires?: readonly Feature[];
  },
): Feature => ({
  kind: 'feature',
  id,
  title: o.title,
  description: o.description ?? '',
  initially: o.initially ?? 'off',
  organizations: o.organizations ?? null,
  workspaces: o.workspaces ?? ['STAFF', 'CLIENT', 'MIXED'],
  requires: o.requires ?? [],
});

/** A type of organization, as tenancy knows it (`BANK`), that some features are for. */
export interface OrganizationType {
  readonly id: string;
  readonly title: string;
}

/** Does the feature start switched on in an organization of this type, where nobody has switched it yet? */
export const startsOn = ({ initially, organizations }: Feature, organizationType: string): boolean =>
  initially === 'on' && (organizations === null || organizations.includes(organizationType));

/**
 * Declares a permission; without `scope` it belongs to the workspace matrix. With `staff` it is for the staff alone:
 * give it to what opens internal things, never to what a client may hold.
 */
export const permission = (
  id: string,
  o: {
    title: string;
    scope?: Permission['scope'];
    feature?: Feature;
    staff?: boolean;
    gives?: readonly Permission[];
  } & (
    | { keyScope?: string; keysOnly?: false; derived?: false }
    | { keyScope: string; keysOnly: true; derived?: false }
    | { keyScope?: never; keysOnly?: never; derived: true }
  ),
): Permission => ({
  kind: 'permission',
  id,
  title: o.title,
  scope: o.scope ?? 'workspace',
  feature: o.feature ?? null,
  keyScope: o.keyScope ?? null,
  keysOnly: o.keysOnly ?? false,
  staff: o.staff ?? false,
  derived: o.derived ?? false,
  gives: o.gives ?? [],
});

export type ActorKind = 'user' | 'key' | 'system' | 'assistant' | 'anonymous';

/**
 * Who acts. `id` is a user id, an API-key id or a plugin id, depending on `kind`: of an assistant it is that of the
 * person it works for. `name` is for people and the audit trail.
 */
export interface Actor {
  readonly kind: ActorKind;
  readonly id: string;
  readonly name: string;
}

/**
 * Whose rows a transaction reads in tables that keep some from clients: `staff` all of them, `client` those that
 * clients may read.
 */
export type Audience = 'staff' | 'client';

/** Whom a transaction is for: an {@link Access}, or what a service says where it decides itself who is shown what. */
export interface Reader {
  readonly organization: OrganizationId | null;
  readonly audience: Audience;
  /** Who asks. Rows of a table that belong each to one person are seen by them alone; without an actor by nobody. */
  readonly actor?: Actor;
  /** Nothing is written with it: `database.write` and `emit` throw `read-only` (403). */
  readonly readOnly?: boolean;
}

/** The key to every gated thing. */
export interface Access extends Reader {
  readonly scope: 'installation' | 'organization' | 'team' | 'workspace';
  readonly actor: Actor;
  readonly organization: OrganizationId | null;
  /**
   * `staff` for the system, and for a person who holds a permission of the staff there: in an organization, in any
   * workspace of it. In a CLIENT workspace, and for API keys, it is `client`.
   */
  readonly audience: Audience;
  readonly workspace: WorkspaceId | null;
  /** Is the feature switched on here? */
  has(feature: Feature): boolean;
  /** Does the actor hold the permission here? False too when the permission's feature is off. */
  can(permission: Permission): boolean;
  /** Throws the problem `forbidden` (403), or `feature-off` (404) when the permission's feature is off. */
  demand(permission: Permission): void;
}

export interface OrganizationAccess extends Access {
  readonly organization: OrganizationId;
}

export interface WorkspaceAccess extends OrganizationAccess {
  readonly workspace: WorkspaceId;
  readonly workspaceType: WorkspaceType;
}

/**
 * Names who acts where no gate has made an Access: at sign-in, or where somebody is about to become a member. It opens
 * nothing; it serves to sign entries of the log, and to read contributions.
 */
export function actingAs(actor: Actor, organization: OrganizationId): OrganizationAccess;
export function actingAs(actor: Actor, organization: OrganizationId | null): Access;
export function actingAs(actor: Actor, organization: OrganizationId | null): Access {
  return {
    scope: organization === null ? 'installation' : 'organization',
    actor,
    organization,
    audience: actor.kind === 'system' ? 'staff' : 'client',
    workspace: null,
    has: () => false,
    can: () => false,
    demand() {
      throw forbidden();
    },
  };
}

/** Is it within an organization? Only what acts for the whole installation is not. */
export const isInOrganization = (access: Access): access is OrganizationAccess => access.organization !== null;

/** Is it at a workspace? */
export const isAtWorkspace = (access: Access): access is WorkspaceAccess =>
  isInOrganization(access) && access.scope === 'workspace' && access.workspace !== null;

/**
 * Makes an Access for the system, acting in an organization, which must be one, or at one of its workspaces; another
 * workspace is the problem `not-found`.
 */
export interface SystemAccess {
  (organization: OrganizationId): Promise<OrganizationAccess>;
  (organization: OrganizationId, workspace: WorkspaceId): Promise<WorkspaceAccess>;
  (organization: OrganizationId, workspace: WorkspaceId | null): Promise<OrganizationAccess>;
}

/**
 * What guards a contribution, a delivery or a web element: the Access it is read with must pass. Of the permissions in
 * `anyOf` one suffices.
 */
export type ContributionGate =
  | { readonly feature: Feature; readonly permission?: Permission; readonly anyOf?: readonly Permission[] }
  | { readonly feature?: Feature; readonly permission: Permission; readonly anyOf?: readonly Permission[] }
  | { readonly feature?: Feature; readonly permission?: Permission; readonly anyOf: readonly Permission[] }
  | { readonly open: 'to members' };

/**
 * Where a request names the thing that decides its scope. A `subject` is looked up in the actor's organization; unknown
 * and foreign are both 404.
 */
export interface Locator {
  readonly in: 'params' | 'query' | 'body';
  readonly name: string;
  /**
   * Id of a contribution to `kernel/subject@1` that leads from the named id to its workspace or team; absent when the
   * id is the workspace or team itself.
   */
  readonly subject?: string;
  /**
   * What members of the organization are answered who do not work where the subject belongs: 404 as for an unknown one,
   * unless it is no secret in the organization that there is such a thing and only they may not do this.
   */
  readonly outside?: 'forbidden';
}

interface GateNeeds {
  readonly feature?: Feature;
  readonly permission?: Permission;
  /** One of these suffices; the service then decides what is shown. */
  readonly anyOf?: readonly Permission[];
  /**
   * Which credentials are accepted; by default people and their tokens (`user`) only. Another credential is answered
   * 401. None at all in an installation gate means the operator alone.
   */
  readonly actors?: readonly ('user' | 'key')[];
  /** A key is answered 403 where people alone are accepted: who sent it is known, and no other key would do. */
  readonly keys?: 'forbidden';
}

/** It asks for something: what is open to every member of the organization is an organization gate. */
type SomeNeed = GateNeeds &
  ({ readonly feature: Feature } | { readonly permission: Permission } | { readonly anyOf: readonly Permission[] });

/**
 * What guards a route, a GraphQL field or a topic. There is no default gate.
 * Those of a place are opened by what holds there; that of `any workspace` by what holds together in one of the
 * workspaces in which the actor works.
 */
export type Gate =
  | { readonly open: 'to everyone'; readonly why: string }
  | ({ readonly scope: 'installation' } & GateNeeds)
  | ({ readonly scope: 'organization' } & GateNeeds)
  | ({ readonly scope: 'team'; readonly at: Locator } & GateNeeds)
  | ({ readonly scope: 'workspace'; readonly at: Locator } & GateNeeds)
  | ({ readonly scope: 'any workspace' } & SomeNeed);

/** The Access that a handler behind gate `G` receives. */
export type AccessOf<G> = G extends { open: 'to everyone' }
  ? Access | undefined
  : G extends { scope: 'workspace' }
    ? WorkspaceAccess
    : G extends { scope: 'organization' | 'team' | 'any workspace' }
      ? OrganizationAccess
      : Access;

/** A workspace gate whose workspace id stands in the request. */
export const inWorkspace = <const O extends GateNeeds & { at?: Locator }>(
  o: O,
): { scope: 'workspace'; at: Locator } & GateNeeds => ({
  ...o,
  scope: 'workspace',
  at: o.at ?? { in: 'params', name: 'workspaceId' },
});

/**
 * A workspace gate that follows a subject, for example `ofSubject('application', { permission: readApplications })` for
 * `/applications/:id`.
 */
export const ofSubject = <const O extends GateNeeds & { in?: Locator['in']; name?: string; outside?: 'forbidden' }>(
  subject: string,
  o: O,
): { scope: 'workspace'; at: Locator } & GateNeeds => {
  const { in: place = 'params', name = 'id', outside, ...needs } = o;
  return { ...needs, scope: 'workspace', at: { in: place, name, subject, ...(outside ? { outside } : {}) } };
};

/** An organization gate. */
export const inOrganization = (o: GateNeeds = {}): { scope: 'organization' } & GateNeeds => ({
  ...o,
  scope: 'organization',
});

/**
 * A gate for what is one's own throughout the organization and is allowed per workspace, for example the list of one's
 * own applications: `inAnyWorkspace({ permission: readOwnApplications })` opens while the actor holds the permission in
 * a workspace in which its feature is on. Who is no member of the organization is answered 404; who holds the
 * permission only where the feature is off, or works only where it is off, 404 `feature-off`;
 * everybody else 403. The handler receives the Access of the organization, which holds no permission of any workspace.
 */
export const inAnyWorkspace = (o: SomeNeed): { scope: 'any workspace' } & SomeNeed => ({
  ...o,
  scope: 'any workspace',
});
