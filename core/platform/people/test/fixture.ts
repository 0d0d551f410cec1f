import { definePlugin, service } from '@dossier/sdk';
import type { OrganizationId, UserId } from '@dossier/sdk';
import { AccessAdministration } from '../../access/contract.ts';
import { Tenancy } from '../../tenancy/contract.ts';
import { People } from '../contract.ts';

/** Makes organizations with people for these tests, through the contracts alone. */
export interface Fixture {
  organization(slug: string, members: readonly UserId[]): Promise<{ id: OrganizationId; workspace: string }>;
  person(name: string, o?: { issuer?: string; email?: string }): Promise<UserId>;
}
export const Fixture = service<Fixture>('people-fixture/fixture@1');

export const fixturePlugin = definePlugin({
  id: 'people-fixture',
  version: '1.0.0',
  kernel: '^1.0.0',
  needs: { tenancy: Tenancy, administration: AccessAdministration, people: People },
  provides: [Fixture],
  setup({ tenancy, administration, people }, plugin) {
    plugin.provide(Fixture, {
      async organization(slug, members) {
        const { id } = await tenancy.createOrganization({
          slug,
          name: slug,
          type: 'BANK',
          actor: { kind: 'system', id: 'people-fixture', name: 'Fixture' },
        });
        const access = {
          ...(await plugin.asSystem(id)),
          has: () => true,
          can: () => true,
          demand: () => undefined,
          organization: id,
        };
        const team = await tenancy.createTeam(access, { name: 'Lending' });
        const { member } = await administration.createDefaultRoles(access, team.id);
        const workspace = await tenancy.createWorkspace(access, { name: 'Loans', type: 'STAFF' });
        await administration.assignTeam(access, team.id, workspace.id);
        for (const userId of members)
          await administration.addMember(access, { userId, teamId: team.id, teamRoleId: member.id, status: 'active' });
        return { id, workspace: workspace.id };
      },
      async person(name, o = {}) {
        const user = await people.enter({
          issuer: o.issuer ?? 'urn:test',
          subject: `subject-of-${name}`,
          email: o.email ?? null,
          emailVerified: o.email !== undefined,
          name,
        });
        return user.id;
      },
    });
  },
});
