import type { PluginHost } from '@dossier/sdk/web';
import { readAll } from '../api/http.ts';
import type { FormSchema, FormValues } from '@dossier/sdk/web/ui/form-schema';

export interface UserProfile {
  readonly id: string;
  readonly userId: string;
  readonly userProfileSchemaId: string;
  readonly name: string;
  readonly data: FormValues;
  readonly version: number;
  readonly updatedAt: string;
}

/** The form of profiles in the active organization: a profile names it by its id. */
export interface ProfileForm {
  readonly id: string;
  readonly title: string;
  readonly schema: FormSchema;
}

export interface Share {
  readonly id: string;
  readonly userProfileId: string;
  readonly sharedWithTeamId: string;
  readonly permission: 'view' | 'edit';
}

export interface Team {
  readonly id: string;
  readonly name: string;
}

/** A page of a list at its largest. */
const most = 'limit=100';

/** What the profile asks of the server, lists to their last page. Forms and teams are those of the active organization; without one there are none. */
export const reads = {
  profiles: (userId: string) => readAll<UserProfile>(`/user-profiles?userId=${userId}&${most}`),
  profile: (host: PluginHost, id: string) => host.send<UserProfile>('GET', `/user-profiles/${encodeURIComponent(id)}`),
  sharedWith: (teamId: string) => readAll<UserProfile>(`/user-profiles?sharedWithTeamId=${teamId}&${most}`),
  forms: async (organization: unknown) => (organization ? readAll<ProfileForm>(`/api/v1/user-profile-schemas?${most}`) : []),
  teams: async (organization: unknown) => (organization ? readAll<Team>(`/api/v1/teams?${most}`) : []),
  shares: (profileId: string) => readAll<Share>(`/user-profile-shares?userProfileId=${profileId}&${most}`),
};
