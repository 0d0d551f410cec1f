/** Tells who looks at a case that somebody has read its comments: a hint, since the trail says nothing of it. */
import type { OrganizationAccess, OrganizationId, SystemAccess, WorkspaceAccess } from '@dossier/sdk';
import type { CommentKind } from './contract.ts';
import type { Met } from './meeting.ts';

/** Makes ready the hint about a case, sent once it is committed that comments of these kinds were read. */
export type TellRead = (met: Met, organization: OrganizationId) => Promise<(kinds: readonly CommentKind[]) => void>;

/**
 * Staff hears of every kind, the clients of what is external alone. As the system: who reads as a client says nothing
 * where staff listens by their own right, nor the other way round.
 */
export const telling =
  (
    asSystem: SystemAccess,
    to: {
      readonly staff: (access: WorkspaceAccess, applicationId: string) => void;
      readonly client: (access: OrganizationAccess, userId: string, applicationId: string) => void;
    },
  ): TellRead =>
  async ({ application, clients }, organization) => {
    const [inside, outside] = [await asSystem(organization, application.workspaceId), await asSystem(organization)];
    return (kinds) => {
      to.staff(inside, application.id);
      if (kinds.includes('external')) for (const userId of clients) to.client(outside, userId, application.id);
    };
  };
