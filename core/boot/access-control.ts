import { isAtWorkspace, isInOrganization } from '@dossier/sdk';
import type {
  AccessControl,
  Actor,
  AssistantFor,
  OrganizationAccess,
  OrganizationId,
  WorkspaceAccess,
  WorkspaceId,
} from '@dossier/sdk';
import { accessChanged } from '../facilities/events/access-changed.ts';
import { installation } from '../facilities/events/row.ts';
import type { Backends } from './backends.ts';
import type { AccessResolver } from '../kernel/access/access-resolver.ts';
import { signature } from '../kernel/access/signature.ts';

/** What plugins have of all this: they tell what they have changed, and ask for an Access where no gate made one. */
export function createAccessControl(
  backends: Backends,
  resolver: AccessResolver,
  assistant: AssistantFor,
): AccessControl {
  async function onBehalfOf(
    who: Actor,
    where: OrganizationId,
    workspace: WorkspaceId,
  ): Promise<WorkspaceAccess | undefined>;
  async function onBehalfOf(who: Actor, where: OrganizationId, place: null): Promise<OrganizationAccess | undefined>;
  async function onBehalfOf(
    actor: Actor,
    organization: OrganizationId,
    place: WorkspaceId | null,
  ): Promise<OrganizationAccess | undefined> {
    // Asked by work, for which no request has found out what others have changed.
    await backends.current?.();
    const identity = { actor, organization, scopes: null, credential: `for:${actor.id}`, via: 'token' } as const;
    const there = await (place === null
      ? resolver.organization(identity, organization)
      : resolver.workspace(identity, organization, place));
    if (!there || !isInOrganization(there)) return undefined;
    return place === null || isAtWorkspace(there) ? there : undefined;
  }
  return {
    assistant,
    signedInBy: (access) => resolver.identityOf(access)?.signedInBy,
    changed(access, change) {
      backends.emit(
        accessChanged,
        signature(access.actor, change.organization, change.workspace ?? null),
        {
          subject: { type: 'organization', id: change.organization ?? installation },
          workspace: change.workspace ?? null,
        },
        {
          ...(change.workspace ? { workspace: change.workspace } : {}),
          ...(change.user ? { user: change.user } : {}),
          ...(change.credential ? { credential: change.credential } : {}),
          ...(change.ended ? { ended: change.ended } : {}),
        },
      );
      backends.database.afterCommit(() => backends.revoke(change));
    },
    async atWorkspace(access, workspace) {
      const identity = resolver.identityOf(access);
      if (access.organization === null) return undefined;
      const there = identity
        ? await resolver.workspace(identity, access.organization, workspace)
        : access.actor.kind === 'system'
          ? await resolver.system(access.actor, access.organization, workspace)
          : null;
      return there && isAtWorkspace(there) ? there : undefined;
    },
    onBehalfOf,
  };
}
