import { entityTag, inOrganization, paged, pageOf, respond, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { SharePermission, UserProfileShare } from './contract.ts';
import { everywhere, exactly, example, id, pages, params } from './fields.ts';
import { versionOf } from './shares.ts';
import type { UserProfileShares } from './shares.ts';

const content = { userProfileId: example.profile, sharedWithTeamId: example.team, permission: 'view' };
const toPeople = { scope: 'installation' } as const;

export const shareRoutes = {
  shares: {
    method: 'GET',
    ...everywhere('/user-profile-shares'),
    gate: toPeople,
    summary: 'Shares of a profile: all of your own profile, of another those with your teams',
    query: Type.Object({ userProfileId: id, ...pages }),
    reply: Type.Array(UserProfileShare),
    problems: { 404: 'There is no such profile, or it is neither yours nor shared with a team of yours' },
  },
  oneShare: {
    method: 'GET',
    etag: 'sent',
    ...everywhere('/user-profile-shares/:id'),
    gate: toPeople,
    summary: 'A share of your own profile, or one with a team of yours',
    params,
    reply: UserProfileShare,
  },
  share: {
    method: 'POST',
    resource: '/user-profile-shares/:id',
    etag: 'sent',
    ...everywhere('/user-profile-shares'),
    gate: inOrganization(),
    summary: 'Share a profile of your own with a team of the organization you work in',
    reply: UserProfileShare,
    body: Type.Object(
      { userProfileId: id, sharedWithTeamId: id, permission: SharePermission },
      { ...exactly, examples: [content] },
    ),
    problems: { 409: 'The profile is shared with this team already (`already-shared`): change that share' },
  },
  changeShare: {
    method: 'PUT',
    etag: 'compared',
    ...everywhere('/user-profile-shares/:id'),
    gate: toPeople,
    summary: 'Let the team edit your profile, or only view it',
    params,
    reply: UserProfileShare,
    body: Type.Object({ permission: SharePermission }, { ...exactly, examples: [{ permission: 'edit' }] }),
  },
  endShare: {
    method: 'DELETE',
    etag: 'compared',
    ...everywhere('/user-profile-shares/:id'),
    gate: toPeople,
    summary: 'Stop sharing your profile with a team; acts on the next request',
    params,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const shareHandlers = (shares: UserProfileShares): RouteHandlers<typeof shareRoutes> => ({
  async shares({ access, query, url }) {
    const page = pageOf(url, query);
    return paged(url, await shares.list(access, query.userProfileId, page), page);
  },
  oneShare: async ({ access, params }) => tagged(await shares.get(access, params.id)),
  async share({ access, body }) {
    const share = await shares.share(access, body);
    return tagged(share, { location: `/api/v1/user-profile-shares/${share.id}` });
  },
  changeShare: async ({ access, params, body, headers }) =>
    tagged(await shares.change(access, params.id, body.permission, headers['if-match'])),
  endShare: ({ access, params, headers }) => shares.end(access, params.id, headers['if-match']),
});

const tagged = (share: UserProfileShare, headers: Readonly<Record<string, string>> = {}) =>
  respond(share, { headers: { etag: entityTag(versionOf(share)), ...headers } });
