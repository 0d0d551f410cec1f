import { badQuery, entityTag, paged, pageOf, respond, Type } from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { UserProfile } from './contract.ts';
import { everywhere, exactly, example, id, pages, params, words } from './fields.ts';
import type { UserProfiles } from './profiles.ts';

const content = {
  userProfileSchemaId: 'applicant',
  name: 'Carl Client, private',
  data: { birthDate: '1990-04-01', address: { city: 'Łódź', floor: null } },
};
const Content = {
  userProfileSchemaId: words(200, content.userProfileSchemaId),
  name: words(200, content.name),
  data: UserProfile.properties.data,
};
const toPeople = { scope: 'installation' } as const;
/** Bytes of a request; more is 413. */
const bodyLimit = 256 * 1024;

export const profileRoutes = {
  profiles: {
    method: 'GET',
    ...everywhere('/user-profiles'),
    gate: toPeople,
    reply: Type.Array(UserProfile),
    summary:
      'Profiles: all of your own, or those of another person (userId) or a team (sharedWithTeamId) that are shared with a team of yours',
    query: Type.Object({ userId: Type.Optional(id), sharedWithTeamId: Type.Optional(id), ...pages }),
  },
  createProfile: {
    method: 'POST',
    resource: '/user-profiles/:id',
    etag: 'sent',
    idempotent: 'by the handler',
    ...everywhere('/user-profiles'),
    gate: toPeople,
    summary: 'Write a profile of yourself',
    reply: UserProfile,
    bodyLimit,
    body: Type.Object({ userId: id, ...Content }, { ...exactly, examples: [{ userId: example.person, ...content }] }),
  },
  profile: {
    method: 'GET',
    etag: 'sent',
    ...everywhere('/user-profiles/:id'),
    gate: toPeople,
    summary: 'One profile, your own or shared with a team of yours; its ETag is for If-Match',
    params,
    reply: UserProfile,
  },
  changeProfile: {
    method: 'PUT',
    etag: 'compared',
    ...everywhere('/user-profiles/:id'),
    gate: toPeople,
    summary: 'Replace the content of a profile; with If-Match only the version you read',
    params,
    reply: UserProfile,
    bodyLimit,
    body: Type.Object(Content, { ...exactly, examples: [content] }),
  },
  deleteProfile: {
    method: 'DELETE',
    etag: 'compared',
    ...everywhere('/user-profiles/:id'),
    gate: toPeople,
    summary: 'Delete a profile of your own, with all its shares',
    params,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

const tagged = (profile: UserProfile, headers: Readonly<Record<string, string>> = {}) =>
  respond(profile, { headers: { etag: entityTag(profile.version), ...headers } });

export const profileHandlers = (profiles: UserProfiles): RouteHandlers<typeof profileRoutes> => ({
  async profiles({ access, query, url }) {
    if (query.userId === undefined && query.sharedWithTeamId === undefined) {
      throw badQuery([
        { pointer: '?userId', code: 'required', detail: 'Name the person (userId) or the team (sharedWithTeamId).' },
      ]);
    }
    const page = pageOf(url, query);
    return paged(url, await profiles.list(access, query, page), page);
  },
  async createProfile({ access, body, headers }) {
    const { profile, replayed } = await profiles.create(access, body, headers['idempotency-key']);
    return tagged(profile, {
      location: `/api/v1/user-profiles/${profile.id}`,
      ...(replayed ? { 'idempotency-replayed': 'true' } : {}),
    });
  },
  profile: async ({ access, params }) => tagged(await profiles.get(access, params.id)),
  changeProfile: async ({ access, params, body, headers }) =>
    tagged(await profiles.change(access, params.id, body, headers['if-match'])),
  deleteProfile: ({ access, params, headers }) => profiles.remove(access, params.id, headers['if-match']),
});

export const profileChecks = (profiles: UserProfiles): RouteChecks<typeof profileRoutes> => ({
  createProfile: ({ access, body }) => profiles.faults(access, body),
  changeProfile: ({ access, params, body }) => profiles.faults(access, body, params.id),
});
