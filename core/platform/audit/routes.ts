import { Readable } from 'node:stream';
import { compareNames, idText, inOrganization, ofSubject, orNull, respond, Type } from '@dossier/sdk';
import type { LogQuery, RouteHandlers, RouteSpec, Static } from '@dossier/sdk';
import { applicationsFeature, readApplications, readOwnApplications } from '../applications/contract.ts';
import {
  AuditEntry,
  AuditType,
  FoundRecord,
  OrganizationEntry,
  readAudit,
  readOrganizationAudit,
  TrailCheck,
} from './contract.ts';
import type { Checking } from './checking.ts';
import { exportFormats } from './exporting.ts';
import type { ExportFormat, Exporting } from './exporting.ts';
import { mostEntries } from './entry.ts';
import type { OrganizationTrail } from './organization-trail.ts';
import type { Trail } from './trail.ts';

const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: mostEntries, default: 100 }));
const cursor = Type.Optional(
  Type.String({ maxLength: 100, description: 'The place of the last entry seen; the Link header holds it.' }),
);
const text = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));

const Filters = Type.Object({
  type: text('Entries of one type, for example api-keys/issued@1.'),
  actorId: text('What this person, key or part of the system did.'),
  subjectId: text('What was done to one thing.'),
  subjectType: text('Of which kind it is, for example application: with it the thing is found sooner.'),
  workspaceId: Type.Optional(idText('What was done in one workspace.')),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'From this moment on.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Before this moment.' })),
});

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
      ...Filters.properties,
      limit,
      cursor,
    }),
    reply: Type.Array(OrganizationEntry),
  },
  records: {
    method: 'GET',
    url: '/api/v1/audit/records',
    gate: inOrganization({ permission: readOrganizationAudit }),
    summary: 'Applications by how their number begins, and people by name or e-mail: what the trail can be narrowed to',
    query: Type.Object({ q: Type.String({ minLength: 1, maxLength: 100 }) }),
    reply: Type.Array(FoundRecord),
  },
  export: {
    method: 'GET',
    url: '/api/v1/audit/export',
    gate: inOrganization({ permission: readOrganizationAudit }),
    summary:
      'The same, all of it, as CSV to be read by people, or as lines of JSON with the hashes of the seal; the export stands in the trail',
    query: Type.Object({
      ...Filters.properties,
      format: Type.Unsafe<ExportFormat>({ type: 'string', enum: [...exportFormats], examples: ['jsonl'] }),
    }),
    media: ['text/csv', 'application/jsonl'],
  },
  check: {
    method: 'GET',
    url: '/api/v1/audit/check',
    gate: inOrganization({ permission: readOrganizationAudit }),
    summary: 'Whether the trail is complete and unchanged, as far as was checked; null when it never was',
    reply: orNull(TrailCheck),
  },
  startCheck: {
    method: 'POST',
    // What was found is replaced and never edited: there is no version that somebody could have read.
    resource: null,
    url: '/api/v1/audit/check',
    gate: inOrganization({ permission: readOrganizationAudit }),
    status: 202,
    summary: 'Check whether the trail is complete and unchanged; one that runs already is the one',
    reply: TrailCheck,
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

const queryOf = ({
  type,
  actorId,
  subjectType,
  subjectId,
  workspaceId,
  from,
  to,
}: Static<typeof Filters>): LogQuery => ({
  ...(type === undefined ? {} : { type }),
  ...(actorId === undefined ? {} : { actor: actorId }),
  ...(workspaceId === undefined ? {} : { workspace: workspaceId }),
  ...(subjectId === undefined
    ? {}
    : { subject: { id: subjectId, ...(subjectType === undefined ? {} : { type: subjectType }) } }),
  ...(from === undefined ? {} : { from: new Date(from) }),
  ...(to === undefined ? {} : { to: new Date(to) }),
});

interface Services {
  readonly trail: Trail;
  readonly all: OrganizationTrail;
  readonly checking: Checking;
  readonly exporting: Exporting;
}

export const handlers = ({ trail, all, checking, exporting }: Services): RouteHandlers<typeof routes> => ({
  async trail({ access, params: { id }, query: { audience, cursor: after, limit: size = 100 } }) {
    const entries = await trail.of(access, id, {
      limit: size,
      ...(audience ? { audience } : {}),
      ...(after === undefined ? {} : { after }),
    });
    return page(entries, size, `/api/v1/applications/${id}/audit`, { audience });
  },
  async organization({ access, query: { cursor: before, limit: size = 100, ...query } }) {
    const entries = await all.latest(access, queryOf(query), {
      limit: size,
      contents: 'shown',
      ...(before === undefined ? {} : { before }),
    });
    return page(entries, size, '/api/v1/audit', query);
  },
  async export({ access, query: { format, ...query } }) {
    return respond(Readable.from(await exporting.of(access, queryOf(query), format)), {
      headers: {
        'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8',
        'content-disposition': `attachment; filename="audit-trail.${format}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
    });
  },
  check: ({ access }) => checking.get(access),
  startCheck: async ({ access }) => respond(await checking.start(access), { status: 202 }),
  records: async ({ access, query: { q } }) => all.find(access, q),
  types: async () =>
    all.types.map(({ type, title }) => ({ type, title })).toSorted((a, b) => compareNames(a.title, b.title)),
});
