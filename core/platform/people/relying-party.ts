import { shapeOf, Type } from '@dossier/sdk';
import type { OrganizationId, Vault } from '@dossier/sdk';
import type { Static } from 'typebox';
import { confinedIssuer } from './confined.ts';
import type { IdentityProvider, ProvenIdentity } from './contract.ts';
import { IssuerUnreachable } from './issuers.ts';
import type { Issuers } from './issuers.ts';

/**
 * A sign-in under way, remembered by the browser in a sealed cookie: no row is written for somebody who never comes
 * back.
 */
const Flow = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  issuer: Type.String(),
  /** Where the provider is one that an organization brings. */
  organization: Type.Optional(Type.String()),
  returnTo: Type.String(),
  startedAt: Type.Number(),
});
type Flow = Static<typeof Flow>;

/**
 * A sign-in that did not succeed: `message` is in words for the person, `cause` for the log. `status` is 400, 401, 403
 * or 503.
 */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
  readonly status: 400 | 401 | 403 | 503;
  readonly returnTo: string;
  constructor(status: 400 | 401 | 403 | 503, text: string, o: { returnTo?: string; cause?: unknown } = {}) {
    super(text, { cause: o.cause });
    this.status = status;
    this.returnTo = o.returnTo ?? '/';
  }
}

/** What a finished sign-in proves. */
export interface SignedIn {
  readonly identity: ProvenIdentity;
  /** Address of the issuer, for signing out there. */
  readonly issuer: string;
  readonly idToken: string | undefined;
  readonly sid: string | undefined;
  readonly returnTo: string;
  readonly startedAt: Date;
}

/** Authorization code flow with PKCE, state and nonce, towards any OpenID Connect issuer. */
export interface RelyingParty {
  /** `cookie` is what the browser remembers of this sign-in, for {@link flowLifetime}. */
  begin(
    provider: IdentityProvider,
    o: { returnTo: string; organization?: OrganizationId | null },
  ): Promise<{ location: string; state: string; cookie: string }>;
  /**
   * `url` is the address that the issuer led back to, `cookie` what the browser remembers of the sign-in with its
   * `state`. Throws {@link SignInFailed}.
   */
  finish(url: string, cookie: string | undefined): Promise<SignedIn>;
  /** Where to send the browser so that the issuer forgets it too; null when the issuer offers no such place. */
  farewell(issuer: string, idToken: string | null): Promise<string | null>;
}

/** Seconds a person may take on the issuer's pages. */
export const flowLifetime = 10 * 60;
const context = 'people/sign-in flow';

export function createRelyingParty(o: {
  issuers: Issuers;
  vault: Vault;
  now: () => number;
  publicUrl: () => string;
  /** A provider that an organization brings, by its exact address. */
  ownProvider?: (organization: OrganizationId, issuer: string) => Promise<IdentityProvider | undefined>;
}): RelyingParty {
  const redirectUri = (): string => `${o.publicUrl()}/auth/callback`;

  const read = (cookie: string | undefined): Flow | null => {
    if (cookie === undefined) return null;
    try {
      const flow: unknown = JSON.parse(o.vault.open(cookie, context));
      return shapeOf(Flow).fits(flow) && o.now() - flow.startedAt < flowLifetime * 1000 ? flow : null;
    } catch {
      return null;
    }
  };

  return {
    async begin(provider, { returnTo, organization = null }) {
      const configuration = await reach(o.issuers.configuration(provider), returnTo);
      const oidc = await import('openid-client');
      const flow: Flow = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        issuer: provider.issuer(),
        ...(organization === null ? {} : { organization }),
        returnTo,
        startedAt: o.now(),
      };
      const location = oidc.buildAuthorizationUrl(configuration, {
        ...provider.hint?.(returnTo),
        redirect_uri: redirectUri(),
        scope: 'openid profile email',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      });
      return { location: location.href, state: flow.state, cookie: o.vault.seal(JSON.stringify(flow), context) };
    },

    async finish(url, cookie) {
      const callback = new URL(url, o.publicUrl());
      const flow = read(cookie);
      const state = callback.searchParams.getAll('state');
      if (!flow || state.length !== 1 || state[0] !== flow.state)
        throw new SignInFailed(
          400,
          'This sign-in was not started in this browser, was used already, or took longer than ten minutes.',
        );
      const { returnTo, organization } = flow;
      const provider =
        organization === undefined
          ? o.issuers.byAddress(flow.issuer)
          : await o.ownProvider?.(organization, flow.issuer);
      if (!provider)
        throw new SignInFailed(400, 'The identity provider of this sign-in is no longer set up here.', { returnTo });
      const configuration = await reach(o.issuers.configuration(provider), returnTo);
      const oidc = await import('openid-client');
      const tokens = await oidc
        .authorizationCodeGrant(configuration, new URL(`${redirectUri()}${callback.search}`), {
          pkceCodeVerifier: flow.verifier,
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          idTokenExpected: true,
        })
        .catch((cause: unknown) => {
          throw refused(cause, returnTo);
        });
      const claims = tokens.claims();
      if (!claims) throw new SignInFailed(400, 'The identity provider did not say who signed in.', { returnTo });
      const text = (claim: unknown): string | undefined =>
        typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : undefined;
      const email = text(claims['email'])?.slice(0, 320) ?? null;
      const confined = organization === undefined ? null : confinedIssuer(organization, claims.iss);
      return {
        identity: {
          issuer: confined ?? provider.storedAs ?? claims.iss,
          subject: claims.sub,
          email,
          emailVerified: confined === null && email !== null && claims['email_verified'] === true,
          name: text(claims['name']) ?? text(claims['preferred_username']) ?? email ?? claims.sub,
        },
        issuer: confined ?? claims.iss,
        idToken: tokens.id_token,
        sid: text(claims['sid']),
        returnTo,
        startedAt: new Date(flow.startedAt),
      };
    },

    async farewell(issuer, idToken) {
      const provider = o.issuers.byAddress(issuer);
      if (!provider) return null;
      try {
        const configuration = await o.issuers.configuration(provider);
        if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
        const oidc = await import('openid-client');
        return oidc.buildEndSessionUrl(configuration, {
          post_logout_redirect_uri: `${o.publicUrl()}/`,
          ...(idToken === null ? {} : { id_token_hint: idToken }),
        }).href;
      } catch (error) {
        // Signing out here must succeed although the issuer is away.
        if (error instanceof IssuerUnreachable) return null;
        throw error;
      }
    },
  };
}

async function reach<T>(configuration: Promise<T>, returnTo: string): Promise<T> {
  try {
    return await configuration;
  } catch (cause) {
    if (cause instanceof IssuerUnreachable) throw away(cause, returnTo);
    throw cause;
  }
}

const away = (cause: unknown, returnTo: string): SignInFailed =>
  new SignInFailed(
    503,
    'The identity provider does not answer at the moment. People who are signed in already can go on working.',
    { returnTo, cause },
  );

/**
 * Everything that can be wrong with an answer of an issuer is the answer's fault: the person is asked to begin again,
 * the log says why.
 */
function refused(cause: unknown, returnTo: string): SignInFailed {
  for (let error = cause, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    if (error instanceof IssuerUnreachable) return away(cause, returnTo);
  }
  const denied = cause instanceof Error && 'error' in cause && cause.error === 'access_denied';
  return new SignInFailed(
    denied ? 401 : 400,
    denied
      ? 'The sign-in was cancelled.'
      : 'The answer of the identity provider could not be accepted. It may have been used before.',
    { returnTo, cause },
  );
}
