import { Problem } from '@dossier/sdk';
import type { Authenticator, Credentials, Identity, OrganizationId, UserId } from '@dossier/sdk';
import type { AcceptedWays } from './accepted-ways.ts';
import { looksSigned } from './bearer.ts';
import type { BearerTokens } from './bearer.ts';
import { cookiesFor } from './cookies.ts';
import { demandOurPages } from './csrf.ts';
import type { Session, Sessions } from './sessions.ts';
import { tokenForm } from './token-form.ts';
import type { TokenHolder, Tokens } from './tokens.ts';
import type { Users } from './users.ts';

/** 401 for a credential that was presented and does not hold. */
export const refuseToken = (detail: string): Problem =>
  new Problem(401, 'invalid-token', 'Not signed in', {
    detail,
    headers: { 'www-authenticate': 'Bearer realm="dossier", error="invalid_token"' },
  });

/** 401 for a browser whose session runs no more. */
export const sessionEnded = (): Problem =>
  new Problem(401, 'session-ended', 'Not signed in', {
    detail: 'The session has ended. Sign in again.',
    headers: { 'www-authenticate': 'Bearer realm="dossier"' },
  });

const bearerOf = ({ authorization }: Credentials): string | undefined =>
  authorization?.scheme === 'bearer' ? authorization.token : undefined;

/**
 * The cookie of a browser. A request that names another credential is judged by that one alone. All windows of a
 * browser share the session, so a page names the organization that it shows in `X-Dossier-Organization`: what it would
 * do in another one, to which another window has moved, is refused (409). What it asks for by itself while nobody is at
 * it carries `X-Dossier-Unattended`, and keeps no session from falling idle.
 */
export const bySession = (
  sessions: Sessions,
  publicUrl: () => string,
  ways: Pick<AcceptedWays, 'forget'>,
): Authenticator => ({
  authenticate(request) {
    if (request.header('authorization') !== undefined || request.header('x-api-key') !== undefined) return undefined;
    const secret = request.cookies[cookiesFor(publicUrl()).session];
    if (secret === undefined || secret === '') return undefined;
    const admitted = (session: Session | null): Identity => {
      if (!session) throw sessionEnded();
      demandOurPages(request.method, request.headers, publicUrl());
      const named = request.header('x-dossier-organization');
      if (named !== undefined && named !== session.organization)
        throw new Problem(409, 'other-organization', 'You went on to another organization', {
          detail:
            'Another window of this browser works in another organization now. Load this page again to go on here.',
        });
      return identityOf(session, inSession);
    };
    const session = request.header('x-dossier-unattended') === undefined ? sessions.use(secret) : sessions.find(secret);
    return session instanceof Promise ? session.then(admitted) : admitted(session);
  },
  forget(change) {
    sessions.forget(change);
    ways.forget(change);
  },
});

const inSession = (session: Session): Identity => ({
  actor: { kind: 'user', id: session.user, name: session.userName },
  organization: session.organization,
  scopes: null,
  credential: session.id,
  via: 'session',
  signedInBy: session.issuer,
  until: session.until,
});

/** `Authorization: Bearer dossier_pat_…` */
export const byToken = (tokens: Tokens): Authenticator => ({
  authenticate(request) {
    const token = bearerOf(request);
    if (!token?.startsWith(tokenForm.scheme)) return undefined;
    const admitted = (holder: TokenHolder | null): Identity => {
      if (!holder) throw refuseToken('This personal access token is mistyped, expired or revoked.');
      return identityOf(holder, byHolder);
    };
    const holder = tokens.holder(token);
    return holder instanceof Promise ? holder.then(admitted) : admitted(holder);
  },
  forget: (change) => tokens.forget(change),
});

const byHolder = (holder: TokenHolder): Identity => ({
  actor: { kind: 'user', id: holder.user, name: holder.userName },
  organization: holder.organization,
  scopes: null,
  credential: holder.id,
  via: 'token',
  reusable: true,
  ...(holder.until === null ? {} : { until: holder.until }),
});

const identities = new WeakMap<object, Identity>();

/** One for each session or token that is remembered: so the kernel knows it again and makes its keys once. */
function identityOf<T extends object>(remembered: T, make: (remembered: T) => Identity): Identity {
  let identity = identities.get(remembered);
  if (!identity) identities.set(remembered, (identity = make(remembered)));
  return identity;
}

/**
 * `Authorization: Bearer` with an access token of a listed issuer. It names no organization: that of a person with only
 * one is taken, others send its id in `X-Dossier-Organization`; what they may do there is decided by their membership
 * as always.
 */
export const byAccessToken = (o: {
  bearer: BearerTokens;
  users: Users;
  organizationsOf: (user: UserId) => Promise<readonly OrganizationId[]>;
}): Authenticator => ({
  authenticate(request) {
    const token = bearerOf(request);
    return token === undefined || !looksSigned(token) ? undefined : entering(o, request, token);
  },
});

async function entering(
  o: Parameters<typeof byAccessToken>[0],
  request: Credentials,
  token: string,
): Promise<Identity> {
  const proven = await o.bearer.verify(token);
  const user = await o.users.byIdentity(proven.provider.storedAs ?? proven.provider.issuer(), proven.subject);
  if (!user)
    throw refuseToken(
      'Nobody has signed in here with this identity yet, or the sign-in is disabled. Sign in once in the browser.',
    );
  const organizations = await o.organizationsOf(user.id);
  const named = request.header('x-dossier-organization');
  const organization =
    named === undefined
      ? organizations.length === 1
        ? organizations[0]!
        : null
      : (organizations.find((id) => id === named) ?? null);
  return {
    actor: { kind: 'user', id: user.id, name: user.name },
    organization,
    scopes: null,
    credential: proven.id,
    via: 'token',
    signedInBy: proven.provider.issuer(),
    until: proven.until,
  };
}
