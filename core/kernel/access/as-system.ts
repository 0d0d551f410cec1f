import { isInOrganization, notFound } from '@dossier/sdk';
import type {
  ErasedSpec,
  OrganizationAccess,
  OrganizationId,
  SystemAccess,
  WorkspaceAccess,
  WorkspaceId,
} from '@dossier/sdk';
import type { AccessMaker } from './control.ts';

/** The Access of a plugin for work that no request started: as the system, in its own name. */
export const asSystem =
  (maker: AccessMaker) =>
  ({ id }: ErasedSpec): SystemAccess => {
    async function enter(organization: OrganizationId, workspace: WorkspaceId): Promise<WorkspaceAccess>;
    async function enter(organization: OrganizationId, workspace?: WorkspaceId | null): Promise<OrganizationAccess>;
    async function enter(
      organization: OrganizationId,
      workspace: WorkspaceId | null = null,
    ): Promise<OrganizationAccess> {
      const access = await maker.system({ kind: 'system', id, name: 'System' }, organization, workspace);
      if (!access || !isInOrganization(access)) throw notFound();
      return access;
    }
    return enter;
  };
