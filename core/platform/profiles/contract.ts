import { event, idText, momentText, permission, service, Type } from '@dossier/sdk';
import type { OrganizationAccess, Reply, TSchema } from '@dossier/sdk';

const Time = momentText();
const time = '2026-11-20T09:30:00.000Z';
const [person, other, team, profile] = [
  '01978f3e-5a00-7c11-8000-000000000001',
  '01978f3e-5a00-7c11-8000-000000000002',
  '01978f3e-5a00-7c11-8000-00000000000a',
  '01978f3e-5a00-7c11-8000-0000000000b1',
];

/**
 * That one person stands in a relation to another. Both see it; the source made it, either can end it. `linkType` is a
 * free word, for example partner.
 */
export const UserLink = Type.Object(
  { id: idText(), sourceUserId: idText(), targetUserId: idText(), linkType: Type.String(), description: Type.String() },
  {
    title: 'UserLink',
    examples: [
      {
        id: '01978f3e-5a00-7c11-8000-0000000000d1',
        sourceUserId: person,
        targetUserId: other,
        linkType: 'partner',
        description: 'Runs the shop with me.',
      },
    ],
  },
);
export type UserLink = Reply<typeof UserLink>;

/**
 * What people say about themselves, in the form that `userProfileSchemaId` names. `version` grows by one with each
 * change. Times are ISO 8601 UTC.
 */
export const UserProfile = Type.Object(
  {
    id: idText(),
    userId: idText(),
    userProfileSchemaId: Type.String({ description: 'Its own name, for example applicant.' }),
    name: Type.String(),
    data: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      maxProperties: 2_000,
      'x-any-text': true,
      description: 'Free-form; checked when the organization you work in has registered the schema. At most 32 levels.',
    }),
    version: Type.Integer(),
    createdAt: Time,
    updatedAt: Time,
  },
  {
    title: 'UserProfile',
    examples: [
      {
        id: profile,
        userId: person,
        userProfileSchemaId: 'applicant',
        name: 'Carl Client, private',
        data: { birthDate: '1990-04-01', address: { city: 'Łódź', floor: null } },
        version: 1,
        createdAt: time,
        updatedAt: time,
      },
    ],
  },
);
export type UserProfile = Reply<typeof UserProfile>;

/** `view` lets the team read the profile, `edit` change it as well. */
export const SharePermission = Type.Union([Type.Literal('view'), Type.Literal('edit')]);
export type SharePermission = Reply<typeof SharePermission>;

export const UserProfileShare = Type.Object(
  { id: idText(), userProfileId: idText(), sharedWithTeamId: idText(), permission: SharePermission },
  {
    title: 'UserProfileShare',
    examples: [
      {
        id: '01978f3e-5a00-7c11-8000-0000000000c1',
        userProfileId: profile,
        sharedWithTeamId: team,
        permission: 'view',
      },
    ],
  },
);
export type UserProfileShare = Reply<typeof UserProfileShare>;

/**
 * The form of profiles in one organization: `id` is what profiles name, `schema` a field schema as templates have it.
 */
export const UserProfileSchema = Type.Object(
  {
    id: Type.String({ description: 'What profiles name, for example applicant.' }),
    title: Type.String(),
    schema: Type.Unsafe<TSchema>({
      type: 'object',
      maxProperties: 100,
      description:
        'A field schema, as templates have it: one object whose properties are the fields, in a subset of JSON Schema 2020-12. Here a field of type object holds others, at most four levels deep.',
    }),
    version: Type.Integer(),
    createdAt: Time,
    updatedAt: Time,
  },
  {
    title: 'UserProfileSchema',
    examples: [
      {
        id: 'applicant',
        title: 'Applicant',
        version: 1,
        createdAt: time,
        updatedAt: time,
        schema: {
          type: 'object',
          properties: {
            birthDate: { type: 'string', format: 'date', title: 'Date of birth' },
            address: { type: 'object', title: 'Address', properties: { city: { type: 'string', title: 'City' } } },
          },
          required: ['birthDate'],
        },
      },
    ],
  },
);
export type UserProfileSchema = Reply<typeof UserProfileSchema>;

/** What other plugins may do with the forms of profiles. */
export interface UserProfileSchemas {
  /** Throws 422 for what is no field schema, and `schema-taken` (409) for an id that the organization has. */
  register(
    access: OrganizationAccess,
    o: Pick<UserProfileSchema, 'id' | 'title' | 'schema'>,
  ): Promise<UserProfileSchema>;
}
export const UserProfileSchemas = service<UserProfileSchemas>('profiles/user-profile-schemas@1');

export const manageProfileSchemas = permission('profiles.schemas', {
  title: 'Register the forms of profiles',
  scope: 'organization',
});

const Profile = { userProfileId: Type.String(), userId: Type.String() };
/**
 * The events name what changed in `data` by JSON pointers and never hold its values: a log that only grows is no place
 * for personal data.
 */
export const profileCreated = event('profiles/profile-created@1', {
  says: '{actor} created a profile.',
  title: 'A profile was created',
  schema: Type.Object(Profile),
});
export const profileChanged = event('profiles/profile-changed@1', {
  says: '{actor} changed a profile.',
  title: 'A profile was changed',
  schema: Type.Object({ ...Profile, changed: Type.Array(Type.String()) }),
});
export const profileDeleted = event('profiles/profile-deleted@1', {
  says: '{actor} deleted a profile.',
  title: 'A profile was deleted',
  schema: Type.Object(Profile),
});

const Share = { userProfileId: Type.String(), sharedWithTeamId: Type.String() };
export const profileShared = event('profiles/profile-shared@1', {
  says: '{actor} shared a profile with the team {payload.sharedWithTeamId: team}.',
  title: 'A profile was shared with a team',
  schema: Type.Object({ ...Share, permission: Type.String() }),
});
export const shareChanged = event('profiles/share-changed@1', {
  says: '{actor} changed what the team {payload.sharedWithTeamId: team} may do with a profile.',
  title: 'The permission of a profile share was changed',
  schema: Type.Object({ ...Share, permission: Type.String() }),
});
export const shareEnded = event('profiles/share-ended@1', {
  says: '{actor} stopped sharing a profile with the team {payload.sharedWithTeamId: team}.',
  title: 'A profile is no longer shared with a team',
  schema: Type.Object(Share),
});

const Schema = Type.Object({ title: Type.String(), version: Type.Integer() });
export const schemaRegistered = event('profiles/schema-registered@1', {
  says: '{actor} registered the kind of profile {payload.title}.',
  title: 'A profile schema was registered',
  schema: Schema,
});
export const schemaChanged = event('profiles/schema-changed@1', {
  says: '{actor} changed the kind of profile {payload.title}.',
  title: 'A profile schema was changed',
  schema: Schema,
});
export const schemaRemoved = event('profiles/schema-removed@1', {
  says: '{actor} removed the kind of profile {payload.title}.',
  title: 'A profile schema was removed',
  schema: Schema,
});

const linked = { source: '/payload/sourceUserId', target: '/payload/targetUserId' } as const;
const Link = Type.Object({ sourceUserId: Type.String(), targetUserId: Type.String(), linkType: Type.String() });
export const linkCreated = event('profiles/link-created@1', {
  concerns: linked,
  says: '{actor} linked {payload.sourceUserId: user} to {payload.targetUserId: user}.',
  title: 'A person was linked to another',
  schema: Link,
});
export const linkEnded = event('profiles/link-ended@1', {
  concerns: linked,
  says: '{actor} ended the link of {payload.sourceUserId: user} to {payload.targetUserId: user}.',
  title: 'A link between two people was ended',
  schema: Link,
});
