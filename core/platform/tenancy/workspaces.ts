import { asName, conflict, invalid, isId, newId, notFound } from '@dossier/sdk';
import type {
  Clock,
  Contributions,
  Database,
  Emits,
  Fault,
  OrganizationAccess,
  Transaction,
  WorkspaceId,
} from '@dossier/sdk';
import { workspaceArchived, workspaceCreated, workspaceRenamed } from './contract.ts';
import type { TenantHooks, Tenancy, Workspace } from './contract.ts';
import type { TenancyTables } from './entities.ts';
import { nameFaults, refusingDuplicates, timed } from './names.ts';
import { locked } from './organizations.ts';
import { tenantHooksFor } from './tenant-hooks.ts';

export interface Workspaces extends Pick<Tenancy, 'createWorkspace' | 'workspaces' | 'workspace'> {
  /** All of the organization, with how many teams work in each. */
  list(access: OrganizationAccess): Promise<readonly (Workspace & { readonly teams: number })[]>;
  rename(access: OrganizationAccess, id: WorkspaceId, name: string): Promise<Workspace>;
  /** Closes it for good; what was done in it stays on record. Throws 409 `last-workspace` and `workspace-in-use`. */
  archive(access: OrganizationAccess, id: WorkspaceId): Promise<void>;
}

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly hooks: Contributions<TenantHooks>;
  readonly log: Emits<typeof workspaceCreated | typeof workspaceRenamed | typeof workspaceArchived>;
}

const columns = ['id', 'name', 'type', 'createdAt'] as const;
const taken = <T>(name: string, write: () => Promise<T>): Promise<T> =>
  refusingDuplicates('name-taken', `This organization has a workspace called "${name}" already.`, write);

/** The workspaces of an organization. */
export function createWorkspaceService({ database, clock, hooks, log }: Deps): Workspaces {
  const open = (tx: Transaction, organization: string) =>
    tx
      .sql<TenancyTables>()
      .selectFrom('workspace')
      .select(columns)
      .where('organizationId', '=', organization)
      .where('archivedAt', 'is', null);
  const workspaces: Workspaces['workspaces'] = (organization) =>
    database.read(organization, async (tx) =>
      (await open(tx, organization).orderBy('createdAt').orderBy('id').execute()).map(timed),
    );

  return {
    workspaces,

    async workspace(organization, id) {
      if (!isId(id)) return null;
      const row = await database.read(organization, (tx) =>
        open(tx, organization).where('id', '=', id).executeTakeFirst(),
      );
      return row ? timed(row) : null;
    },

    async createWorkspace(access, { name, type }) {
      const faults: Fault[] = nameFaults(name);
      if (type !== 'STAFF' && type !== 'CLIENT' && type !== 'MIXED')
        faults.push({
          pointer: '/type',
          code: 'bad-type',
          detail: 'A workspace is of type STAFF, CLIENT or MIXED, written exactly so.',
        });
      if (faults.length > 0) throw invalid(faults);
      const workspace: Workspace = { id: newId(), name: asName(name), type, createdAt: clock.now().toISOString() };
      await taken(workspace.name, () =>
        database.write(access, async (tx) => {
          await tx
            .sql<TenancyTables>()
            .insertInto('workspace')
            .values({ organizationId: access.organization, ...workspace, archivedAt: null })
            .execute();
          log.emit(
            workspaceCreated,
            access,
            {
              subject: { type: 'workspace', id: workspace.id },
              after: { name: workspace.name, type },
              workspace: workspace.id,
            },
            { name: workspace.name, type },
          );
        }),
      );
      return workspace;
    },

    async list(access) {
      const [all, counts] = [
        await workspaces(access.organization),
        await Promise.all(tenantHooksFor(hooks, access).map((hook) => hook.teamsIn?.(access.organization))),
      ];
      return all.map((workspace) => ({
        ...workspace,
        teams: counts.reduce((sum, count) => sum + (count?.get(workspace.id) ?? 0), 0),
      }));
    },

    async rename(access, id, wanted) {
      const faults = nameFaults(wanted);
      if (faults.length > 0) throw invalid(faults);
      if (!isId(id)) throw notFound();
      const name = asName(wanted);
      return taken(name, () =>
        database.write(access, async (tx) => {
          const row = await open(tx, access.organization).where('id', '=', id).forUpdate().executeTakeFirst();
          if (!row) throw notFound();
          const workspace = timed(row);
          if (workspace.name === name) return workspace;
          await tx
            .sql<TenancyTables>()
            .updateTable('workspace')
            .set({ name })
            .where('organizationId', '=', access.organization)
            .where('id', '=', id)
            .execute();
          log.emit(
            workspaceRenamed,
            access,
            { subject: { type: 'workspace', id }, before: { name: workspace.name }, after: { name }, workspace: id },
            { name },
          );
          return { ...workspace, name };
        }),
      );
    },

    async archive(access, id) {
      if (!isId(id)) throw notFound();
      await database.write(access, async (tx) => {
        // One at a time in an organization: two requests at once could each see the other's workspace as the one that
        // remains.
        await locked(tx, access);
        const all = await open(tx, access.organization).forUpdate().execute();
        const workspace = all.find((one) => one.id === id);
        if (!workspace) throw notFound();
        if (all.length === 1)
          throw conflict('last-workspace', 'An organization has at least one workspace. Create another one first.');
        for (const hook of tenantHooksFor(hooks, access)) {
          const reason = await hook.occupied?.(access, id);
          if (reason) throw conflict('workspace-in-use', reason);
        }
        const archivedAt = clock.now().toISOString();
        await tx
          .sql<TenancyTables>()
          .updateTable('workspace')
          .set({ archivedAt })
          .where('organizationId', '=', access.organization)
          .where('id', '=', id)
          .execute();
        for (const hook of tenantHooksFor(hooks, access)) await hook.workspaceArchived?.(access, id);
        log.emit(
          workspaceArchived,
          access,
          { subject: { type: 'workspace', id }, before: { archivedAt: null }, after: { archivedAt }, workspace: id },
          { name: workspace.name },
        );
      });
    },
  };
}
