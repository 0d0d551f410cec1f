import type { InvitationToMe } from '../contract.ts';
import { ProblemError } from '@dossier/sdk/web';
import type { PluginHost } from '@dossier/sdk/web';

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
