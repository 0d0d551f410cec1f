import { conflict, paged, pageOf, pageQuery, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import type { Tenancy } from '../tenancy/contract.ts';
import { SecurityEntry } from './contract.ts';
import type { People } from './contract.ts';
import type { Security } from './security.ts';

export const securityRoutes = {
  securityLog: {
    method: 'GET',
    url: '/api/v1/security-log',
    gate: { scope: 'installation' },
    summary:
      'What happened to your account in the last half year, newest first: sign-ins, refused ones, changes of the password, sessions that ended; in the session of a browser',
    query: Type.Object(pageQuery({ most: 100, usual: 50 })),
    reply: Type.Array(SecurityEntry),
    problems: { 409: 'The request came by a token, which belongs to one organization (`no-session`)' },
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const handleSecurity = (o: {
  security: Pick<Security, 'list'>;
  tenancy: Pick<Tenancy, 'organizations'>;
  current: People['sessionOf'];
}): RouteHandlers<typeof securityRoutes> => ({
  async securityLog(request) {
    const { access, url, query } = request;
    if ((await o.current(request)) === null)
      throw conflict(
        'no-session',
        'This is about a person in all organizations; a token belongs to one. See it in the session of a browser, under Profile.',
      );
    const page = pageOf(url, query);
    const rows = await o.security.list(access.actor.id, page);
    const named = new Map(
      (await o.tenancy.organizations([...new Set(rows.flatMap(({ organizationId }) => organizationId ?? []))])).map(
        ({ id, name }) => [id, name],
      ),
    );
    return paged(
      url,
      rows.map(({ organizationId, ...row }) => ({
        ...row,
        organization: organizationId === null ? null : (named.get(organizationId) ?? null),
      })),
      page,
    );
  },
});
