import { compareNames, idText, inOrganization, ofSubject, respond, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { applicationsFeature, readApplications, readOwnApplications } from '../applications/contract.ts';
import { AuditEntry, AuditType, OrganizationEntry, readAudit, readOrganizationAudit } from './contract.ts';
import { mostEntries } from './entry.ts';
import type { OrganizationTrail } from './organization-trail.ts';
import type { Trail } from './trail.ts';

const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: mostEntries, default: 100 }));
const cursor = Type.Optional(
  Type.String({ maxLength: 100, description: 'The place of the last entry seen; the Link header holds it.' }),
);
const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));

/** Reading only: no operation changes or removes an entry, for anybody. */
export const routes = {
  trail: {
    method: 'GET',
    url: '/api/v1/applications/:id/audit',
    gate: ofSubject('application', {
      feature: applicationsFeature,
      anyOf: [readAudit, readApplications, readOwnApplications],
    }),
    summary:
      'Audit trail of an application, oldest first; the whole for those who may read it, audience=external for everybody who sees the application',
    params: Type.Object({ id: idText() }),
    query: Type.Object({ audience: Type.Optional(Type.Literal('external')), limit, cursor }),
    reply: Type.Array(AuditEntry),
  },
  organization: {
    method: 'GET',
    url: '/api/v1/audit',
    gate: inOrganization({ permission: readOrganizationAudit }),
    summary:
      'Everything that was done in the organization, newest first: in every workspace, and to people, access, keys and settings; refused attempts too',
    query: Type.Object({
      type: text('Entries of one type, for example api-keys/issued@1.'),
      actorId: text('What this person, key or part of the system did.'),
      subjectId: text('What was done to one thing.'),
      subjectType: text('Of which kind it is, for example application: with it the thing is found sooner.'),
      workspaceId: Type.Optional(idText('What was done in one workspace.')),
      from: Type.Optional(Type.String({ format: 'date-time', description: 'From this moment on.' })),
      to: Type.Optional(Type.String({ format: 'date-time', description: 'Before this moment.' })),
      limit,
      cursor,
    }),
    reply: Type.Array(OrganizationEntry),
  },
  types: {
    method: 'GET',
    url: '/api/v1/audit/types',
    gate: inOrganization({ permission: readOrganizationAudit }),
    summary: 'Types of entries that the audit trail can have, with their titles',
    reply: Type.Array(AuditType),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

/** A page with the way to the next one, as long as there may be one. */
const page = <E extends { readonly place: string }>(
  entries: readonly E[],
  size: number,
  url: string,
  query: Readonly<Record<string, string | number | undefined>>,
) => {
  const last = entries.at(-1);
  if (last === undefined || entries.length < size) return entries;
  const next = new URLSearchParams({ limit: String(size), cursor: last.place });
  for (const [name, value] of Object.entries(query)) if (value !== undefined) next.set(name, String(value));
  return respond(entries, { headers: { link: `<${url}?${next}>; rel="next"` } });
};

export const handlers = (trail: Trail, all: OrganizationTrail): RouteHandlers<typeof routes> => ({
  async trail({ access, params: { id }, query: { audience, cursor: after, limit: size = 100 } }) {
    const entries = await trail.of(access, id, {
      limit: size,
      ...(audience ? { audience } : {}),
      ...(after === undefined ? {} : { after }),
    });
    return page(entries, size, `/api/v1/applications/${id}/audit`, { audience });
  },
  async organization({ access, query: { cursor: before, limit: size = 100, ...query } }) {
    const { type, actorId, subjectType, subjectId, workspaceId, from, to } = query;
    const entries = await all.latest(
      access,
      {
        ...(type === undefined ? {} : { type }),
        ...(actorId === undefined ? {} : { actor: actorId }),
        ...(workspaceId === undefined ? {} : { workspace: workspaceId }),
        ...(subjectId === undefined
          ? {}
          : { subject: { id: subjectId, ...(subjectType === undefined ? {} : { type: subjectType }) } }),
        ...(from === undefined ? {} : { from: new Date(from) }),
        ...(to === undefined ? {} : { to: new Date(to) }),
      },
      { limit: size, ...(before === undefined ? {} : { before }) },
    );
    return page(entries, size, '/api/v1/audit', query);
  },
  types: async () => all.types.toSorted((a, b) => compareNames(a.title, b.title)),
});
