import { definePlugin } from '@dossier/sdk';
import type { OrganizationId } from '@dossier/sdk';
import { given } from '@dossier/core/testing';
import type { Json, Organization, Person, TestPlatform } from '@dossier/core/testing';
import { manageOrganization } from '../../tenancy/contract.ts';
import { joinPolicies, manageAccess } from '../contract.ts';

export interface TeamOfTest {
  readonly id: string;
  /** Role ids by name: Owner and Person, and those that were added. */
  readonly roles: Record<string, string>;
  /** Adds a role with these team permissions. */
  role(name: string, permissions: readonly string[]): Promise<string>;
  /** A new person of the organization, in this team with this role; with the membership's id. */
  member(role?: string): Promise<Person & { membership: string }>;
}

/** An organization with an administrator who holds what an administrator has, and teams made over REST. */
export interface Stage {
  readonly house: Organization;
  readonly admin: Person;
  /** The role of the administrator, and their team. */
  readonly admins: { readonly id: string; readonly role: string };
  team(name: string): Promise<TeamOfTest>;
  /** Somebody of the organization who is in no team of the test. */
  colleague(): Promise<Person>;
}

export async function stage(platform: TestPlatform, slug: string): Promise<Stage> {
  const acme = await given.organization(platform, slug);
  const admins = await acme.team('Administrators', { may: [manageAccess, manageOrganization] });
  const admin = await acme.member(admins);
  const lobby = await acme.team('Lobby', {});
  return {
    house: acme,
    admin,
    admins,
    colleague: () => acme.member(lobby),
    async team(name) {
      const { id } = (await admin.client.post('/api/v1/teams', { name })).body;
      const roles: Record<string, string> = Object.fromEntries(
        (await admin.client.get(`/teams/${id}/roles`)).body.map((role: Json) => [role.name, role.id]),
      );
      return {
        id,
        roles,
        async role(role, permissions) {
          return (roles[role] = (
            await admin.client.post(`/teams/${id}/roles`, { name: role, description: '', permissions })
          ).body.id);
        },
        async member(role = 'Member') {
          const person = await acme.member({ id, role: roles[role]! });
          const own = (await person.client.get(`/users/${person.id}/user-teams`)).body;
          return { ...person, membership: own.find((one: Json) => one.teamId === id).id };
        },
      };
    },
  };
}

interface Ticket {
  readonly organization: OrganizationId;
  readonly userId: string;
  readonly teamId: string;
  readonly teamRoleId: string | null;
  used: boolean;
}

/** Admits the person that a test lets in, once. */
export function testJoinPolicy() {
  const tickets: Ticket[] = [];
  const open = (entry: { userId: string; teamId: string }): Ticket | undefined =>
    tickets.find((one) => !one.used && one.userId === entry.userId && one.teamId === entry.teamId);
  const plugin = definePlugin({
    id: 'test-join-policy',
    version: '1.0.0',
    kernel: '*',
    extends: [joinPolicies],
    setup(_needs, context) {
      context.contribute(
        joinPolicies,
        'test-join-policy',
        { open: 'to members' },
        {
          organization: async (entry) => open(entry)?.organization ?? null,
          async admission(_tx, entry) {
            const ticket = open(entry);
            return ticket?.organization === entry.organization
              ? { admissionId: String(tickets.indexOf(ticket)), teamRoleId: ticket.teamRoleId }
              : null;
          },
          used: async (_tx, _access, { admissionId }) => void (tickets[Number(admissionId)]!.used = true),
        },
      );
    },
  });
  return { plugin, admit: (ticket: Omit<Ticket, 'used'>) => void tickets.push({ ...ticket, used: false }) };
}
