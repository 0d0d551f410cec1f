import { forbidden, notFound } from '@dossier/sdk';
import type { Access, AccessControl, OrganizationAccess, WorkspaceAccess, WorkspaceId } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { Tenancy } from '../tenancy/contract.ts';
import { readApplications, readOwnApplications, readSubmitted } from './contract.ts';
import type { Reach } from './list.ts';

/** What somebody may list, and the Access with which each row is completed. */
export interface Reached {
  readonly reach: Reach;
  at(row: { readonly workspaceId: WorkspaceId }): WorkspaceAccess | undefined;
}

interface Deps {
  readonly tenancy: Tenancy;
  readonly control: AccessControl;
  readonly grants: Pick<AccessAdministration, 'workspacesOf'>;
}

/** Who may list what: staff their workspaces, a client his own, a key what it submitted; in one workspace when it is named, else everywhere. */
export const reaching = ({ tenancy, control, grants }: Deps) => {
  const enter = async (access: Access, workspace: WorkspaceId): Promise<WorkspaceAccess | undefined> => {
    const there = await control.atWorkspace(access, workspace);
    return there && isAtWorkspace(there) ? there : undefined;
  };

  const keyReach = async (access: OrganizationAccess, workspace: WorkspaceId | undefined): Promise<Reached> => {
    const all = workspace === undefined ? (await tenancy.workspaces(access.organization)).map(({ id }) => id) : [workspace];
    const entered = (await Promise.all(all.map((id) => enter(access, id)))).filter((there) => there !== undefined);
    if (workspace !== undefined) (entered[0] ?? refuse()).demand(readSubmitted);
    const open = byWorkspace(entered.filter((there) => there.can(readSubmitted)));
    if (open.size === 0) throw forbidden('This key does not have the scope applications:read, or applications are switched off in every workspace.');
    return { reach: { source: access.actor.id, workspaces: [...open.keys()] }, at: ({ workspaceId }) => open.get(workspaceId) };
  };

  const personReach = async (access: OrganizationAccess): Promise<Reached> => {
    const all = await grants.workspacesOf(access.organization, access.actor.id);
    const entered = (await Promise.all(all.map((id) => enter(access, id)))).filter((there) => there !== undefined);
    const staff = byWorkspace(entered.filter((there) => there.can(readApplications)));
    const client = byWorkspace(entered.filter((there) => there.can(readOwnApplications)));
    // His own are usually handled where he is not a member; any workspace in which he is a client shows them.
    const [anywhere] = client.values();
    if (staff.size === 0 && !anywhere) throw forbidden('You may not read applications in any of your workspaces, or applications are switched off there.');
    const own = anywhere ? access.actor.id : null;
    const reach: Reach = own !== null && staff.size === 0 ? { client: own } : { workspaces: [...staff.keys()], client: own };
    return { reach, at: ({ workspaceId }) => staff.get(workspaceId) ?? client.get(workspaceId) ?? anywhere };
  };

  return async (access: OrganizationAccess, workspace: WorkspaceId | undefined): Promise<Reached> => {
    if (access.actor.kind === 'key') return keyReach(access, workspace);
    if (workspace === undefined) return personReach(access);
    const there = (await enter(access, workspace)) ?? refuse();
    return { reach: reachAt(there), at: () => there };
  };
};

/** Who may read all applications of a workspace sees those handled in it; a client sees his own, wherever they are handled. */
export function reachAt(access: WorkspaceAccess): Reach {
  if (access.can(readApplications)) return { workspace: access.workspace };
  access.demand(readOwnApplications);
  return { client: access.actor.id };
}

const byWorkspace = (entered: readonly WorkspaceAccess[]): Map<WorkspaceId, WorkspaceAccess> => new Map(entered.map((there) => [there.workspace, there]));

const refuse = (): never => {
  throw notFound();
};

const isAtWorkspace = (access: Access): access is WorkspaceAccess => access.scope === 'workspace' && access.workspace !== null && access.organization !== null;
