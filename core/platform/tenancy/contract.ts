import { event, permission, service, Type } from '@dossier/sdk';
import type { Access, OrganizationAccess, OrganizationId, WorkspaceId, WorkspaceType } from '@dossier/sdk';

/** An organization: the tenant. `slug` is its address (`/p/{slug}/orgs`), unique in the installation. */
export interface Organization {
  readonly id: OrganizationId;
  readonly slug: string;
  readonly name: string;
  readonly type: string;
  readonly logo: string | null;
  readonly accent: string | null;
  readonly createdAt: string;
}

export interface Workspace {
  readonly id: WorkspaceId;
  readonly name: string;
  readonly type: WorkspaceType;
  readonly createdAt: string;
}

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** Organizations, their workspaces and teams. Emits an event for each change. */
export interface Tenancy {
  /** Runs installation-wide. Throws `slug-taken` (409). Types in use: BANK, PATENT, GRANT, GENERAL; any upper-case word is allowed. */
  createOrganization(o: { slug: string; name: string; type: string; actor: Access['actor'] }): Promise<Organization>;
  organization(id: OrganizationId): Promise<Organization | null>;
  organizationBySlug(slug: string): Promise<Organization | null>;
  organizations(ids: readonly OrganizationId[]): Promise<readonly Organization[]>;
  createWorkspace(access: OrganizationAccess, o: { name: string; type: WorkspaceType }): Promise<Workspace>;
  workspaces(organization: OrganizationId): Promise<readonly Workspace[]>;
  /** Cached: a workspace never changes its type. Null when unknown in this organization. */
  workspace(organization: OrganizationId, id: WorkspaceId): Promise<Workspace | null>;
  createTeam(access: OrganizationAccess, o: { name: string }): Promise<Team>;
  teams(organization: OrganizationId): Promise<readonly Team[]>;
}
export const Tenancy = service<Tenancy>('tenancy/tenancy@1');

export const manageOrganization = permission('organization.manage', { title: 'Manage the organization', scope: 'organization' });

export const organizationCreated = event('tenancy/organization-created@1', { title: 'An organization was created', schema: Type.Object({ slug: Type.String(), type: Type.String() }) });
export const workspaceCreated = event('tenancy/workspace-created@1', { title: 'A workspace was created', schema: Type.Object({ name: Type.String(), type: Type.String() }) });
export const teamCreated = event('tenancy/team-created@1', { title: 'A team was created', schema: Type.Object({ name: Type.String() }) });
