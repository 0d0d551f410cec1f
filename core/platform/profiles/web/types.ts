import type { TeamReply } from '../../access/contract.ts';
import type { UserProfile, UserProfileSchema, UserProfileShare } from '../contract.ts';
import type { PluginHost } from '@dossier/sdk/web';
import type { FormSchema } from '@dossier/sdk/web/ui/form-schema';

export type { TeamReply as Team } from '../../access/contract.ts';
export type { UserProfile, UserProfileShare as Share } from '../contract.ts';

/** The form of profiles in the active organization: a profile names it by its id. */
export type ProfileForm = Omit<UserProfileSchema, 'schema'> & { readonly schema: FormSchema };

/** A page of a list at its largest. */
const most = 'limit=100';

/**
 * What the profile asks of the server, lists to their last page. Forms and teams are those of the active organization;
 * without one there are none.
 */
export const reads = {
  profiles: (host: PluginHost, userId: string) => host.readAll<UserProfile>(`/user-profiles?userId=${userId}&${most}`),
  profile: (host: PluginHost, id: string) => host.send<UserProfile>('GET', `/user-profiles/${encodeURIComponent(id)}`),
  sharedWith: (host: PluginHost, teamId: string) =>
    host.readAll<UserProfile>(`/user-profiles?sharedWithTeamId=${teamId}&${most}`),
  forms: async (host: PluginHost, organization: unknown) =>
    organization ? host.readAll<ProfileForm>(`/api/v1/user-profile-schemas?${most}`) : [],
  teams: async (host: PluginHost, organization: unknown) =>
    organization ? host.readAll<TeamReply>(`/api/v1/teams?${most}`) : [],
  shares: (host: PluginHost, profileId: string) =>
    host.readAll<UserProfileShare>(`/user-profile-shares?userProfileId=${profileId}&${most}`),
};
