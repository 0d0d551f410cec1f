import { forbidden, notFound, Problem } from '@dossier/sdk';
import type { Access, AccessControl, OrganizationAccess, WorkspaceAccess, WorkspaceId } from '@dossier/sdk';
import type { Tenancy } from '../tenancy/contract.ts';
import { readApplications, readOwnApplications, readSubmitted } from './contract.ts';
import type { Reach } from './list.ts';

/** What somebody may list, and the Access with which each row is completed. */
export interface Reached {
  readonly reach: Reach;
  at(row: { readonly workspaceId: WorkspaceId }): WorkspaceAccess | undefined;
}

/** Who may list what: staff a workspace, a client his own, a key what it submitted. */
export const reaching = ({ tenancy, control }: { tenancy: Tenancy; control: AccessControl }) => {
  const enter = async (access: Access, workspace: WorkspaceId): Promise<WorkspaceAccess | undefined> => {
    const there = await control.atWorkspace(access, workspace);
    return there && isAtWorkspace(there) ? there : undefined;
  };

  const keyReach = async (access: OrganizationAccess, workspace: WorkspaceId | undefined): Promise<Reached> => {
    const all = workspace === undefined ? (await tenancy.workspaces(access.organization)).map(({ id }) => id) : [workspace];
    const entered = (await Promise.all(all.map((id) => enter(access, id)))).filter((there) => there !== undefined);
    if (workspace !== undefined) (entered[0] ?? refuse()).demand(readSubmitted);
    const open = new Map(entered.filter((there) => there.can(readSubmitted)).map((there) => [there.workspace, there]));
    if (open.size === 0) throw forbidden('This key does not have the scope applications:read, or applications are switched off in every workspace.');
    return { reach: { source: access.actor.id, workspaces: [...open.keys()] }, at: ({ workspaceId }) => open.get(workspaceId) };
  };

  return async (access: OrganizationAccess, workspace: WorkspaceId | undefined): Promise<Reached> => {
    if (access.actor.kind === 'key') return keyReach(access, workspace);
    if (workspace === undefined) throw new Problem(400, 'workspace-missing', 'The workspace is missing', { detail: 'Name the workspace whose applications are listed.', errors: [{ pointer: '?workspaceId', code: 'missing', detail: 'Add ?workspaceId= to the address.' }] });
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

const refuse = (): never => {
  throw notFound();
};

const isAtWorkspace = (access: Access): access is WorkspaceAccess => access.scope === 'workspace' && access.workspace !== null && access.organization !== null;
