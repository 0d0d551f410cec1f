import { isInOrganization } from '@dossier/sdk';
import type { Access, UserId } from '@dossier/sdk';
import type { AccessAdministration } from '../access/contract.ts';
import type { Invitations } from '../invitations/contract.ts';
import type { ClientLinks } from './clients.ts';

/**
 * Links a person to the applications that name them: by the e-mail that their identity provider has verified, and
 * by the addresses at which they were invited and which they have proven by the mailed secret. Only a member is a
 * client of the organization; a stranger is linked on joining.
 */
export const invitedClients =
  ({
    clients,
    grants,
    invitations,
  }: {
    clients: ClientLinks;
    grants: Pick<AccessAdministration, 'workspacesOf'>;
    invitations: Invitations | undefined;
  }) =>
  async (access: Access, user: UserId): Promise<void> => {
    await clients.recognise(access, user);
    if (!isInOrganization(access) || !invitations) return;
    const proven = await invitations.provenAddresses(access.organization, user);
    if (proven.length === 0 || (await grants.workspacesOf(access.organization, user)).length === 0) return;
    for (const email of proven) await clients.link(access, user, email);
  };
