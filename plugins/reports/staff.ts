import { forbidden } from '@dossier/sdk';
import type { OrganizationId, RouteHandlers, UserId, WorkspaceAccess, WorkspaceId } from '@dossier/sdk';
import { viewReports } from '@dossier/core/platform/access/contract';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import { readApplications, readOwnApplications } from '@dossier/core/platform/applications/contract';
import type { routes } from './routes.ts';

/**
 * Members of every team may view reports unless somebody takes that from them, those of a team of clients in a workspace of both kinds, too.
 * What staff plans there, and who else is there, is not for clients: for who reads his own applications and no others.
 */
export function demandStaff(access: WorkspaceAccess): void {
  if (access.can(readOwnApplications) && !access.can(readApplications)) throw forbidden('Reports are for the staff of the workspace.');
}

/** The same handlers, all of them for staff alone. */
export const forStaff = (handlers: RouteHandlers<typeof routes>): RouteHandlers<typeof routes> =>
  Object.fromEntries(Object.entries(handlers).map(([name, handle]: [string, (request: never) => unknown]) => [name, async (request: { readonly access: WorkspaceAccess }) => {
    demandStaff(request.access);
    return handle(request as never);
  }])) as unknown as RouteHandlers<typeof routes>;

/** Who of a workspace may be told of its reports: its staff who may view them. */
export async function readersOf(grants: Pick<AccessAdministration, 'holders'>, organization: OrganizationId, workspace: WorkspaceId): Promise<readonly UserId[]> {
  const [viewers, own, all] = await Promise.all([viewReports, readOwnApplications, readApplications].map((permission) => grants.holders(organization, workspace, permission)));
  return viewers!.filter((one) => !own!.includes(one) || all!.includes(one));
}
