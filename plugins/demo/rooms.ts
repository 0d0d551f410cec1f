import { Type } from '@dossier/sdk';
import type { OrganizationAccess, Permission, Registry, Static } from '@dossier/sdk';
import type { AccessAdministration } from '@dossier/core/platform/access/contract';
import {
  assignApplications,
  confirmApplications,
  createApplications,
  readApplications,
  readOwnApplications,
  withdrawOwnApplications,
} from '@dossier/core/platform/applications/contract';
import { readAudit } from '@dossier/core/platform/audit/contract';
import { readComments, shareComments, writeComments, writeOwnComments } from '@dossier/core/platform/comments/contract';
import { answerCorrections, askCorrections } from '@dossier/core/platform/corrections/contract';
import { reviewDocuments, uploadDocuments } from '@dossier/core/platform/documents/contract';
import type { Tenancy } from '@dossier/core/platform/tenancy/contract';
import { decideApplications } from '@dossier/core/platform/workflow/contract';
import { manageViews } from '@dossier/core/platform/views/contract';
import type { DemoCast, DemoRole } from './contract.ts';

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
  readonly role: DemoRole;
  readonly teamRole: 'owner' | 'member';
  readonly where: 'staff' | 'client';
  readonly may: readonly Permission[];
}[] = [
  {
    role: 'admin',
    teamRole: 'owner',
    where: 'staff',
    may: [readApplications, createApplications, manageViews, readAudit, readComments, writeComments],
  },
  {
    role: 'officer',
    teamRole: 'member',
    where: 'staff',
    may: [
      ...[readApplications, createApplications, decideApplications, uploadDocuments, reviewDocuments, readAudit],
      ...[assignApplications, readComments, writeComments, shareComments, askCorrections],
    ],
  },
  {
    role: 'clerk',
    teamRole: 'member',
    where: 'staff',
    may: [readApplications, uploadDocuments, readComments, writeComments],
  },
  {
    role: 'client',
    teamRole: 'member',
    where: 'client',
    may: [
      ...[readOwnApplications, confirmApplications, withdrawOwnApplications],
      ...[uploadDocuments, writeOwnComments, answerCorrections],
    ],
  },
];

/** Permissions of plugins that no other one needs, for staff and for clients. */
const ofPlugins: Readonly<Record<'staff' | 'client', readonly string[]>> = {
  staff: ['messages.use', 'assistant.use', 'payments.record'],
  client: ['assistant.use'],
};

/**
 * Makes workspaces and teams, and gives each team's role what it needs. The administrator holds everything that is
 * granted once for the organization.
 */
export async function furnish(
  access: OrganizationAccess,
  { workspaces, teams: names, may: more }: Pick<DemoCast, 'workspaces' | 'teams' | 'may'>,
  { tenancy, grants, registry }: { tenancy: Tenancy; grants: AccessAdministration; registry: Registry },
): Promise<Rooms> {
  const staffRoom = await tenancy.createWorkspace(access, { name: workspaces.staff, type: 'STAFF' });
  const clientRoom = await tenancy.createWorkspace(access, { name: workspaces.client, type: 'CLIENT' });
  const teams = new Map<DemoRole, Static<typeof Team>>();
  for (const { role, teamRole, where, may } of plans) {
    const team = await tenancy.createTeam(access, { name: names[role] });
    const {
      [teamRole]: { id: teamRoleId },
    } = await grants.createDefaultRoles(access, team.id);
    const workspace = where === 'staff' ? staffRoom.id : clientRoom.id;
    await grants.assignTeam(access, team.id, workspace);
    for (const permission of [...may, ...(more[role] ?? [])])
      await grants.setGrant(access, { teamRoleId, permission, workspace, granted: true });
    teams.set(role, { teamId: team.id, teamRoleId });
  }
  const of = (role: DemoRole): Static<typeof Team> => teams.get(role)!;
  // Of plugins that need not be there: only where they are.
  for (const { role, where } of plans)
    for (const permission of registry.permissions.filter(({ id }) => ofPlugins[where].includes(id)))
      await grants.setGrant(access, {
        teamRoleId: of(role).teamRoleId,
        permission,
        workspace: where === 'staff' ? staffRoom.id : clientRoom.id,
        granted: true,
      });
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
