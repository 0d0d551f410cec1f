import { forbidden, notFound } from '@dossier/sdk';
import type { AccessControl, OrganizationAccess, Permission, WorkspaceAccess, WorkspaceId } from '@dossier/sdk';
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

/**
 * Who may list what: staff their workspaces, a client their own, a key what it submitted; in one workspace when it is
 * named, else everywhere.
 */
export const reaching = ({ tenancy, control, grants }: Deps) => {
  const keyReach = async (access: OrganizationAccess, workspace: WorkspaceId | undefined): Promise<Reached> => {
    const all =
      workspace === undefined ? (await tenancy.workspaces(access.organization)).map(({ id }) => id) : [workspace];
    const entered = (await Promise.all(all.map((id) => control.atWorkspace(access, id)))).filter(
      (there) => there !== undefined,
    );
    if (workspace !== undefined) (entered[0] ?? refuse()).demand(readSubmitted);
    // Nothing is submitted to a client workspace: what is on or off there says nothing to a key.
    const handling =
      workspace === undefined ? entered.filter(({ workspaceType }) => workspaceType !== 'CLIENT') : entered;
    const open = byWorkspace(handling.filter((there) => there.can(readSubmitted)));
    if (open.size === 0) {
      refuseOff(handling, readSubmitted);
      throw forbidden('This key does not have the scope applications:read.');
    }
    return {
      reach: { source: access.actor.id, workspaces: [...open.keys()] },
      at: ({ workspaceId }) => open.get(workspaceId),
    };
  };

  /** A person in each of their workspaces. */
  const everywhere = async (access: OrganizationAccess): Promise<readonly WorkspaceAccess[]> =>
    (
      await Promise.all(
        (await grants.workspacesOf(access.organization, access.actor.id)).map((id) => control.atWorkspace(access, id)),
      )
    ).filter((there) => there !== undefined);

  const personReach = async (access: OrganizationAccess): Promise<Reached> => {
    const entered = await everywhere(access);
    const staff = byWorkspace(entered.filter((there) => there.can(readApplications)));
    const client = byWorkspace(entered.filter((there) => there.can(readOwnApplications)));
    // A client's own are usually handled where they are not a member; any workspace in which they are a client shows
    // them.
    const [anywhere] = client.values();
    if (staff.size === 0 && !anywhere) {
      refuseOff(entered, readApplications);
      throw forbidden('You may not read applications in any of your workspaces.');
    }
    const own = anywhere ? access.actor.id : null;
    const reach: Reach =
      own !== null && staff.size === 0 ? { client: own } : { workspaces: [...staff.keys()], client: own };
    return { reach, at: ({ workspaceId }) => staff.get(workspaceId) ?? client.get(workspaceId) ?? anywhere };
  };

  return async (access: OrganizationAccess, workspace: WorkspaceId | undefined): Promise<Reached> => {
    if (access.actor.kind === 'key') return keyReach(access, workspace);
    if (workspace === undefined) return personReach(access);
    const there = (await control.atWorkspace(access, workspace)) ?? refuse();
    return { reach: reachAt(there), at: () => there };
  };
};

/**
 * Who may read all applications of a workspace sees those handled in it; a client sees their own, wherever these are
 * handled.
 */
export function reachAt(access: WorkspaceAccess): Reach {
  if (access.can(readApplications)) return { workspace: access.workspace };
  // For a person who lacks both the refusal names the one that staff have.
  if (!access.can(readOwnApplications)) access.demand(readApplications);
  return { client: access.actor.id };
}

const byWorkspace = (entered: readonly WorkspaceAccess[]): Map<WorkspaceId, WorkspaceAccess> =>
  new Map(entered.map((there) => [there.workspace, there]));

/** Throws `feature-off` (404) when what the permission is about is switched off wherever one has come. */
function refuseOff(entered: readonly WorkspaceAccess[], permission: Permission): void {
  const [first] = entered;
  if (first && permission.feature && entered.every((there) => !there.has(permission.feature!)))
    first.demand(permission);
}

const refuse = (): never => {
  throw notFound();
};
