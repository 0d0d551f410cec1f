import {
  checkedBelow,
  conflict,
  expiryFaults,
  idText,
  invalid,
  notFound,
  respond,
  Type,
  utc,
  visibleText,
} from '@dossier/sdk';
import type {
  Access,
  Credentials,
  OrganizationId,
  Regional,
  RouteChecks,
  RouteHandlers,
  RouteSpec,
  UserId,
} from '@dossier/sdk';
import type { Tenancy } from '../tenancy/contract.ts';
import { IssuedToken, PersonalToken, SessionReply, User } from './contract.ts';
import { sessionEnded } from './authenticators.ts';
import type { AcceptedWays } from './accepted-ways.ts';
import { mayEnter } from './confined.ts';
import { cookiesFor } from './cookies.ts';
import type { Preferences } from './preferences.ts';
import type { Session, Sessions } from './sessions.ts';
import { MOST_TOKENS } from './tokens.ts';
import type { Users } from './users.ts';

export const routes = {
  session: {
    method: 'GET',
    url: '/api/v1/session',
    gate: { scope: 'installation' },
    summary: 'Who is signed in, and where',
    reply: SessionReply,
  },
  chooseOrganization: {
    method: 'POST',
    resource: null,
    url: '/api/v1/session/organization',
    gate: { scope: 'installation' },
    summary: 'Work in another organization',
    status: 200,
    reply: SessionReply,
    body: Type.Object(
      { slug: Type.String({ minLength: 1, maxLength: 100 }) },
      { additionalProperties: false, examples: [{ slug: 'north-bank' }] },
    ),
    problems: {
      403: 'The organization does not accept the way in which you signed in (`sign-in-not-accepted`)',
      404: 'There is no such organization, or you are no member of it',
      409: 'The request came by a token, which belongs to one organization (`no-session`), or the session has ended meanwhile (`session-ended`)',
    },
  },
  issueToken: {
    method: 'POST',
    resource: '/api/v1/tokens/:id',
    url: '/api/v1/tokens',
    gate: { scope: 'organization' },
    summary: `Issue a personal access token for the organization, in the session of a browser; its secret is shown once. A person has at most ${MOST_TOKENS} in force`,
    body: Type.Object(
      {
        name: visibleText(100),
        expiresAt: Type.Optional(
          Type.String({
            maxLength: 40,
            ...checkedBelow({ format: 'date-time' }),
            description: 'ISO 8601 with its zone; without it the token does not expire.',
          }),
        ),
      },
      { additionalProperties: false, examples: [{ name: 'Nightly report', expiresAt: '2026-06-02T09:30:00.000Z' }] },
    ),
    reply: IssuedToken,
    problems: {
      409: 'The request came by a token, which issues no other one (`no-session`), or you have as many tokens in force as there may be (`too-many-tokens`)',
    },
  },
  tokens: {
    method: 'GET',
    url: '/api/v1/tokens',
    gate: { scope: 'organization' },
    summary: 'Own personal access tokens in the organization, those in force first',
    reply: Type.Array(PersonalToken),
  },
  token: {
    method: 'GET',
    etag: { of: ['id', 'name', 'expiresAt', 'revokedAt'] },
    url: '/api/v1/tokens/:id',
    gate: { scope: 'organization' },
    summary: 'A personal access token of your own',
    params: Type.Object({ id: idText() }),
    reply: PersonalToken,
  },
  revokeToken: {
    method: 'DELETE',
    url: '/api/v1/tokens/:id',
    gate: { scope: 'organization' },
    summary: 'Revoke a personal access token of your own',
    params: Type.Object({ id: idText() }),
  },
  userBySubject: {
    method: 'GET',
    url: '/users',
    aliases: ['/api/users', '/api/v1/users'],
    gate: { scope: 'installation' },
    summary: 'The user with this identifier at the identity provider',
    query: Type.Object({
      authProviderUserId: Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'The subject by which the identity provider knows the person.',
      }),
    }),
    reply: User,
    problems: { 404: 'Nobody whom you may know has this identifier' },
  },
  user: {
    method: 'GET',
    url: '/users/:userId',
    aliases: ['/api/users/:userId', '/api/v1/users/:userId'],
    gate: { scope: 'installation' },
    summary: 'A user',
    params: Type.Object({ userId: idText() }),
    reply: User,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

/** A user as every reply shows them. */
export const shown = (user: User): User => {
  const { id, authProviderUserId, role, userType, name, email, emailVerified } = user;
  return { id, authProviderUserId, role, userType, name, email, emailVerified };
};

type Shown = Awaited<ReturnType<Tenancy['organizations']>>[number];
const organizationShown = ({
  id,
  slug,
  name,
  type,
  logo,
  accent,
}: Shown): Omit<Shown, 'createdAt' | keyof Regional> => ({
  id,
  slug,
  name,
  type,
  logo,
  accent,
});

/** What `handle` needs in addition to the services: tokens with their entries in the log. */
export interface OwnTokens {
  issue(access: Access & { organization: OrganizationId }, o: { name: string; until?: string }): Promise<IssuedToken>;
  list(access: Access & { organization: OrganizationId }): Promise<readonly PersonalToken[]>;
  revoke(access: Access & { organization: OrganizationId }, id: string): Promise<void>;
}

/** `lifetime` of a session's cookie is in seconds. */
export function handle(o: {
  users: Users;
  sessions: Sessions;
  tokens: OwnTokens;
  tenancy: Tenancy;
  organizationsOf: (user: UserId) => Promise<readonly OrganizationId[]>;
  ways: Pick<AcceptedWays, 'refusal'>;
  mayKnow: (access: Access, user: UserId) => Promise<boolean>;
  moved: (access: Access, old: Session) => void;
  preferences: (user: UserId) => Promise<Preferences>;
  publicUrl: () => string;
  lifetime: number;
  now: () => number;
}): RouteHandlers<typeof routes> {
  const me = async (
    access: Access,
    organization: OrganizationId | null,
    session: Pick<Session, 'expiresAt' | 'until'> | null,
  ): Promise<SessionReply> => {
    const user = await o.users.user(access.actor.id);
    if (!user) throw notFound();
    const all = await o.tenancy.organizations(await o.organizationsOf(user.id));
    const organizations = all.map(organizationShown);
    const current = all.find(({ id }) => id === organization) ?? null;
    const shades = current?.accent ? ((await o.tenancy.accent(current.id))?.adjusted ?? null) : null;
    const { theme, language, timeZone } = await o.preferences(user.id);
    return {
      user: shown(user),
      organization: current && {
        ...organizationShown(current),
        language: current.language,
        timeZone: current.timeZone,
      },
      organizations,
      language,
      timeZone,
      shades,
      theme,
      expiresAt: session?.expiresAt ?? null,
      until: session?.until ?? null,
      at: new Date(o.now()).toISOString(),
    };
  };

  const names = () => cookiesFor(o.publicUrl());

  /** The secret of the session by which the request came; throws 409 `no-session` when it came by a token. */
  const sessionOf = ({ cookies, headers }: Pick<Credentials, 'cookies' | 'headers'>, detail: string): string => {
    const secret = cookies[names().session];
    if (secret === undefined || headers['authorization'] !== undefined) throw conflict('no-session', detail);
    return secret;
  };

  return {
    async session({ access, cookies }) {
      const secret = cookies[names().session];
      const session = secret === undefined ? null : await o.sessions.find(secret);
      return me(access, access.organization, session?.user === access.actor.id ? session : null);
    },
    async chooseOrganization({ access, body, cookies, headers }) {
      const secret = sessionOf(
        { cookies, headers },
        'A token belongs to one organization. Only the session of a browser can move to another.',
      );
      const organization = await o.tenancy.organizationBySlug(body.slug);
      const session = await o.sessions.find(secret);
      if (
        !organization ||
        (session && !mayEnter(session.issuer, organization.id)) ||
        !(await o.organizationsOf(access.actor.id)).includes(organization.id)
      )
        throw notFound();
      const refusal = session && (await o.ways.refusal(organization.id, session.issuer));
      if (refusal) throw refusal;
      const moved = await o.sessions.moveTo(secret, organization.id, (old) => o.moved(access, old));
      if (!moved)
        throw conflict('session-ended', 'The session has ended, or was moved by another window. Load the page again.');
      return respond(await me(access, organization.id, await o.sessions.find(moved.secret)), {
        status: 200,
        headers: { 'set-cookie': [names().set(names().session, moved.secret, o.lifetime)] },
      });
    },
    async issueToken({ access, body, cookies, headers }) {
      // Otherwise a token that was found or stolen would outlive its own end, and its withdrawal, by another one.
      const secret = sessionOf(
        { cookies, headers },
        'A token issues no other token. Issue it in the session of a browser, under Profile.',
      );
      const faults = expiryFaults('/expiresAt', body.expiresAt ?? null, o.now());
      if (faults.length > 0) throw invalid(faults);
      const issued = await o.tokens.issue(access, {
        name: body.name.trim(),
        ...(body.expiresAt === undefined ? {} : { until: utc(body.expiresAt) }),
      });
      // A person signing out everywhere at this moment may have looked for their tokens before this one was there.
      if (!(await o.sessions.stands(secret))) {
        await o.tokens.revoke(access, issued.id);
        throw sessionEnded();
      }
      return respond(issued, { headers: { location: `/api/v1/tokens/${issued.id}` } });
    },
    tokens: ({ access }) => o.tokens.list(access),
    async token({ access, params }) {
      const found = (await o.tokens.list(access)).find(({ id }) => id === params.id);
      if (!found) throw notFound();
      return found;
    },
    revokeToken: ({ access, params }) => o.tokens.revoke(access, params.id),
    async userBySubject({ access, query }) {
      for (const user of await o.users.bySubject(query.authProviderUserId))
        if (await o.mayKnow(access, user.id)) return shown(user);
      throw notFound();
    },
    async user({ access, params }) {
      const user = await o.users.user(params.userId);
      if (!user || !(await o.mayKnow(access, user.id))) throw notFound();
      return shown(user);
    },
  };
}

export const checks = (now: () => number): RouteChecks<typeof routes> => ({
  issueToken: async ({ body: { expiresAt } }) => expiryFaults('/expiresAt', expiresAt ?? null, now()),
});
