import { newId, Registry } from '@dossier/sdk';
import type { OrganizationAccess, OrganizationId, Permission, UserId, WorkspaceId, WorkspaceType } from '@dossier/sdk';
import { AccessAdministration, manageAccess } from '../platform/access/contract.ts';
import { manageApiKeys } from '../platform/api-keys/contract.ts';
import {
  confirmApplications,
  createApplications,
  assignApplications,
  readApplications,
  readOwnApplications,
  withdrawOwnApplications,
} from '../platform/applications/contract.ts';
import { readAudit, readOrganizationAudit } from '../platform/audit/contract.ts';
import { manageCalendar } from '../platform/calendar/contract.ts';
import { readComments, shareComments, writeComments, writeOwnComments } from '../platform/comments/contract.ts';
import { answerCorrections, askCorrections } from '../platform/corrections/contract.ts';
import { managePhrases } from '../platform/phrases/contract.ts';
import { manageViews } from '../platform/views/contract.ts';
import { reviewDocuments, uploadDocuments } from '../platform/documents/contract.ts';
import { People } from '../platform/people/contract.ts';
import { manageProfileSchemas } from '../platform/profiles/contract.ts';
import { manageIntegrations } from '../platform/settings/contract.ts';
import { manageTemplates } from '../platform/templates/contract.ts';
import { manageOrganization, Tenancy } from '../platform/tenancy/contract.ts';
import { decideApplications } from '../platform/workflow/contract.ts';
import type { TestClient } from './client.ts';
import type { TestPlatform } from './platform.ts';

/** Somebody of an organization, with a client that acts as them by a personal access token. */
export interface Person extends TestClient {
  readonly id: UserId;
  readonly email: string;
  readonly token: string;
  /** The client alone, for what takes any. */
  readonly client: TestClient;
}

/** A team and the one of its roles that people are given. */
export interface TeamRole {
  readonly id: string;
  readonly role: string;
}

type Staff = 'admin' | 'officer' | 'clerk';

/** An organization of a test: what was asked for at its making, and ways to furnish it further, step by step. */
export interface Organization<W extends string = string, P extends string = string> {
  readonly id: OrganizationId;
  readonly slug: string;
  /** The system in this organization, for calling services directly. */
  readonly access: OrganizationAccess;
  readonly workspaces: Readonly<Record<W, WorkspaceId>>;
  readonly people: Readonly<Record<P, Person>>;
  workspace(name: string, type: WorkspaceType): Promise<WorkspaceId>;
  /** A team of its own with one role, which holds these permissions in these workspaces and in the organization. */
  team(name: string, o: { workspaces?: readonly string[]; may?: readonly Permission[] }): Promise<TeamRole>;
  /** A further role of a team, with permissions as above. */
  role(
    team: string,
    name: string,
    o: { workspaces?: readonly string[]; may?: readonly Permission[] },
  ): Promise<TeamRole>;
  /** A new person with a verified e-mail, in a team. */
  member(team: TeamRole, email?: string, name?: string): Promise<Person>;
  /** The team of a workspace of {@link Furnishing.workspace}, with its role for such people. */
  roleOf(workspace: W, kind: Staff | 'client'): Promise<TeamRole>;
}

/**
 * What an organization will have; awaited, it is made. A workspace has a team, into which the people named after it
 * come: an admin, who may also do what is administered in the organization, officers, who decide, clerks, who read, and
 * in a workspace of type CLIENT clients.
 */
export interface Furnishing<W extends string = never, P extends string = never> extends PromiseLike<
  Organization<W, P>
> {
  workspace<N extends string>(name: N, type?: WorkspaceType): Furnishing<W | N, P>;
  admin<N extends string>(name: N): Furnishing<W, P | N>;
  officer<N extends string>(name: N): Furnishing<W, P | N>;
  clerk<N extends string>(name: N): Furnishing<W, P | N>;
  client<N extends string>(name: N): Furnishing<W, P | N>;
}

const work = [
  ...[readApplications, createApplications, decideApplications, reviewDocuments, uploadDocuments, readAudit],
  ...[readComments, writeComments, shareComments, askCorrections],
];
const may: Readonly<Record<Staff | 'client', readonly Permission[]>> = {
  admin: [
    ...[manageOrganization, manageAccess, manageTemplates, manageApiKeys, manageProfileSchemas, manageIntegrations],
    manageCalendar,
    managePhrases,
    manageViews,
    readOrganizationAudit,
    assignApplications,
    ...work,
  ],
  officer: work,
  clerk: [readApplications, readAudit, readComments],
  client: [
    ...[readOwnApplications, confirmApplications, withdrawOwnApplications],
    ...[uploadDocuments, writeOwnComments, answerCorrections],
  ],
};
/** What staff may do with plugins that a platform need not have. */
const ofPlugins: readonly string[] = ['messages.use', 'patents.search', 'patents.save'];
const titles = { officer: 'Officer', clerk: 'Clerk', client: 'Client' };

type Step = (made: Organization, at: { workspace: string }) => Promise<unknown>;

/**
 * `organization(platform, 'acme').workspace('Lending').officer('Otto Officer')`: see {@link Furnishing}. Of type BANK
 * unless given.
 */
export function organization(platform: TestPlatform, slug: string, type = 'BANK'): Furnishing {
  const after = (steps: readonly Step[]): Furnishing<string, string> => {
    const person = (kind: Staff | 'client') => (name: string) =>
      after([
        ...steps,
        async (made, { workspace }) => {
          const email = `${name.toLowerCase().replaceAll(' ', '.')}@${slug}.example`;
          Object.assign(made.people, { [name]: await made.member(await made.roleOf(workspace, kind), email, name) });
        },
      ]);
    let made: Promise<Organization> | undefined;
    return {
      workspace: (name: string, type: WorkspaceType = 'STAFF') =>
        after([
          ...steps,
          async (made, at) => {
            Object.assign(made.workspaces, { [name]: await made.workspace(name, type) });
            at.workspace = name;
          },
        ]),
      admin: person('admin'),
      officer: person('officer'),
      clerk: person('clerk'),
      client: person('client'),
      then: (fulfilled, rejected) => (made ??= furnish(platform, { slug, type }, steps)).then(fulfilled, rejected),
    };
  };
  return after([]);
}

interface Named {
  readonly slug: string;
  readonly type: string;
}

async function furnish(platform: TestPlatform, named: Named, steps: readonly Step[]): Promise<Organization> {
  const made = await empty(platform, named);
  const at = { workspace: '' };
  for (const step of steps) await step(made, at);
  return made;
}

async function empty(platform: TestPlatform, { slug: wanted, type }: Named): Promise<Organization> {
  const tenancy = platform.service(Tenancy);
  const grants = platform.service(AccessAdministration);
  const people = platform.service(People);
  const actor = { kind: 'system', id: 'test', name: 'Test' } as const;
  const slug = platform.slug(wanted);
  const { id } = await tenancy.createOrganization({ slug, name: wanted.toUpperCase(), type, actor });
  const access = (await platform.kernel.systemAccess(id)) as OrganizationAccess;
  const workspaces: Record<string, WorkspaceId> = {};
  const teams = new Map<string, Promise<{ id: string; owner: string }>>();
  const roles = new Map<string, Promise<TeamRole>>();
  /** That of a workspace, with the roles Owner and Member as every team has them. */
  const teamOf = async (workspace: string): Promise<{ id: string; owner: string }> => {
    const team = await tenancy.createTeam(access, { name: workspace });
    await grants.assignTeam(access, team.id, workspaces[workspace]!);
    return { id: team.id, owner: (await grants.createDefaultRoles(access, team.id)).owner.id };
  };
  const grant = async (
    role: string,
    { workspaces = [], may = [] }: { workspaces?: readonly string[]; may?: readonly Permission[] },
  ): Promise<void> => {
    for (const permission of may)
      for (const workspace of permission.scope === 'organization' ? [null] : workspaces)
        await grants.setGrant(access, { teamRoleId: role, permission, workspace, granted: true });
  };
  const organization: Organization = {
    id,
    slug,
    access,
    workspaces,
    people: {},
    workspace: async (name, type) => (await tenancy.createWorkspace(access, { name, type })).id,
    async team(name, o) {
      const team = await tenancy.createTeam(access, { name });
      for (const workspace of o.workspaces ?? []) await grants.assignTeam(access, team.id, workspace);
      return organization.role(team.id, 'Everybody', o);
    },
    async role(team, name, o) {
      const role = await grants.createRole(access, team, { name, description: '', permissions: [] });
      await grant(role.id, o);
      return { id: team, role: role.id };
    },
    async member(team, email = `${newId()}@example.org`, name = email.split('@')[0]!) {
      const identity = { issuer: 'https://test.example', subject: newId(), email, emailVerified: true, name };
      const user = await people.enter(identity);
      await grants.addMember(access, { userId: user.id, teamId: team.id, teamRoleId: team.role, status: 'active' });
      const { secret } = await people.issueToken({ user: user.id, organization: id, name: 'Tests' });
      const client = platform.as({ authorization: `Bearer ${secret}` });
      return { id: user.id, email, token: secret, client, ...client };
    },
    roleOf(workspace, kind) {
      const key = `${kind} in ${workspace}`;
      const made = roles.get(key) ?? makeRole(workspace, kind);
      roles.set(key, made);
      return made;
    },
  };
  const makeRole = async (workspace: string, kind: Staff | 'client'): Promise<TeamRole> => {
    const made = teams.get(workspace) ?? teamOf(workspace);
    teams.set(workspace, made);
    const team = await made;
    const installed = platform.service(Registry).permissions.filter(({ id }) => ofPlugins.includes(id));
    const o = { workspaces: [workspaces[workspace]!], may: [...may[kind], ...(kind === 'client' ? [] : installed)] };
    if (kind !== 'admin') return organization.role(team.id, titles[kind], o);
    await grant(team.owner, o);
    return { id: team.id, role: team.owner };
  };
  return organization;
}
