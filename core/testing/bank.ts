import { Type } from '@dossier/sdk';
import type { OrganizationAccess, OrganizationId, Permission, UserId, WorkspaceId } from '@dossier/sdk';
import { AccessAdministration, manageAccess } from '../platform/access/contract.ts';
import { ApiKeys, manageApiKeys } from '../platform/api-keys/contract.ts';
import {
  confirmApplications,
  createApplications,
  readApplications,
  readOwnApplications,
} from '../platform/applications/contract.ts';
import { readAudit, readOrganizationAudit } from '../platform/audit/contract.ts';
import { reviewDocuments, uploadDocuments } from '../platform/documents/contract.ts';
import { People } from '../platform/people/contract.ts';
import { manageProfileSchemas } from '../platform/profiles/contract.ts';
import { manageTemplates, Templates } from '../platform/templates/contract.ts';
import type { ContentGiven } from '../platform/templates/contract.ts';
import { manageIntegrations } from '../platform/settings/contract.ts';
import { manageOrganization, Tenancy } from '../platform/tenancy/contract.ts';
import { decideApplications } from '../platform/workflow/contract.ts';
import type { TestClient } from './client.ts';
import type { TestPlatform } from './platform.ts';

/** Somebody in the bank, with a client that acts as them by a personal access token. */
export interface Person extends TestClient {
  readonly id: UserId;
  readonly email: string;
  readonly token: string;
}

/** An organization with everything a test of the domain needs. */
export interface Bank {
  readonly organization: OrganizationId;
  readonly slug: string;
  /** The system in this organization, for calling services directly. */
  readonly access: OrganizationAccess;
  readonly staffWorkspace: WorkspaceId;
  readonly clientWorkspace: WorkspaceId;
  /** The team of everybody who is no client; the admin owns it. */
  readonly staffTeam: string;
  /** May do everything; approves; may only read; two clients. */
  readonly admin: Person;
  readonly officer: Person;
  readonly clerk: Person;
  readonly client: Person;
  readonly otherClient: Person;
  /** A client that sends the organization's API key. */
  readonly key: TestClient & { readonly secret: string; readonly id: string };
  readonly roles: Readonly<Record<'admin' | 'officer' | 'clerk' | 'client', string>>;
  person(name: string, role: keyof Bank['roles']): Promise<Person>;
  grant(role: keyof Bank['roles'], permission: Permission, granted: boolean): Promise<void>;
  /** Publishes a template; `steps` are handler ids of SYSTEM steps, before one MANUAL step named Underwriting. */
  template(steps: readonly string[], o?: Partial<ContentGiven>): Promise<string>;
  /** A complete submission record; `primary` is the e-mail of the PRIMARY applicant. */
  record(
    templateId: string,
    o?: { answers?: Readonly<Record<string, unknown>>; primary?: string },
  ): Readonly<Record<string, unknown>>;
}

const content = (steps: readonly string[]): ContentGiven => ({
  schema: Type.Object({
    amount: Type.Number({ title: 'Amount', minimum: 1000, maximum: 100_000 }),
    purpose: Type.Unsafe<string>({ type: 'string', title: 'Purpose', enum: ['CAR', 'HOME', 'STUDY'] }),
    remarks: Type.Optional(Type.String({ title: 'Remarks', maxLength: 2000 })),
  }),
  wizard: [{ key: 'loan', title: 'Your loan', fields: ['amount', 'purpose', 'remarks'] }],
  workflow: [
    ...steps.map((handler) => ({ name: handler.replace(/Handler$/, ''), kind: 'SYSTEM' as const, handler })),
    { name: 'Underwriting', kind: 'MANUAL' },
  ],
  requiredDocuments: [],
});

/** Makes an organization of type BANK; several in one platform are strangers to each other. */
export async function bank(platform: TestPlatform, slug = 'acme'): Promise<Bank> {
  const tenancy = platform.service(Tenancy);
  const administration = platform.service(AccessAdministration);
  const organization = (
    await tenancy.createOrganization({
      slug,
      name: slug.toUpperCase(),
      type: 'BANK',
      actor: { kind: 'system', id: 'test', name: 'Test' },
    })
  ).id;
  const access = (await platform.kernel.systemAccess(organization)) as OrganizationAccess;
  const [staff, clients] = [
    await tenancy.createWorkspace(access, { name: 'Lending', type: 'STAFF' }),
    await tenancy.createWorkspace(access, { name: 'Clients', type: 'CLIENT' }),
  ];
  const staffTeam = await tenancy.createTeam(access, { name: 'Lending' });
  const clientTeam = await tenancy.createTeam(access, { name: 'Clients' });
  const owner = (await administration.createDefaultRoles(access, staffTeam.id)).owner.id;
  const role = async (teamId: string, name: string): Promise<string> =>
    (await administration.createRole(access, teamId, { name, description: '', permissions: [] })).id;
  const roles = {
    admin: owner,
    officer: await role(staffTeam.id, 'Officer'),
    clerk: await role(staffTeam.id, 'Clerk'),
    client: await role(clientTeam.id, 'Client'),
  };
  await administration.assignTeam(access, staffTeam.id, staff.id);
  await administration.assignTeam(access, clientTeam.id, clients.id);

  const grantAt = (
    teamRoleId: string,
    workspace: WorkspaceId | null,
    permissions: readonly Permission[],
  ): Promise<unknown> =>
    Promise.all(
      permissions.map((permission) =>
        administration.setGrant(access, { teamRoleId, permission, workspace, granted: true }),
      ),
    );
  const work = [readApplications, createApplications, decideApplications, reviewDocuments, uploadDocuments, readAudit];
  await grantAt(roles.admin, null, [
    manageOrganization,
    manageAccess,
    manageTemplates,
    manageApiKeys,
    manageProfileSchemas,
    manageIntegrations,
    readOrganizationAudit,
  ]);
  await grantAt(roles.admin, staff.id, work);
  await grantAt(roles.officer, staff.id, work);
  await grantAt(roles.clerk, staff.id, [readApplications, readAudit]);
  await grantAt(roles.client, clients.id, [readOwnApplications, confirmApplications, uploadDocuments]);

  const person = async (name: string, as: keyof Bank['roles']): Promise<Person> => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@${slug}.example`;
    const people = platform.service(People);
    const user = await people.enter({
      issuer: 'https://test.example',
      subject: `${slug}:${name}`,
      email,
      emailVerified: true,
      name,
    });
    await administration.addMember(access, {
      userId: user.id,
      teamId: as === 'client' ? clientTeam.id : staffTeam.id,
      teamRoleId: roles[as],
      status: 'active',
    });
    const { secret } = await people.issueToken({ user: user.id, organization, name: 'Tests' });
    return { id: user.id, email, token: secret, ...platform.as({ authorization: `Bearer ${secret}` }) };
  };
  let templatesMade = 0;
  const key = await platform.service(ApiKeys).issue(access, { name: 'Partner' });
  return {
    organization,
    slug,
    access,
    staffWorkspace: staff.id,
    clientWorkspace: clients.id,
    staffTeam: staffTeam.id,
    roles,
    person,
    admin: await person('Ada Admin', 'admin'),
    officer: await person('Otto Officer', 'officer'),
    clerk: await person('Clara Clerk', 'clerk'),
    client: await person('Carl Client', 'client'),
    otherClient: await person('Olga Other', 'client'),
    key: { ...platform.as({ 'x-api-key': key.secret }), secret: key.secret, id: key.id },
    grant: (name, permission, granted) =>
      administration.setGrant(access, {
        teamRoleId: roles[name],
        permission,
        workspace: permission.scope === 'organization' ? null : name === 'client' ? clients.id : staff.id,
        granted,
      }),
    async template(steps, o = {}) {
      const templates = platform.service(Templates);
      const made = await templates.create(access, {
        name: `Loan ${(templatesMade += 1)}`,
        content: { ...content(steps), ...o },
      });
      await templates.publish(access, made.id);
      return made.id;
    },
    record: (templateId, o = {}) => ({
      workspaceId: staff.id,
      templateId,
      applicants: [
        { type: 'PRIMARY', firstName: 'Carl', lastName: 'Client', email: o.primary ?? 'someone@else.example' },
      ],
      answers: o.answers ?? { amount: 25000, purpose: 'CAR' },
    }),
  };
}
