import { ActorShown, inOrganization, momentText, orNull, Type } from '@dossier/sdk';
import type { OrganizationId, RouteHandlers, Static } from '@dossier/sdk';
import { ContentReply } from './content-schema.ts';
import { manageTemplates } from './contract.ts';
import type { History, Side } from './history.ts';
import { Id, TemplateReply } from './routes.ts';
import type { Shows } from './routes.ts';

const gate = inOrganization({ permission: manageTemplates });
/** A side of a difference, as it is written. */
export const sideText = '^(draft|[1-9][0-9]{0,8})$';
const version = { version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) };
const SideText = (description: string) => Type.Optional(Type.String({ pattern: sideText, description }));

const PublicationRow = Type.Object({
  version: Type.Integer(),
  name: Type.String(),
  publishedAt: momentText(),
  by: orNull(ActorShown),
  note: Type.String({ description: 'What the publisher said about it.' }),
});

const DifferenceRow = Type.Object({
  what: Type.Union([
    Type.Literal('field'),
    Type.Literal('step'),
    Type.Literal('document'),
    Type.Literal('workflow-step'),
    Type.Literal('template'),
  ]),
  kind: Type.Union([Type.Literal('added'), Type.Literal('removed'), Type.Literal('changed')]),
  id: Type.String({ description: 'The id of a field, the key of anything else.' }),
  title: Type.String(),
  members: Type.Array(Type.Object({ member: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
});

/** The versions of a template: what was published, what is different, and the way back. */
export const historyRoutes = {
  publications: {
    method: 'GET',
    url: '/api/v1/templates/:id/versions',
    params: Id,
    reply: Type.Array(PublicationRow),
    gate,
    summary: 'The published versions of a template, newest first',
  },
  publication: {
    method: 'GET',
    url: '/api/v1/templates/:id/versions/:version',
    params: Type.Object({ ...Id.properties, ...version }),
    reply: ContentReply,
    gate,
    summary: 'The content of a published version; it never changes',
  },
  differences: {
    method: 'GET',
    url: '/api/v1/templates/:id/differences',
    params: Id,
    query: Type.Object({
      from: SideText('A version, or draft; the newest version unless given.'),
      to: SideText('A version, or draft; the draft unless given.'),
    }),
    reply: Type.Array(DifferenceRow),
    gate,
    summary: 'What is different between two versions, or between one and the draft',
  },
  restore: {
    method: 'POST',
    resource: '/api/v1/templates/:id',
    etag: 'compared',
    url: '/api/v1/templates/:id/restore',
    params: Id,
    body: Type.Object(version, { additionalProperties: false }),
    status: 200,
    reply: TemplateReply,
    gate,
    summary:
      'Make a version the draft again; what was in the draft is replaced. With If-Match only the one you read (412)',
  },
} as const;

export const historyHandlers = (history: History, shown: Shows): RouteHandlers<typeof historyRoutes> => ({
  publications: ({ access, params }) => history.publications(access.organization, params.id),
  publication: ({ access, params }) => history.content(access.organization, params.id, params.version),
  differences: ({ access, params, query }) => differencesOf(history, access.organization, params.id, query),
  restore: async ({ access, params, body, headers }) =>
    shown(access.organization, await history.restore(access, params.id, body.version, headers['if-match'])),
});

/** Between the newest version and the draft, unless other sides are given. */
export async function differencesOf(
  history: History,
  organization: OrganizationId,
  id: string,
  sides: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<Static<typeof DifferenceRow>[]> {
  const newest = (await history.publications(organization, id))[0]?.version;
  const [from, to] = [sideOf(sides.from) ?? newest, sideOf(sides.to) ?? 'draft'];
  return from === undefined ? [] : list(await history.differences(organization, id, from, to));
}

const sideOf = (text: string | undefined): Side | undefined =>
  text === undefined || text === 'draft' ? text : Number(text);

const list = (differences: Awaited<ReturnType<History['differences']>>): Static<typeof DifferenceRow>[] =>
  differences.map(({ members, ...row }) => ({ ...row, members: [...members] }));
