import { isInOrganization, notFound } from '@dossier/sdk';
import type {
  ErasedSpec,
  OrganizationAccess,
  OrganizationId,
  SystemAccess,
  WorkspaceAccess,
  WorkspaceId,
} from '@dossier/sdk';
import type { AccessMaker } from '../kernel/access/control.ts';
import type { Facilities } from '../kernel/facilities.ts';
import type { FieldTable } from '../facilities/graphql/fields.ts';
import type { Ground } from './backends.ts';
import type { RouteTable } from '../facilities/http/routes.ts';

/** Connects what plugins register with the parts of the kernel that serve it. */
export function facilitiesOf(o: {
  routes: RouteTable;
  fields: FieldTable;
  ground: Ground;
  maker: AccessMaker;
}): Facilities {
  const asSystem = ({ id }: ErasedSpec): SystemAccess => {
    async function enter(organization: OrganizationId, workspace: WorkspaceId): Promise<WorkspaceAccess>;
    async function enter(organization: OrganizationId, workspace?: WorkspaceId | null): Promise<OrganizationAccess>;
    async function enter(
      organization: OrganizationId,
      workspace: WorkspaceId | null = null,
    ): Promise<OrganizationAccess> {
      const access = await o.maker.system({ kind: 'system', id, name: 'System' }, organization, workspace);
      if (!access || !isInOrganization(access)) throw notFound();
      return access;
    }
    return enter;
  };
  return {
    routes: o.routes.bind,
    mount: o.routes.mount,
    resolve: o.fields.bind,
    on: (plugin, event, name, gate, handle) => o.ground.subscribe({ plugin: plugin.id, name, event, gate, handle }),
    emit: (_plugin, event, access, change, payload) => o.ground.emit(event, access, change, payload),
    enqueue: (_plugin, job, access, payload, options) =>
      o.ground.jobs.enqueue(job, access.organization, payload, options),
    work: (plugin, job, handle) =>
      o.ground.jobs.work(job, async ({ organization, ...run }) => {
        const access =
          organization === null
            ? o.maker.installation({
                actor: { kind: 'system', id: plugin.id, name: 'System' },
                organization: null,
                scopes: null,
                credential: plugin.id,
                via: 'token',
              })
            : await asSystem(plugin)(organization);
        await handle({ ...run, access });
      }),
    settings: (plugin, organization) => o.ground.settings.read(plugin, organization),
    asSystem,
  };
}
