import type { InvitationToMe } from '@dossier/core/platform/invitations/contract';
import { ProblemError } from '@dossier/sdk/web';
import type { HostSession, PluginHost } from '@dossier/sdk/web';
import { showing } from '../api/organization.ts';
import { viewerQuery } from '../shell/contributions.ts';
import { organizationsAddress, workspaceAddress } from '../shell/routes.ts';

type To = Pick<InvitationToMe, 'id' | 'teamId' | 'teamRoleId'>;

/** With the secret of the mailed link anybody may answer who holds it; without it, whose address is proven. */
const body = (status: 'accepted' | 'declined', token: string | undefined): object => ({
  status,
  ...(token === undefined ? {} : { token }),
});

/** Accepts, then joins: two steps, of which either may have been done before. */
export const accept = async (host: PluginHost, to: To, userId: string, token?: string): Promise<void> => {
  await host.send('PUT', `/team-invitations/${to.id}`, body('accepted', token));
  try {
    await host.send('POST', '/user-teams', { userId, teamId: to.teamId, status: 'active', teamRoleId: to.teamRoleId });
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'already-member')) throw error;
  }
};

export const decline = (host: PluginHost, to: To, token?: string): Promise<unknown> =>
  host.send('PUT', `/team-invitations/${to.id}`, body('declined', token));

/** Moves the session into the organization; gives the address at which work begins there. */
export const enter = async (
  host: PluginHost,
  session: HostSession | undefined,
  { id, slug }: InvitationToMe['organization'],
): Promise<string> => {
  if (session?.organization?.slug !== slug) await host.send('POST', '/api/v1/session/organization', { slug });
  showing.organization = id;
  const { viewer } = await host.query(viewerQuery, {});
  const first = viewer.workspaces[0];
  return first ? workspaceAddress(slug, first.id) : organizationsAddress(slug);
};
