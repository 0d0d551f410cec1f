import { conflict, invalid, isDuplicate, isId, newId, utc } from '@dossier/sdk';
import type { Access, Clock, Database, Emits, Fault, OrganizationAccess, OrganizationId, WorkspaceId } from '@dossier/sdk';
import { organizationCreated, teamCreated, workspaceCreated } from './contract.ts';
import type { Organization, Team, Tenancy, Workspace } from './contract.ts';
import type { TenancyTables } from './entities.ts';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Emits<typeof organizationCreated | typeof workspaceCreated | typeof teamCreated>;
}

/** Organizations, workspaces and teams. */
export function createTenancy({ database, clock, log }: Deps): Tenancy {
  const workspacesSeen = new Map<WorkspaceId, { readonly organization: OrganizationId; readonly workspace: Workspace }>();

  const organizationWhere = (column: 'id' | 'slug', value: string): Promise<Organization | null> =>
    database.lookUp(async (tx) => {
      const row = await tx.sql<TenancyTables>().selectFrom('organization').selectAll().where(column, '=', value).executeTakeFirst();
      return row ? timed(row) : null;
    });

  return {
    async createOrganization({ slug, name, type, actor }) {
      const faults = [...slugFaults(slug), ...nameFaults(name)];
      if (!/^[A-Z][A-Z0-9_]{0,31}$/.test(type)) faults.push({ pointer: '/type', code: 'bad-type', detail: 'The type of an organization is an upper-case word, for example BANK, PATENT, GRANT or GENERAL.' });
      if (faults.length > 0) throw invalid(faults);
      const organization: Organization = { id: newId(), slug, name: name.trim(), type, logo: null, accent: null, createdAt: clock.now().toISOString() };
      await refusingDuplicates('slug-taken', `The address "${slug}" belongs to another organization. Choose another slug.`, () =>
        // Written under its own id: row-level security lets an organization see and make itself only.
        database.write(organization.id, async (tx) => {
          await tx.sql<TenancyTables>().insertInto('organization').values(organization).execute();
          log.emit(organizationCreated, founding(actor, organization.id), { subject: { type: 'organization', id: organization.id }, after: { slug, name: organization.name, type } }, { slug, type });
        }));
      return organization;
    },

    organization: async (id) => (isId(id) ? organizationWhere('id', id) : null),
    organizationBySlug: (slug) => organizationWhere('slug', slug),

    organizations: async (ids) => {
      const known = ids.filter(isId);
      if (known.length === 0) return [];
      return database.lookUp(async (tx) => (await tx.sql<TenancyTables>().selectFrom('organization').selectAll().where('id', 'in', known).orderBy('name').execute()).map(timed));
    },

    async createWorkspace(access, { name, type }) {
      const faults = nameFaults(name);
      if (type !== 'STAFF' && type !== 'CLIENT' && type !== 'MIXED') faults.push({ pointer: '/type', code: 'bad-type', detail: 'A workspace is of type STAFF, CLIENT or MIXED, written exactly so.' });
      if (faults.length > 0) throw invalid(faults);
      const workspace: Workspace = { id: newId(), name: name.trim(), type, createdAt: clock.now().toISOString() };
      await refusingDuplicates('name-taken', `This organization has a workspace called "${workspace.name}" already.`, () =>
        database.write(access, async (tx) => {
          await tx.sql<TenancyTables>().insertInto('workspace').values({ organizationId: access.organization, ...workspace }).execute();
          log.emit(workspaceCreated, access, { subject: { type: 'workspace', id: workspace.id }, after: { name: workspace.name, type }, workspace: workspace.id }, { name: workspace.name, type });
        }));
      return workspace;
    },

    workspaces: (organization) =>
      database.read(organization, async (tx) =>
        (await tx.sql<TenancyTables>().selectFrom('workspace').select(['id', 'name', 'type', 'createdAt']).where('organizationId', '=', organization).orderBy('createdAt').orderBy('id').execute()).map(timed)),

    async workspace(organization, id) {
      const seen = workspacesSeen.get(id);
      if (seen) return seen.organization === organization ? seen.workspace : null;
      if (!isId(id)) return null;
      const row = await database.read(organization, (tx) =>
        tx.sql<TenancyTables>().selectFrom('workspace').select(['id', 'name', 'type', 'createdAt']).where('organizationId', '=', organization).where('id', '=', id).executeTakeFirst());
      if (!row) return null;
      const workspace = timed(row);
      workspacesSeen.set(id, { organization, workspace });
      return workspace;
    },

    async createTeam(access, { name }) {
      const faults = nameFaults(name);
      if (faults.length > 0) throw invalid(faults);
      const team: Team = { id: newId(), name: name.trim(), createdAt: clock.now().toISOString() };
      await refusingDuplicates('name-taken', `This organization has a team called "${team.name}" already.`, () =>
        database.write(access, async (tx) => {
          await tx.sql<TenancyTables>().insertInto('team').values({ organizationId: access.organization, ...team }).execute();
          log.emit(teamCreated, access, { subject: { type: 'team', id: team.id }, after: { name: team.name } }, { name: team.name });
        }));
      return team;
    },

    teams: (organization) =>
      database.read(organization, async (tx) =>
        (await tx.sql<TenancyTables>().selectFrom('team').select(['id', 'name', 'createdAt']).where('organizationId', '=', organization).orderBy('createdAt').orderBy('id').execute()).map(timed)),
  };
}

const timed = <R extends { readonly createdAt: string }>(row: R): R => ({ ...row, createdAt: utc(row.createdAt) });

const slugFaults = (slug: string): Fault[] =>
  /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(slug) ? [] :
  [{ pointer: '/slug', code: 'bad-slug', detail: 'A slug has 1 to 63 lower-case letters, digits and hyphens, and neither starts nor ends with a hyphen.' }];

const nameFaults = (name: string): Fault[] => {
  const length = name.trim().length;
  return length >= 1 && length <= 200 ? [] : [{ pointer: '/name', code: 'bad-name', detail: 'A name has 1 to 200 characters.' }];
};

async function refusingDuplicates(code: string, detail: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw isDuplicate(error) ? conflict(code, detail) : error;
  }
}

/** Signs the first entry of a new organization, of which nobody is a member yet. Opens nothing. */
const founding = (actor: Access['actor'], organization: OrganizationId): OrganizationAccess => ({
  scope: 'organization', actor, organization, workspace: null,
  has: () => false,
  can: () => false,
  demand(permission) {
    throw new Error(`Nobody holds "${permission.id}" while the organization is being founded.`);
  },
});
