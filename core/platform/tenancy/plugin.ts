import {
  all,
  Clock,
  contributions,
  Database,
  definePlugin,
  Installation,
  subjects,
  tenantTable,
  Type,
  Vault,
} from '@dossier/sdk';
import { Files } from '../files/contract.ts';
import { createBranding } from './branding.ts';
import { brandingHandlers, brandingRoutes } from './branding-routes.ts';
import { createContact } from './contact.ts';
import { contactChecks, contactHandlers, contactRoutes } from './contact-routes.ts';
import {
  brandingChanged,
  contactChanged,
  createOrganizations,
  tenantHooks,
  manageOrganization,
  organizationChanged,
  organizationCreated,
  teamChanged,
  teamCreated,
  teamRemoved,
  Tenancy,
  workspaceArchived,
  workspaceCreated,
  workspaceRenamed,
} from './contract.ts';
import {
  OrganizationAddressEntity,
  OrganizationContactEntity,
  OrganizationEntity,
  OrganizationLogoEntity,
  TeamEntity,
  WorkspaceEntity,
} from './entities.ts';
import { createFounding } from './founding.ts';
import { graphql, resolvers } from './graphql.ts';
import { migrations } from './migrations/index.ts';
import { createOrganizationService } from './organizations.ts';
import { tenancySubjects } from './subjects.ts';
import { checks, handlers, routes } from './routes.ts';
import { createTeamService } from './teams.ts';
import { topics } from './topics.ts';
import { createWorkspaceService } from './workspaces.ts';
import { web } from './pages.ts';

export default definePlugin({
  id: 'tenancy',
  version: '1.0.0',
  kernel: '^1.0.0',
  critical: true,
  needs: {
    database: Database,
    clock: Clock,
    vault: Vault,
    installation: Installation,
    files: Files,
    hooks: all(tenantHooks),
  },
  provides: [Tenancy],
  points: [tenantHooks],
  extends: [contributions(subjects, 'organization', 'team', 'workspace')],
  organizationTypes: [
    { id: 'BANK', title: 'Bank' },
    { id: 'PATENT', title: 'Patent office' },
    { id: 'GRANT', title: 'Grants office' },
    { id: 'GENERAL', title: 'Other' },
  ],
  permissions: [manageOrganization, createOrganizations],
  events: [
    organizationCreated,
    organizationChanged,
    brandingChanged,
    contactChanged,
    workspaceCreated,
    workspaceRenamed,
    workspaceArchived,
    teamCreated,
    teamChanged,
    teamRemoved,
  ],
  config: Type.Object(
    {
      peopleCreateOrganizations: Type.Optional(
        Type.Boolean({
          description:
            'Everybody who can sign in may create organizations; false leaves that to the operator. Default: as DEMO.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  tables: [
    // A slug leads to its organization before anybody is known to belong there.
    tenantTable(OrganizationEntity, { column: 'id', jobsMay: ['select'] }),
    tenantTable(OrganizationAddressEntity, { jobsMay: ['select'] }),
    // A logo is loaded without a session.
    tenantTable(OrganizationLogoEntity, { jobsMay: ['select'] }),
    tenantTable(OrganizationContactEntity),
    tenantTable(WorkspaceEntity),
    tenantTable(TeamEntity),
  ],
  topics,
  migrations,
  routes: { ...routes, ...brandingRoutes, ...contactRoutes },
  graphql,
  web,
  setup({ database, clock, vault, installation, files, hooks }, plugin) {
    const organizations = createOrganizationService({ database, clock, log: plugin });
    const workspaces = createWorkspaceService({ database, clock, hooks, log: plugin });
    const teams = createTeamService({ database, clock, hooks, log: plugin });
    const branding = createBranding({ database, vault, files, log: plugin });
    const contact = createContact({ database, log: plugin });
    const openToPeople = plugin.config.peopleCreateOrganizations ?? installation.demo;
    const founding = createFounding({ database, organizations, workspaces, hooks, openToPeople });

    const { createOrganization, organization, organizationBySlug, organizations: many } = organizations;
    const { createWorkspace, workspace, workspaces: all } = workspaces;
    plugin.provide(Tenancy, {
      createOrganization,
      organization,
      organizationBySlug,
      organizations: many,
      createWorkspace,
      workspace,
      workspaces: all,
      createTeam: teams.createTeam,
      teams: teams.teams,
      logo: branding.logo,
      accent: branding.accent,
      setContact: contact.set,
    });
    for (const [type, subject] of Object.entries(tenancySubjects(database)))
      plugin.contribute(subjects, type, { open: 'to members' }, subject);
    plugin.routes(
      {
        ...handlers({ founding, organizations, workspaces, teams }),
        ...brandingHandlers(branding, organizations),
        ...contactHandlers(contact),
      },
      { ...checks(founding), ...contactChecks },
    );
    plugin.resolve(resolvers({ openToPeople, contact }));
  },
});
