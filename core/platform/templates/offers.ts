/** Which templates clients are offered, and who handles what they send. */
import { invalid, isId, notFound } from '@dossier/sdk';
import type { Database, Emits, Fault, OrganizationAccess, OrganizationId, WorkspaceId } from '@dossier/sdk';
import type { Tenancy, Workspace } from '../tenancy/contract.ts';
import { templateOffered } from './contract.ts';
import type { TemplateTables } from './entities.ts';
import { locked } from './templates.ts';

/** At `clientWorkspace` clients apply; at `workspace` what they send is handled. */
export interface Offer {
  readonly clientWorkspace: Workspace;
  readonly workspace: Workspace;
}

export interface Offers {
  /** By template, the workspace that handles what clients send from here. */
  of(organization: OrganizationId, clientWorkspace: WorkspaceId): Promise<ReadonlyMap<string, WorkspaceId>>;
  /** Of a template, by the names of their workspaces. Throws `not-found` (404). */
  list(organization: OrganizationId, templateId: string): Promise<readonly Offer[]>;
  /** Throws `not-found` (404), and 422 for a workspace that is none of its type. */
  offer(access: OrganizationAccess, templateId: string, at: string, workspaceId: string): Promise<Offer>;
  /** Clients of the workspace are not offered the template any more; that they were not is no fault. */
  withdraw(access: OrganizationAccess, templateId: string, at: string): Promise<void>;
  /** What leads into a workspace that is archived, or comes from it. */
  forget(access: OrganizationAccess, workspace: WorkspaceId): Promise<void>;
}

interface Deps {
  readonly database: Database;
  readonly tenancy: Tenancy;
  readonly events: Emits<typeof templateOffered>;
}

export function createOffers({ database, tenancy, events }: Deps): Offers {
  const list: Offers['list'] = async (organization, templateId) => {
    if (!isId(templateId)) throw notFound();
    const rows = await database.read(organization, async (tx) => {
      const template = await tx
        .sql<TemplateTables>()
        .selectFrom('template')
        .select('id')
        .where('organizationId', '=', organization)
        .where('id', '=', templateId)
        .executeTakeFirst();
      if (!template) throw notFound();
      return tx
        .sql<TemplateTables>()
        .selectFrom('template_offer')
        .select(['clientWorkspaceId', 'workspaceId'])
        .where('organizationId', '=', organization)
        .where('templateId', '=', templateId)
        .execute();
    });
    const byId = new Map((await tenancy.workspaces(organization)).map((one) => [one.id, one]));
    return rows
      .flatMap(({ clientWorkspaceId, workspaceId }) => {
        const [clientWorkspace, workspace] = [byId.get(clientWorkspaceId), byId.get(workspaceId)];
        return clientWorkspace && workspace ? [{ clientWorkspace, workspace }] : [];
      })
      .toSorted((a, b) => a.clientWorkspace.name.localeCompare(b.clientWorkspace.name));
  };

  const found = async (organization: OrganizationId, at: string, workspaceId: string): Promise<Offer> => {
    const all = await tenancy.workspaces(organization);
    const [clientWorkspace, workspace] = [at, workspaceId].map((id) => all.find((one) => one.id === id));
    if (!clientWorkspace) throw notFound();
    const faults: Fault[] = [];
    if (clientWorkspace.type !== 'CLIENT')
      faults.push({
        pointer: '/clientWorkspaceId',
        code: 'no-client-workspace',
        detail: `"${clientWorkspace.name}" is no workspace for clients. Choose one of type CLIENT.`,
      });
    if (!workspace)
      faults.push({ pointer: '/workspaceId', code: 'not-found', detail: 'There is no such workspace here.' });
    else if (workspace.type === 'CLIENT')
      faults.push({
        pointer: '/workspaceId',
        code: 'client-workspace',
        detail: `Nobody handles applications in "${workspace.name}". Choose a workspace of type STAFF or MIXED.`,
      });
    if (faults.length > 0 || !workspace) throw invalid(faults);
    return { clientWorkspace, workspace };
  };

  return {
    of: (organization, clientWorkspace) =>
      database.read(
        organization,
        async (tx) =>
          new Map(
            (
              await tx
                .sql<TemplateTables>()
                .selectFrom('template_offer')
                .select(['templateId', 'workspaceId'])
                .where('organizationId', '=', organization)
                .where('clientWorkspaceId', '=', clientWorkspace)
                .execute()
            ).map(({ templateId, workspaceId }) => [templateId, workspaceId as WorkspaceId]),
          ),
      ),

    list,

    async offer(access, templateId, at, workspaceId) {
      const { organization } = access;
      const before = (await list(organization, templateId)).find(({ clientWorkspace }) => clientWorkspace.id === at);
      const offer = await found(organization, at, workspaceId);
      if (before?.workspace.id === workspaceId) return before;
      await database.write(access, async (tx) => {
        await locked(tx, organization, templateId);
        await tx
          .sql<TemplateTables>()
          .insertInto('template_offer')
          .values({ organizationId: organization, templateId, clientWorkspaceId: at, workspaceId })
          .onConflict((conflict) =>
            conflict.columns(['organizationId', 'clientWorkspaceId', 'templateId']).doUpdateSet({ workspaceId }),
          )
          .execute();
        events.emit(
          templateOffered,
          access,
          {
            subject: { type: 'template', id: templateId },
            before: { clients: offer.clientWorkspace.name, handledBy: before?.workspace.name ?? null },
            after: { clients: offer.clientWorkspace.name, handledBy: offer.workspace.name },
          },
          { clientWorkspaceId: at, workspaceId },
        );
      });
      return offer;
    },

    async withdraw(access, templateId, at) {
      const { organization } = access;
      const before = (await list(organization, templateId)).find(({ clientWorkspace }) => clientWorkspace.id === at);
      if (!before) return;
      await database.write(access, async (tx) => {
        await tx
          .sql<TemplateTables>()
          .deleteFrom('template_offer')
          .where('organizationId', '=', organization)
          .where('templateId', '=', templateId)
          .where('clientWorkspaceId', '=', at)
          .execute();
        events.emit(
          templateOffered,
          access,
          {
            subject: { type: 'template', id: templateId },
            before: { clients: before.clientWorkspace.name, handledBy: before.workspace.name },
            after: { clients: before.clientWorkspace.name, handledBy: null },
          },
          { clientWorkspaceId: at, workspaceId: null },
        );
      });
    },

    forget: (access, workspace) =>
      database.write(access, async (tx) => {
        await tx
          .sql<TemplateTables>()
          .deleteFrom('template_offer')
          .where('organizationId', '=', access.organization)
          .where(({ eb, or }) => or([eb('clientWorkspaceId', '=', workspace), eb('workspaceId', '=', workspace)]))
          .execute();
      }),
  };
}
