import type { InvitationOfTeam } from '../../contract.ts';
import type { PluginHost } from '@dossier/sdk/web';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { done } from '@dossier/sdk/web/ui/done';
import { ago, fullTime } from '@dossier/sdk/web/ui/format';
import type { TeamReply } from '../../../access/contract.ts';

/** An invitation that waits for an answer, or did: what can be sent again. */
export interface Open {
  /** Its name. */
  readonly team: string;
  readonly invitation: InvitationOfTeam;
}

/** In all teams to which one may invite, newest first. */
export const readOpen = async (host: PluginHost): Promise<readonly Open[]> => {
  const teams = (await host.readAll<TeamReply>('/api/v1/teams')).filter(({ permissions }) =>
    permissions.includes('inviteUsers'),
  );
  const all = await Promise.all(
    teams.map(async ({ id, name }) =>
      (
        await host.readAll<InvitationOfTeam>(
          `/api/v1/team-invitations?${new URLSearchParams({ teamId: id, limit: '100' })}`,
        )
      )
        .filter(({ status }) => status === 'pending' || status === 'expired')
        .map((invitation) => ({ team: name, invitation })),
    ),
  );
  return all.flat().toSorted((a, b) => b.invitation.sentAt.localeCompare(a.invitation.sentAt));
};

/** Sends it again with a new link, and says so or why not. */
export const resend = (host: PluginHost, { team, invitation }: Open): Promise<boolean> =>
  done(
    host,
    () => host.send('POST', `/api/v1/team-invitations/${invitation.id}/resend`),
    `The invitation to ${team} was sent again, with a new link.`,
  );

/** When it was sent, and that it has expired. */
export const sent = ({ invitation: { sentAt, status } }: Open): TemplateResult =>
  html`${status === 'expired' ? 'Expired, sent' : 'Sent'} <time datetime=${sentAt}
    title=${fullTime(sentAt)}>${ago(sentAt)}</time>`;
