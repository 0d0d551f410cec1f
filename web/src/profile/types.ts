import type { PluginHost } from '@dossier/sdk/web';
import type { FormSchema, FormValues } from '../forms/schema.ts';

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

/** What the profile asks of the server. Forms and teams are those of the active organization; without one there are none. */
export const reads = {
  profiles: (host: PluginHost, userId: string) => host.send<readonly UserProfile[]>('GET', `/user-profiles?userId=${userId}&${most}`),
  profile: (host: PluginHost, id: string) => host.send<UserProfile>('GET', `/user-profiles/${encodeURIComponent(id)}`),
  sharedWith: (host: PluginHost, teamId: string) => host.send<readonly UserProfile[]>('GET', `/user-profiles?sharedWithTeamId=${teamId}&${most}`),
  forms: async (host: PluginHost, organization: unknown) => (organization ? host.send<readonly ProfileForm[]>('GET', `/api/v1/user-profile-schemas?${most}`) : []),
  teams: async (host: PluginHost, organization: unknown) => (organization ? host.send<readonly Team[]>('GET', `/api/v1/teams?${most}`) : []),
  shares: (host: PluginHost, profileId: string) => host.send<readonly Share[]>('GET', `/user-profile-shares?userProfileId=${profileId}&${most}`),
};
