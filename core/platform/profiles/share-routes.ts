import { inOrganization, paged, pageOf, respond, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { SharePermission, UserProfileShare } from './contract.ts';
import { everywhere, exactly, example, id, pages, params } from './fields.ts';
import type { UserProfileShares } from './shares.ts';

const content = { userProfileId: example.profile, sharedWithTeamId: example.team, permission: 'view' };
const toPeople = { scope: 'installation' } as const;

export const shareRoutes = {
  shares: {
    method: 'GET', ...everywhere('/user-profile-shares'), gate: toPeople, summary: 'Shares of a profile: all of your own profile, of another those with your teams',
    query: Type.Object({ userProfileId: id, ...pages }), reply: Type.Array(UserProfileShare),
  },
  oneShare: { method: 'GET', ...everywhere('/user-profile-shares/:id'), gate: toPeople, summary: 'A share of your own profile, or one with a team of yours', params, reply: UserProfileShare },
  share: {
    method: 'POST', ...everywhere('/user-profile-shares'), gate: inOrganization(), summary: 'Share a profile of your own with a team of the organization you work in', reply: UserProfileShare,
    body: Type.Object({ userProfileId: id, sharedWithTeamId: id, permission: SharePermission }, { ...exactly, examples: [content] }),
  },
  changeShare: {
    method: 'PUT', ...everywhere('/user-profile-shares/:id'), gate: toPeople, summary: 'Let the team edit your profile, or only view it', params, reply: UserProfileShare,
    body: Type.Object({ permission: SharePermission }, { ...exactly, examples: [{ permission: 'edit' }] }),
  },
  endShare: { method: 'DELETE', ...everywhere('/user-profile-shares/:id'), gate: toPeople, summary: 'Stop sharing your profile with a team; acts on the next request', params },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const shareHandlers = (shares: UserProfileShares): RouteHandlers<typeof shareRoutes> => ({
  async shares({ access, query, url }) {
    const page = pageOf(url, query);
    return paged(url, await shares.list(access, query.userProfileId, page), page);
  },
  oneShare: ({ access, params }) => shares.get(access, params.id),
  async share({ access, body }) {
    const share = await shares.share(access, body);
    return respond(share, { headers: { location: `/api/v1/user-profile-shares/${share.id}` } });
  },
  changeShare: ({ access, params, body }) => shares.change(access, params.id, body.permission),
  endShare: ({ access, params }) => shares.end(access, params.id),
});
