import { event, permission, service, Type } from '@dossier/sdk';
import type { OrganizationAccess, TSchema, UserId } from '@dossier/sdk';

/** That one person stands in a relation to another. Both see it; the source made it, either can end it. `linkType` is a free word, for example partner. */
export interface UserLink {
  readonly id: string;
  readonly sourceUserId: UserId;
  readonly targetUserId: UserId;
  readonly linkType: string;
  readonly description: string;
}

/** What a person says about himself, in the form that `userProfileSchemaId` names. `version` grows by one with each change. Times are ISO 8601 UTC. */
export interface UserProfile {
  readonly id: string;
  readonly userId: UserId;
  readonly userProfileSchemaId: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** `view` lets the team read the profile, `edit` change it as well. */
export type SharePermission = 'view' | 'edit';

export interface UserProfileShare {
  readonly id: string;
  readonly userProfileId: string;
  readonly sharedWithTeamId: string;
  readonly permission: SharePermission;
}

/** The form of profiles in one organization: `id` is what profiles name, `schema` a field schema as templates have it. */
export interface UserProfileSchema {
  readonly id: string;
  readonly title: string;
  readonly schema: TSchema;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What other plugins may do with the forms of profiles. */
export interface UserProfileSchemas {
  /** Throws 422 for what is no field schema, and `schema-taken` (409) for an id that the organization has. */
  register(access: OrganizationAccess, o: Pick<UserProfileSchema, 'id' | 'title' | 'schema'>): Promise<UserProfileSchema>;
}
export const UserProfileSchemas = service<UserProfileSchemas>('profiles/user-profile-schemas@1');

export const manageProfileSchemas = permission('profiles.schemas', { title: 'Register the forms of profiles', scope: 'organization' });

const Profile = { userProfileId: Type.String(), userId: Type.String() };
/** The events name what changed in `data` by JSON pointers and never hold its values: a log that only grows is no place for personal data. */
export const profileCreated = event('profiles/profile-created@1', { title: 'A profile was created', schema: Type.Object(Profile) });
export const profileChanged = event('profiles/profile-changed@1', { title: 'A profile was changed', schema: Type.Object({ ...Profile, changed: Type.Array(Type.String()) }) });
export const profileDeleted = event('profiles/profile-deleted@1', { title: 'A profile was deleted', schema: Type.Object(Profile) });

const Share = { userProfileId: Type.String(), sharedWithTeamId: Type.String() };
export const profileShared = event('profiles/profile-shared@1', { title: 'A profile was shared with a team', schema: Type.Object({ ...Share, permission: Type.String() }) });
export const shareChanged = event('profiles/share-changed@1', { title: 'The permission of a profile share was changed', schema: Type.Object({ ...Share, permission: Type.String() }) });
export const shareEnded = event('profiles/share-ended@1', { title: 'A profile is no longer shared with a team', schema: Type.Object(Share) });

const Schema = Type.Object({ title: Type.String(), version: Type.Integer() });
export const schemaRegistered = event('profiles/schema-registered@1', { title: 'A profile schema was registered', schema: Schema });
export const schemaChanged = event('profiles/schema-changed@1', { title: 'A profile schema was changed', schema: Schema });
export const schemaRemoved = event('profiles/schema-removed@1', { title: 'A profile schema was removed', schema: Schema });

const Link = Type.Object({ sourceUserId: Type.String(), targetUserId: Type.String(), linkType: Type.String() });
export const linkCreated = event('profiles/link-created@1', { title: 'A person was linked to another', schema: Link });
export const linkEnded = event('profiles/link-ended@1', { title: 'A link between two people was ended', schema: Link });
