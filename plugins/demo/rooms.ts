import { Type } from '@dossier/sdk';
import type { OrganizationAccess, Permission, Registry, Static } from '@dossier/sdk';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import {
  assignApplications,
  confirmApplications,
  createApplications,
  readApplications,
  readOwnApplications,
} from '@dossier/core/platform/applications/contract';
import { readAudit } from '@dossier/core/platform/audit/contract';
import { readComments, shareComments, writeComments, writeOwnComments } from '@dossier/core/platform/comments/contract';
import { reviewDocuments, uploadDocuments } from '@dossier/core/platform/documents/contract';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { decideApplications } from '@dossier/core/platform/workflow/contract';

export type DemoRoleName = 'admin' | 'officer' | 'clerk' | 'client';

const Team = Type.Object({ teamId: Type.String(), teamRoleId: Type.String() });
/** Identifiers of what the organization consists of. */
export const Rooms = Type.Object({
  staffWorkspaceId: Type.String(),
  clientWorkspaceId: Type.String(),
  teams: Type.Object({ admin: Team, officer: Team, clerk: Team, client: Team }),
});
export type Rooms = Static<typeof Rooms>;

/**
 * A clerk reads and collects papers; deciding is the officer's, so that the two roles differ. The administrator
 * sets up and looks on.
 */
const plans: readonly {
  readonly role: DemoRoleName;
  readonly team: string;
  readonly teamRole: 'owner' | 'member';
  readonly where: 'staff' | 'client';
  readonly may: readonly Permission[];
}[] = [
  {
    role: 'admin',
    team: 'Administrators',
    teamRole: 'owner',
    where: 'staff',
    may: [readApplications, createApplications, readAudit, readComments, writeComments],
  },
  {
    role: 'officer',
    team: 'Officers',
    teamRole: 'member',
    where: 'staff',
    may: [
      ...[readApplications, createApplications, decideApplications, uploadDocuments, reviewDocuments, readAudit],
      ...[assignApplications, readComments, writeComments, shareComments],
    ],
  },
  {
    role: 'clerk',
    team: 'Clerks',
    teamRole: 'member',
    where: 'staff',
    may: [readApplications, uploadDocuments, readComments, writeComments],
  },
  {
    role: 'client',
    team: 'Clients',
    teamRole: 'member',
    where: 'client',
    may: [readOwnApplications, confirmApplications, uploadDocuments, writeOwnComments],
  },
];

/**
 * Makes workspaces and teams, and gives each team's role what it needs. The administrator holds everything that is
 * granted once for the organization.
 */
export async function furnish(
  access: OrganizationAccess,
  { tenancy, grants, registry }: { tenancy: Tenancy; grants: AccessAdministration; registry: Registry },
): Promise<Rooms> {
  const staffRoom = await tenancy.createWorkspace(access, { name: 'Lending', type: 'STAFF' });
  const clientRoom = await tenancy.createWorkspace(access, { name: 'Client portal', type: 'CLIENT' });
  const teams = new Map<DemoRoleName, Static<typeof Team>>();
  for (const { role, team: name, teamRole, where, may } of plans) {
    const team = await tenancy.createTeam(access, { name });
    const {
      [teamRole]: { id: teamRoleId },
    } = await grants.createDefaultRoles(access, team.id);
    const workspace = where === 'staff' ? staffRoom.id : clientRoom.id;
    await grants.assignTeam(access, team.id, workspace);
    for (const permission of may) await grants.setGrant(access, { teamRoleId, permission, workspace, granted: true });
    teams.set(role, { teamId: team.id, teamRoleId });
  }
  const of = (role: DemoRoleName): Static<typeof Team> => teams.get(role)!;
  for (const permission of registry.permissions) {
    if (permission.scope === 'organization' && !permission.keysOnly && !permission.derived)
      await grants.setGrant(access, { teamRoleId: of('admin').teamRoleId, permission, workspace: null, granted: true });
  }
  return {
    staffWorkspaceId: staffRoom.id,
    clientWorkspaceId: clientRoom.id,
    teams: { admin: of('admin'), officer: of('officer'), clerk: of('clerk'), client: of('client') },
  };
}
