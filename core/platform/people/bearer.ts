import { Problem } from '@dossier/sdk';
import type { Clock } from '@dossier/sdk';
import type { CryptoKey, JWTPayload, RemoteJWKSet } from 'jose';
import type { IdentityProvider } from './contract.ts';
import type { Issuers } from './issuers.ts';
import { IssuerUnreachable } from './issuers.ts';

/** Does it look like a signed JWT (three dotted parts)? Other bearer credentials belong to other authenticators. */
export const looksSigned = (token: string): boolean => /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/.test(token);

const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** Milliseconds after which an unknown key makes the list be read again: soon after a change of keys, never for every forged token. */
const rereadAfter = 1_000;
/** Milliseconds without a new attempt after one that failed. */
const leaveAlone = 10_000;
/** Seconds by which clocks may differ. */
const skew = 5;

/**
 * Checks access tokens of the issuers on the list (RFC 9068). The `iss` of an unproven token chooses no address that is not listed,
 * keys come only from the issuer's own document, an id_token is refused, and every fault is a 401.
 * When the issuer is away, keys that are known go on serving; an unknown key is answered with 503.
 */
export interface BearerTokens {
  verify(token: string): Promise<{ readonly provider: IdentityProvider; readonly subject: string; readonly id: string; readonly until: string }>;
}

export function createBearerTokens(o: { issuers: Issuers; clock: Clock; publicUrl: () => string; refuse: (why: string) => Problem }): BearerTokens {
  const keySets = new Map<string, RemoteJWKSet>();
  const failedAt = new Map<RemoteJWKSet, number>();

  const keysOf = async (provider: IdentityProvider): Promise<RemoteJWKSet> => {
    const jose = await import('jose');
    const { jwks_uri: address } = (await o.issuers.configuration(provider)).serverMetadata();
    if (address === undefined) throw o.refuse('This issuer publishes no keys.');
    let keys = keySets.get(address);
    if (!keys) keySets.set(address, (keys = jose.createRemoteJWKSet(new URL(address), { cacheMaxAge: 60 * 60_000, cooldownDuration: rereadAfter, [jose.customFetch]: o.issuers.fetchFor(provider) })));
    return keys;
  };

  return {
    async verify(token) {
      const jose = await import('jose');
      const issuer = read(() => jose.decodeJwt(token).iss);
      const provider = issuer === undefined ? undefined : o.issuers.byAddress(issuer);
      if (!provider) throw o.refuse('This token comes from no issuer that is set up here.');
      try {
        const keys = await keysOf(provider);
        const { payload, protectedHeader } = await jose.jwtVerify(token, async (header, jws) => {
          const known = async (otherwise: Error): Promise<CryptoKey> => {
            const stale = keys.jwks();
            if (stale === undefined) throw otherwise;
            return await jose.createLocalJWKSet(stale)(header, jws).catch(() => { throw otherwise; });
          };
          const now = o.clock.now().getTime();
          // An issuer that just failed to answer is left alone for a while: no request waits for it again.
          if (now - (failedAt.get(keys) ?? -Infinity) < leaveAlone) return known(new IssuerUnreachable('The identity provider did not answer a moment ago.'));
          try {
            return await keys(header, jws);
          } catch (error) {
            if (!(error instanceof IssuerUnreachable)) throw error;
            failedAt.set(keys, now);
            return known(error);
          }
        }, { issuer: provider.issuer(), audience: [provider.clientId(), o.publicUrl()], algorithms, clockTolerance: skew, requiredClaims: ['sub', 'exp'], currentDate: o.clock.now() });
        if (!isAccessToken(protectedHeader.typ, payload)) throw o.refuse('This is not an access token.');
        return { provider, subject: payload.sub!, id: payload.jti ?? `${payload.sub}:${payload.exp}`, until: new Date(payload.exp! * 1000).toISOString() };
      } catch (error) {
        if (Problem.is(error)) throw error;
        if (error instanceof IssuerUnreachable) throw new Problem(503, 'issuer-unreachable', 'The identity provider does not answer', { detail: 'The token cannot be checked at the moment. Try again shortly.', headers: { 'retry-after': '5' }, cause: error });
        throw o.refuse('This access token is not valid, or no longer.');
      }
    },
  };
}

/** Keycloak marks access tokens by the claim `typ: Bearer`, RFC 9068 by the header. */
const isAccessToken = (typ: string | undefined, payload: JWTPayload): boolean =>
  typ?.toLowerCase() === 'at+jwt' || typ?.toLowerCase() === 'application/at+jwt' || payload['typ'] === 'Bearer';

function read<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
