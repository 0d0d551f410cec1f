import type { TeamReply } from '@dossier/core/platform/access/contract';
import type { UserProfile, UserProfileSchema, UserProfileShare } from '@dossier/core/platform/profiles/contract';
import type { PluginHost } from '@dossier/sdk/web';
import type { FormSchema } from '@dossier/sdk/web/ui/form-schema';
import { readAll } from '../api/http.ts';

export type { TeamReply as Team } from '@dossier/core/platform/access/contract';
export type { UserProfile, UserProfileShare as Share } from '@dossier/core/platform/profiles/contract';

/** The form of profiles in the active organization: a profile names it by its id. */
export type ProfileForm = Omit<UserProfileSchema, 'schema'> & { readonly schema: FormSchema };

/** A page of a list at its largest. */
const most = 'limit=100';

/**
 * What the profile asks of the server, lists to their last page. Forms and teams are those of the active organization;
 * without one there are none.
 */
export const reads = {
  profiles: (userId: string) => readAll<UserProfile>(`/user-profiles?userId=${userId}&${most}`),
  profile: (host: PluginHost, id: string) => host.send<UserProfile>('GET', `/user-profiles/${encodeURIComponent(id)}`),
  sharedWith: (teamId: string) => readAll<UserProfile>(`/user-profiles?sharedWithTeamId=${teamId}&${most}`),
  forms: async (organization: unknown) =>
    organization ? readAll<ProfileForm>(`/api/v1/user-profile-schemas?${most}`) : [],
  teams: async (organization: unknown) => (organization ? readAll<TeamReply>(`/api/v1/teams?${most}`) : []),
  shares: (profileId: string) => readAll<UserProfileShare>(`/user-profile-shares?userProfileId=${profileId}&${most}`),
};
