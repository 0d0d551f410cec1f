import { paged, pageOf, respond, Type } from '@dossier/sdk';
import type { RouteChecks, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { UserLink } from './contract.ts';
import { everywhere, exactly, example, id, pages, params, remark, words } from './fields.ts';
import type { UserLinks } from './links.ts';

const content = {
  sourceUserId: example.person,
  targetUserId: example.other,
  linkType: 'partner',
  description: 'Runs the shop with me.',
};
const toPeople = { scope: 'installation' } as const;

export const linkRoutes = {
  links: {
    method: 'GET',
    ...everywhere('/user-links'),
    gate: toPeople,
    summary: 'Your links to or from other people; name sourceUserId or targetUserId, or both',
    query: Type.Object({ sourceUserId: Type.Optional(id), targetUserId: Type.Optional(id), ...pages }),
    reply: Type.Array(UserLink),
    problems: { 404: 'Nobody whom you may know is who was asked for' },
  },
  link: {
    method: 'GET',
    ...everywhere('/user-links/:id'),
    gate: toPeople,
    summary: 'A link of which you are the source or the target',
    params,
    reply: UserLink,
  },
  createLink: {
    method: 'POST',
    resource: '/user-links/:id',
    ...everywhere('/user-links'),
    gate: toPeople,
    summary: 'Link yourself to a person of the organization you work in',
    reply: UserLink,
    body: Type.Object(
      {
        sourceUserId: id,
        targetUserId: id,
        linkType: words(64, 'partner'),
        description: Type.Optional(remark(1000, content.description)),
      },
      { ...exactly, examples: [content] },
    ),
    problems: { 409: 'There is a link of this type to this person (`already-linked`)' },
  },
  endLink: {
    method: 'DELETE',
    ...everywhere('/user-links/:id'),
    gate: toPeople,
    summary: 'End a link, as its source or its target',
    params,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const linkHandlers = (links: UserLinks): RouteHandlers<typeof linkRoutes> => ({
  async links({ access, query, url }) {
    const page = pageOf(url, query);
    return paged(url, await links.list(access, query, page), page);
  },
  link: ({ access, params }) => links.get(access, params.id),
  async createLink({ access, body }) {
    const link = await links.create(access, { description: '', ...body });
    return respond(link, { headers: { location: `/api/v1/user-links/${link.id}` } });
  },
  endLink: ({ access, params }) => links.end(access, params.id),
});

export const linkChecks = (links: UserLinks): RouteChecks<typeof linkRoutes> => ({
  createLink: ({ access, body }) => links.faults(access, body),
});
