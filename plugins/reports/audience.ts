import { notFound } from '@dossier/sdk';
import type { OrganizationId, UserId, WorkspaceAccess, WorkspaceId } from '@dossier/sdk';
import { viewReports } from '@dossier/core/platform/access/contract';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import { readApplications } from '@dossier/core/platform/applications/contract';
import { reportsFeature } from './contract.ts';

/**
 * For whom reports are: routes, topic and page ask for this. Members of every team may view reports unless somebody
 * takes that from them, those of a team of clients in a workspace of both kinds, too; those who read their own
 * applications and no others have nothing to report on, and what staff plans there is not for them.
 */
export const audience = { feature: reportsFeature, permission: viewReports, anyOf: [readApplications] } as const;

/**
 * The same where no gate has asked: in further workspaces of a report, and when it is made later. Throws 404 or 403.
 */
export function demandAudience(access: WorkspaceAccess): void {
  if (!access.has(reportsFeature)) throw notFound();
  access.demand(viewReports);
  access.demand(readApplications);
}

/** The same as an answer. */
export const isAudience = (access: WorkspaceAccess): boolean =>
  access.has(reportsFeature) && access.can(viewReports) && access.can(readApplications);

/** Who of a workspace may receive its reports. */
export async function readersOf(
  grants: Pick<AccessAdministration, 'holders'>,
  organization: OrganizationId,
  workspace: WorkspaceId,
): Promise<readonly UserId[]> {
  const [viewers, readers] = await Promise.all(
    [viewReports, readApplications].map((permission) => grants.holders(organization, workspace, permission)),
  );
  return viewers!.filter((one) => readers!.includes(one));
}
