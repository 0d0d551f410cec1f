import { conflict, notFound, respond, Type } from '@dossier/sdk';
import type { Access, RouteHandlers, RouteSpec } from '@dossier/sdk';
import type { Tenancy } from '../tenancy/contract.ts';
import { OwnSession } from './contract.ts';
import type { People } from './contract.ts';
import { cookiesFor } from './cookies.ts';
import type { Sessions } from './sessions.ts';

const gate = { scope: 'installation' } as const;
const noSession = {
  409: 'The request came by a token, which belongs to one organization: sessions belong to the person (`no-session`)',
} as const;

/** What a person does with their own sessions. */
export const sessionRoutes = {
  sessions: {
    method: 'GET',
    url: '/api/v1/sessions',
    gate,
    summary:
      'Your sessions that are running: on which device, from which network, in which organization; for the session of a browser',
    reply: Type.Array(OwnSession),
    problems: noSession,
  },
  endSession: {
    method: 'DELETE',
    resource: null,
    url: '/api/v1/sessions/:id',
    gate,
    summary: 'End one of your sessions, in the session of a browser',
    params: Type.Object({ id: Type.String({ maxLength: 100, description: 'As the list of your sessions has it.' }) }),
    problems: noSession,
  },
  endOtherSessions: {
    method: 'DELETE',
    resource: null,
    url: '/api/v1/sessions',
    gate,
    summary: 'End all your sessions but this one, which is that of a browser',
    problems: noSession,
  },
  signOutEverywhere: {
    method: 'POST',
    resource: null,
    url: '/api/v1/sign-out-everywhere',
    gate,
    status: 204,
    summary:
      'End all your sessions, this one too, and revoke your personal access tokens in every organization; in the session of a browser',
    problems: noSession,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

/** Tells which session asks. */
export const createCurrent =
  (o: { sessions: Sessions; publicUrl: () => string }): People['sessionOf'] =>
  async ({ access, cookies, headers }) => {
    const secret = cookies[cookiesFor(o.publicUrl()).session];
    if (secret === undefined || headers['authorization'] !== undefined) return null;
    const session = await o.sessions.find(secret);
    return session?.user === access.actor.id ? session.id : null;
  };

/** `end` and `everywhere` change and write the log. */
export function handleSessions(o: {
  sessions: Sessions;
  tenancy: Tenancy;
  end: (access: Access, which: { id?: string; except?: string }) => Promise<number>;
  everywhere: (access: Access) => Promise<void>;
  /** The session that asks; null when a token does. */
  current: People['sessionOf'];
  publicUrl: () => string;
}): RouteHandlers<typeof sessionRoutes> {
  /**
   * The session that asks. Throws 409 `no-session` to a token: it belongs to one organization, and sessions to the
   * person in all of them.
   */
  const own = async (request: Parameters<People['sessionOf']>[0]): Promise<string> =>
    (await o.current(request)) ?? missing();
  return {
    async sessions(request) {
      const current = await own(request);
      const running = await o.sessions.list(request.access.actor.id);
      const organizations = await o.tenancy.organizations([
        ...new Set(running.flatMap(({ organization }) => organization ?? [])),
      ]);
      return running.map(({ organization, ...session }) => {
        const found = organizations.find(({ id }) => id === organization);
        return {
          ...session,
          current: session.id === current,
          organization: found ? { id: found.id, slug: found.slug, name: found.name } : null,
        };
      });
    },
    async endSession(request) {
      await own(request);
      if ((await o.end(request.access, { id: request.params.id })) === 0) throw notFound();
    },
    async endOtherSessions(request) {
      await o.end(request.access, { except: await own(request) });
    },
    async signOutEverywhere(request) {
      await own(request);
      await o.everywhere(request.access);
      const names = cookiesFor(o.publicUrl());
      return respond(undefined, {
        status: 204,
        headers: { 'set-cookie': [names.clear(names.session)], 'clear-site-data': '"cache"' },
      });
    },
  };
}

const missing = (): never => {
  throw conflict(
    'no-session',
    'Sessions are those of a person in all organizations; a token belongs to one. See and end them in the session of a browser, under Profile.',
  );
};
