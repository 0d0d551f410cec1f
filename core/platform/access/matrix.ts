import { invalid } from '@dossier/sdk';
import type { Database, Fault, Feature, OrganizationAccess, OrganizationId, Permission, Registry, WorkspaceId, WorkspaceType } from '@dossier/sdk';
import type { AccessAdministration } from './contract.ts';
import type { AccessTables } from './entities.ts';

/** The Features & Access page of one workspace. */
export interface Matrix {
  readonly features: readonly { readonly id: string; readonly title: string; readonly on: boolean }[];
  readonly roles: readonly { readonly id: string; readonly teamId: string; readonly teamName: string; readonly name: string }[];
  readonly permissions: readonly { readonly id: string; readonly title: string; readonly feature: string | null }[];
  readonly grants: readonly { readonly teamRoleId: string; readonly permission: string }[];
}

/** What was changed on the page: only the boxes that were clicked. */
export interface MatrixChange {
  readonly features?: readonly { readonly id: string; readonly on: boolean }[];
  readonly grants?: readonly { readonly teamRoleId: string; readonly permission: string; readonly granted: boolean }[];
}

interface Deps {
  readonly database: Database;
  readonly registry: Registry;
  readonly administration: AccessAdministration;
}

/** Reads the page. A feature shows its own switch, also while something that it requires is off. */
export async function readMatrix({ database, registry }: Deps, organization: OrganizationId, workspace: { readonly id: WorkspaceId; readonly type: WorkspaceType }): Promise<Matrix> {
  const { switches, roles, grants } = await database.read(organization, async (tx) => {
    const db = tx.sql<AccessTables>();
    return {
      switches: await db.selectFrom('workspace_feature').select(['feature', 'enabled']).where('organizationId', '=', organization).where('workspaceId', '=', workspace.id).execute(),
      roles: await db.selectFrom('team_role as r')
        .innerJoin('team as t', (join) => join.onRef('t.organizationId', '=', 'r.organizationId').onRef('t.id', '=', 'r.teamId'))
        .innerJoin('team_workspace as a', (join) => join.onRef('a.organizationId', '=', 't.organizationId').onRef('a.teamId', '=', 't.id').on('a.workspaceId', '=', workspace.id))
        .select(['r.id', 'r.teamId', 't.name as teamName', 'r.name']).where('r.organizationId', '=', organization).orderBy('t.name').orderBy('r.id').execute(),
      grants: await db.selectFrom('role_grant').select(['teamRoleId', 'permission']).where('organizationId', '=', organization).where('workspaceId', '=', workspace.id).orderBy('id').execute(),
    };
  });
  const set = new Map(switches.map((row) => [row.feature, row.enabled]));
  return {
    features: registry.features.filter((feature) => feature.workspaces.includes(workspace.type)).map((feature) => ({ id: feature.id, title: feature.title, on: set.get(feature.id) ?? feature.initially === 'on' })),
    roles,
    permissions: registry.permissions.filter((permission) => permission.scope === 'workspace').map((permission) => ({ id: permission.id, title: permission.title, feature: permission.feature?.id ?? null })),
    grants,
  };
}

/** Saves the clicked boxes in one transaction, or none of them. Throws `invalid` (422) naming each box that does not exist. */
export async function changeMatrix({ database, registry, administration }: Deps, access: OrganizationAccess, workspace: WorkspaceId, change: MatrixChange): Promise<void> {
  const faults: Fault[] = [];
  const switched: { readonly feature: Feature; readonly on: boolean }[] = [];
  const clicked: { readonly teamRoleId: string; readonly permission: Permission; readonly granted: boolean }[] = [];
  change.features?.forEach(({ id, on }, i) => {
    const feature = registry.features.find((candidate) => candidate.id === id);
    if (feature) switched.push({ feature, on });
    else faults.push({ pointer: `/features/${i}/id`, code: 'unknown-feature', detail: `There is no feature "${id}".` });
  });
  change.grants?.forEach(({ teamRoleId, permission: id, granted }, i) => {
    const permission = registry.permissions.find((candidate) => candidate.id === id && candidate.scope === 'workspace');
    if (permission) clicked.push({ teamRoleId, permission, granted });
    else faults.push({ pointer: `/grants/${i}/permission`, code: 'unknown-permission', detail: `There is no permission "${id}" in the matrix of a workspace.` });
  });
  if (faults.length > 0) throw invalid(faults);
  await database.write(access, async () => {
    for (const { feature, on } of switched) await administration.setFeature(access, { workspace, feature, on });
    for (const { teamRoleId, permission, granted } of clicked) await administration.setGrant(access, { teamRoleId, permission, workspace, granted });
  });
}
