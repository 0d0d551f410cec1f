import { newId } from '@dossier/sdk';
import type { OrganizationAccess, Permission, WorkspaceType } from '@dossier/sdk';
import { testPlatform } from '@dossier/core/testing';
import type { TestClient, TestPlatform } from '@dossier/core/testing';
import { AccessAdministration } from '../access/contract.ts';
import { People } from '../people/contract.ts';
import { Tenancy } from '../tenancy/contract.ts';

export interface Member {
  readonly id: string;
  readonly client: TestClient;
}

/** An organization for a test, furnished step by step. */
export interface House {
  readonly id: string;
  readonly access: OrganizationAccess;
  workspace(name: string, type: WorkspaceType): Promise<string>;
  /** A team of its own with one role, which holds these permissions in these workspaces and in the organization. */
  team(
    name: string,
    o: { workspaces?: readonly string[]; may?: readonly Permission[] },
  ): Promise<{ id: string; role: string }>;
  /** A new person with a verified e-mail, in a team. */
  member(team: { id: string; role: string }, email?: string): Promise<Member>;
}

export async function house(platform: TestPlatform, slug: string): Promise<House> {
  const tenancy = platform.service(Tenancy);
  const grants = platform.service(AccessAdministration);
  const people = platform.service(People);
  const { id } = await tenancy.createOrganization({
    slug,
    name: slug,
    type: 'BANK',
    actor: { kind: 'system', id: 'test', name: 'Test' },
  });
  const access: OrganizationAccess = {
    scope: 'organization',
    actor: { kind: 'system', id: 'test', name: 'Test' },
    organization: id,
    audience: 'staff',
    workspace: null,
    has: () => true,
    can: () => true,
    demand: () => undefined,
  };
  return {
    id,
    access,
    workspace: async (name, type) => (await tenancy.createWorkspace(access, { name, type })).id,
    async team(name, { workspaces = [], may = [] }) {
      const team = await tenancy.createTeam(access, { name });
      const role = await grants.createRole(access, team.id, { name: 'Everybody', description: '', permissions: [] });
      for (const workspace of workspaces) await grants.assignTeam(access, team.id, workspace);
      for (const permission of may) {
        for (const workspace of permission.scope === 'organization' ? [null] : workspaces)
          await grants.setGrant(access, { teamRoleId: role.id, permission, workspace, granted: true });
      }
      return { id: team.id, role: role.id };
    },
    async member(team, email = `${newId()}@example.org`) {
      const user = await people.enter({
        issuer: 'urn:test',
        subject: newId(),
        email,
        emailVerified: true,
        name: email.split('@')[0]!,
      });
      await grants.addMember(access, { userId: user.id, teamId: team.id, teamRoleId: team.role, status: 'active' });
      const { secret } = await people.issueToken({ user: user.id, organization: id, name: 'Test' });
      return { id: user.id, client: platform.as({ authorization: `Bearer ${secret}` }) };
    },
  };
}

export { testPlatform };
