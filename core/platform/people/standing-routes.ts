import { idText, inOrganization, isId, notFound, Type } from '@dossier/sdk';
import type { RouteHandlers, RouteSpec } from '@dossier/sdk';
import { manageOrganization } from '../tenancy/contract.ts';
import { Standing } from './contract.ts';
import type { Standings } from './standing.ts';

const gate = inOrganization({ permission: manageOrganization });
const params = Type.Object({ userId: idText() });

/** What administrators see and do of a person, within their organization alone. */
export const standingRoutes = {
  standing: {
    method: 'GET',
    url: '/api/v1/people/:userId/standing',
    gate,
    summary: 'When a person of the organization was here last, where they are signed in, and what they work on',
    params,
    reply: Standing,
  },
  endPersonSessions: {
    method: 'DELETE',
    resource: null,
    url: '/api/v1/people/:userId/sessions',
    gate,
    summary: "End all of a person's sessions in the organization; those in others go on, and so do their tokens",
    params,
  },
  suspend: {
    method: 'PUT',
    resource: null,
    url: '/api/v1/people/:userId/suspension',
    gate,
    status: 204,
    summary:
      'Suspend a person in the organization: they are signed out of it at once and may do nothing there until they are resumed; what they work on goes back',
    params,
    problems: {
      409:
        'It is you (`yourself`), or nobody could do something any more that only members like this one can ' +
        '(`last-member-manager`, `last-owner`, `last-access-manager`, `last-organization-manager`)',
    },
  },
  resume: {
    method: 'DELETE',
    resource: null,
    url: '/api/v1/people/:userId/suspension',
    gate,
    summary: 'Let a suspended person work in the organization again, in the teams and roles that they had',
    params,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

export const handleStandings = (standings: Standings): RouteHandlers<typeof standingRoutes> => ({
  standing: ({ access, params: { userId } }) => standings.of(access, known(userId)),
  endPersonSessions: ({ access, params: { userId } }) => standings.endSessions(access, known(userId)),
  suspend: ({ access, params: { userId } }) => standings.suspend(access, known(userId)),
  resume: ({ access, params: { userId } }) => standings.resume(access, known(userId)),
});

const known = (userId: string): string => {
  if (!isId(userId)) throw notFound();
  return userId;
};
