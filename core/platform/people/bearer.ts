import { Problem } from '@dossier/sdk';
import type { Clock } from '@dossier/sdk';
import type { JWTPayload } from 'jose';
import type { IdentityProvider } from './contract.ts';
import { algorithms, providerOf, skew } from './issuer-keys.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import type { Issuers } from './issuers.ts';
import { IssuerUnreachable } from './issuers.ts';

/** Does it look like a signed JWT (three dotted parts)? Other bearer credentials belong to other authenticators. */
export const looksSigned = (token: string): boolean => /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/.test(token);

/**
 * Checks access tokens of the issuers on the list (RFC 9068). The `iss` of an unproven token chooses no address that is
 * not listed, keys come only from the issuer's own document, an id_token is refused, and every fault is a 401.
 * When the issuer is away, keys that are known go on serving; an unknown key is answered with 503.
 */
export interface BearerTokens {
  verify(token: string): Promise<{
    readonly provider: IdentityProvider;
    readonly subject: string;
    readonly id: string;
    readonly until: string;
  }>;
}

export function createBearerTokens(o: {
  issuers: Issuers;
  keys: IssuerKeys;
  clock: Clock;
  publicUrl: () => string;
  refuse: (why: string) => Problem;
}): BearerTokens {
  return {
    async verify(token) {
      const jose = await import('jose');
      const provider = await providerOf(token, o.issuers);
      if (!provider) throw o.refuse('This token comes from no issuer that is set up here.');
      try {
        const { payload, protectedHeader } = await jose.jwtVerify(token, await o.keys.of(provider), {
          issuer: provider.issuer(),
          audience: [provider.clientId(), o.publicUrl()],
          algorithms,
          clockTolerance: skew,
          requiredClaims: ['sub', 'exp'],
          currentDate: o.clock.now(),
        });
        if (!isAccessToken(protectedHeader.typ, payload)) throw o.refuse('This is not an access token.');
        return {
          provider,
          subject: payload.sub!,
          id: payload.jti ?? `${payload.sub}:${payload.exp}`,
          until: new Date(payload.exp! * 1000).toISOString(),
        };
      } catch (error) {
        if (Problem.is(error)) throw error;
        if (error instanceof IssuerUnreachable)
          throw new Problem(503, 'issuer-unreachable', 'The identity provider does not answer', {
            detail: 'The token cannot be checked at the moment. Try again shortly.',
            headers: { 'retry-after': '5' },
            cause: error,
          });
        throw o.refuse('This access token is not valid, or no longer.');
      }
    },
  };
}

/** Keycloak marks access tokens by the claim `typ: Bearer`, RFC 9068 by the header. */
const isAccessToken = (typ: string | undefined, payload: JWTPayload): boolean =>
  typ?.toLowerCase() === 'at+jwt' || typ?.toLowerCase() === 'application/at+jwt' || payload['typ'] === 'Bearer';
