import { Type } from '@dossier/sdk';
import type { OrganizationAccess, OrganizationId, Permission, WorkspaceId } from '@dossier/sdk';
import { AccessAdministration } from '../platform/access/contract.ts';
import { ApiKeys } from '../platform/api-keys/contract.ts';
import { Templates } from '../platform/templates/contract.ts';
import type { ContentGiven } from '../platform/templates/contract.ts';
import type { TestClient } from './client.ts';
import { organization } from './organization.ts';
import type { Person } from './organization.ts';
import type { TestPlatform } from './platform.ts';

/** An organization with everything a test of the domain needs. */
export interface Bank {
  readonly organization: OrganizationId;
  readonly slug: string;
  /** BANK, unless another was asked for. */
  readonly type: string;
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

/**
 * Makes an organization, of type BANK unless another is given; several on a platform are strangers to each other. What
 * is for organizations of one type alone is tried with that type.
 */
export async function bank(platform: TestPlatform, slug = 'acme', type = 'BANK'): Promise<Bank> {
  const made = await organization(platform, slug, type)
    .workspace('Lending')
    .admin('Ada Admin')
    .officer('Otto Officer')
    .clerk('Clara Clerk')
    .workspace('Clients', 'CLIENT')
    .client('Carl Client')
    .client('Olga Other');
  const { access, people } = made;
  const { Lending: staff, Clients: clients } = made.workspaces;
  const roles = {
    admin: await made.roleOf('Lending', 'admin'),
    officer: await made.roleOf('Lending', 'officer'),
    clerk: await made.roleOf('Lending', 'clerk'),
    client: await made.roleOf('Clients', 'client'),
  };
  let templatesMade = 0;
  const key = await platform.service(ApiKeys).issue(access, { name: 'Partner' });
  return {
    organization: made.id,
    slug: made.slug,
    type,
    access,
    staffWorkspace: staff,
    clientWorkspace: clients,
    staffTeam: roles.admin.id,
    roles: {
      admin: roles.admin.role,
      officer: roles.officer.role,
      clerk: roles.clerk.role,
      client: roles.client.role,
    },
    person: (name, role) =>
      made.member(roles[role], `${name.toLowerCase().replaceAll(' ', '.')}@${slug}.example`, name),
    admin: people['Ada Admin'],
    officer: people['Otto Officer'],
    clerk: people['Clara Clerk'],
    client: people['Carl Client'],
    otherClient: people['Olga Other'],
    key: { ...platform.as({ 'x-api-key': key.secret }), secret: key.secret, id: key.id },
    grant: (name, permission, granted) =>
      platform.service(AccessAdministration).setGrant(access, {
        teamRoleId: roles[name].role,
        permission,
        workspace: permission.scope === 'organization' ? null : name === 'client' ? clients : staff,
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
      workspaceId: staff,
      templateId,
      applicants: [
        { type: 'PRIMARY', firstName: 'Carl', lastName: 'Client', email: o.primary ?? 'someone@else.example' },
      ],
      answers: o.answers ?? { amount: 25000, purpose: 'CAR' },
    }),
  };
}
