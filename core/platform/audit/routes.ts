import { ofSubject, respond, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { applicationsFeature, readApplications, readOwnApplications } from '../applications/contract.ts';
import { readAudit } from './contract.ts';
import { mostEntries } from './trail.ts';
import type { Trail } from './trail.ts';

/** Reading only: no operation changes or removes an entry, for anybody. */
export const routes = {
  trail: {
    method: 'GET', url: '/api/v1/applications/:id/audit', gate: ofSubject('application', { feature: applicationsFeature, anyOf: [readAudit, readApplications, readOwnApplications] }),
    summary: 'Audit trail of an application, oldest first; the whole for those who may read it, audience=external for everybody who sees the application',
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({
      audience: Type.Optional(Type.Literal('external')),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: mostEntries, default: 100 })),
      cursor: Type.Optional(Type.String({ maxLength: 100, description: 'The place of the last entry seen; the Link header holds it.' })),
    }),
    reply: Type.Array(Type.Object({
      id: Type.String(), place: Type.String(), at: Type.String(), type: Type.String(), title: Type.String(),
      actor: Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() }),
      before: Type.Unknown(), after: Type.Unknown(), details: Type.Unknown(), audience: Type.Union([Type.Literal('internal'), Type.Literal('external')]),
    })),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const handlers = (trail: Trail): RouteHandlers<typeof routes> => ({
  async trail({ access, params: { id }, query: { audience, cursor, limit = 100 } }) {
    const entries = await trail.of(access, id, { limit, ...(audience ? { audience } : {}), ...(cursor === undefined ? {} : { after: cursor }) });
    const last = entries.at(-1);
    if (last === undefined || entries.length < limit) return entries;
    const next = new URLSearchParams({ limit: String(limit), cursor: last.place, ...(audience ? { audience } : {}) });
    return respond(entries, { headers: { link: `</api/v1/applications/${id}/audit?${next}>; rel="next"` } });
  },
});
