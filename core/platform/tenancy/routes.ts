import { idText, inOrganization, notFound, regionalMembers, respond, Type } from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { editTeam, manageAccess } from '../access/contract.ts';
import { manageOrganization, OrganizationReply, Team, Workspace, WorkspaceWithTeams } from './contract.ts';
import type { Founding } from './founding.ts';
import { organizationFaults } from './names.ts';
import type { Organizations } from './organizations.ts';
import { organizationShown } from './replies.ts';
import type { Teams } from './teams.ts';
import type { Workspaces } from './workspaces.ts';

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Slug = Type.String({
  minLength: 2,
  maxLength: 63,
  description: 'Part of the address: lower-case letters, digits and hyphens; unique in the installation.',
});
const manage = inOrganization({ permission: manageOrganization });
const workspaceId = Type.Object({ workspaceId: idText() });
const teamId = Type.Object({ teamId: idText() });
const ofTeam = { scope: 'team', at: { in: 'params', name: 'teamId' }, permission: editTeam } as const;

export const routes = {
  createOrganization: {
    method: 'POST',
    resource: null,
    url: '/api/v1/organizations',
    gate: { scope: 'installation' },
    reply: OrganizationReply,
    summary:
      'Create an organization with a first workspace and yourself as its owner; where people may not, the operator creates it and names the owner',
    body: Type.Object(
      {
        name: Name,
        slug: Slug,
        type: Type.String({
          minLength: 1,
          maxLength: 32,
          description: 'BANK, PATENT, GRANT, GENERAL or another upper-case word; never changes.',
        }),
        timeZone: Type.Optional({
          ...regionalMembers.timeZone,
          description: 'That of the founder; without it that of the server.',
        }),
        ownerId: Type.Optional(
          idText('Internal id of the user who will own it. The operator has to give it, people leave it out.'),
        ),
      },
      { additionalProperties: false, examples: [{ name: 'North Bank', slug: 'north-bank', type: 'BANK' }] },
    ),
    problems: { 409: 'The address belongs to another organization (`slug-taken`)' },
  },
  organization: {
    method: 'GET',
    url: '/api/v1/organization',
    gate: inOrganization(),
    summary: 'The active organization',
    reply: OrganizationReply,
  },
  changeOrganization: {
    method: 'PUT',
    url: '/api/v1/organization',
    gate: manage,
    summary:
      'Rename the active organization, give it another address (former ones go on leading to it), or change its language, time zone and currency',
    reply: OrganizationReply,
    body: Type.Object(
      {
        name: Type.Optional(Name),
        slug: Type.Optional(Slug),
        language: Type.Optional(regionalMembers.language),
        timeZone: Type.Optional(regionalMembers.timeZone),
        currency: Type.Optional(regionalMembers.currency),
        version: Type.Optional(
          Type.Integer({ minimum: 1, description: 'The version that was read: 412 when there is a newer one.' }),
        ),
      },
      { additionalProperties: false, examples: [{ name: 'North Bank plc', version: 1 }] },
    ),
    problems: { 409: 'The address belongs to another organization (`slug-taken`)' },
  },
  createWorkspace: {
    method: 'POST',
    resource: '/api/v1/workspaces/:workspaceId',
    url: '/api/v1/workspaces',
    gate: manage,
    summary: 'Create a workspace',
    reply: Workspace,
    body: Type.Object(
      { name: Name, type: Workspace.properties.type },
      { additionalProperties: false, examples: [{ name: 'Lending', type: 'STAFF' }] },
    ),
    problems: { 409: 'The organization has a workspace of this name (`name-taken`)' },
  },
  allWorkspaces: {
    method: 'GET',
    url: '/api/v1/organization/workspaces',
    gate: inOrganization({ anyOf: [manageOrganization, manageAccess] }),
    summary: 'All workspaces of the active organization, with the number of teams in each',
    reply: Type.Array(WorkspaceWithTeams),
  },
  workspace: {
    method: 'GET',
    url: '/api/v1/workspaces/:workspaceId',
    gate: inOrganization({ anyOf: [manageOrganization, manageAccess] }),
    summary: 'A workspace of the active organization',
    params: workspaceId,
    reply: Workspace,
  },
  renameWorkspace: {
    method: 'PUT',
    url: '/api/v1/workspaces/:workspaceId',
    gate: manage,
    summary: 'Rename a workspace; its type never changes',
    params: workspaceId,
    reply: Workspace,
    body: Type.Object({ name: Name }, { additionalProperties: false, examples: [{ name: 'Small loans' }] }),
    problems: { 409: 'The organization has a workspace of this name (`name-taken`)' },
  },
  archiveWorkspace: {
    method: 'DELETE',
    url: '/api/v1/workspaces/:workspaceId',
    gate: manage,
    summary: 'Archive a workspace in which nothing is open; the last one stays',
    params: workspaceId,
    problems: { 409: 'It is the last one (`last-workspace`), or something in it is still open (`workspace-in-use`)' },
  },
  changeTeam: {
    method: 'PUT',
    url: '/api/v1/teams/:teamId',
    gate: ofTeam,
    summary: 'Rename or describe a team',
    params: teamId,
    reply: Team,
    body: Type.Object(
      { name: Name, description: Type.Optional(Type.String({ maxLength: 2_000 })) },
      { additionalProperties: false, examples: [{ name: 'Risk', description: 'Looks at large loans a second time.' }] },
    ),
    problems: { 409: 'The organization has a team of this name (`name-taken`)' },
  },
  removeTeam: {
    method: 'DELETE',
    url: '/api/v1/teams/:teamId',
    gate: ofTeam,
    summary: 'Remove a team with its memberships and rights; one without which nobody could run the organization stays',
    params: teamId,
    problems: {
      409: 'Nobody could run the organization without it (`last-access-manager`, `last-organization-manager`)',
    },
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const handlers = ({
  founding,
  organizations,
  workspaces,
  teams,
}: {
  founding: Founding;
  organizations: Organizations;
  workspaces: Workspaces;
  teams: Teams;
}): RouteHandlers<typeof routes> => ({
  async createOrganization({ access, body }) {
    const made = await founding.found(access, body);
    return respond(await organizationShown(made), { headers: { location: `/api/v1/organizations/${made.id}` } });
  },
  async organization({ access }) {
    const organization = await organizations.own(access);
    if (!organization) throw notFound();
    return organizationShown(organization);
  },
  changeOrganization: async ({ access, body }) => organizationShown(await organizations.change(access, body)),
  async createWorkspace({ access, body }) {
    const made = await workspaces.createWorkspace(access, body);
    return respond(made, { headers: { location: `/api/v1/workspaces/${made.id}` } });
  },
  async workspace({ access, params }) {
    const found = await workspaces.workspace(access.organization, params.workspaceId);
    if (!found) throw notFound();
    return found;
  },
  allWorkspaces: ({ access }) => workspaces.list(access),
  renameWorkspace: ({ access, params, body }) => workspaces.rename(access, params.workspaceId, body.name),
  archiveWorkspace: ({ access, params }) => workspaces.archive(access, params.workspaceId),
  changeTeam: ({ access, params, body }) => teams.change(access, params.teamId, body),
  removeTeam: ({ access, params }) => teams.remove(access, params.teamId),
});

export const checks = (founding: Founding): RouteChecks<typeof routes> => ({
  createOrganization: async ({ access, body }) => founding.faults(access, body),
  changeOrganization: async ({ body }) => organizationFaults(body),
  createWorkspace: async ({ body: { name } }) => organizationFaults({ name }),
  renameWorkspace: async ({ body: { name } }) => organizationFaults({ name }),
  changeTeam: async ({ body: { name } }) => organizationFaults({ name }),
});
