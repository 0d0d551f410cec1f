import { isInOrganization, notFound } from '@dossier/sdk';
import type {
  ErasedSpec,
  OrganizationAccess,
  OrganizationId,
  SystemAccess,
  WorkspaceAccess,
  WorkspaceId,
} from '@dossier/sdk';
import type { AccessResolver } from '../kernel/access/access-resolver.ts';

/** The Access of a plugin for work that no request started: as the system, in its own name. */
export const asSystem =
  (resolver: AccessResolver) =>
  ({ id }: ErasedSpec): SystemAccess => {
    async function enter(organization: OrganizationId, workspace: WorkspaceId): Promise<WorkspaceAccess>;
    async function enter(organization: OrganizationId, workspace?: WorkspaceId | null): Promise<OrganizationAccess>;
    async function enter(
      organization: OrganizationId,
      workspace: WorkspaceId | null = null,
    ): Promise<OrganizationAccess> {
      const access = await resolver.system({ kind: 'system', id, name: 'System' }, organization, workspace);
      if (!access || !isInOrganization(access)) throw notFound();
      return access;
    }
    return enter;
  };
