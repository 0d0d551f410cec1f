import type { Clock } from '@dossier/sdk';
import type { CryptoKey, JWSHeaderParameters, FlattenedJWSInput, RemoteJWKSet } from 'jose';
import type { IdentityProvider } from './contract.ts';
import { IssuerUnreachable } from './issuers.ts';
import type { Issuers } from './issuers.ts';

/** Signatures of issuers that are accepted: none that is symmetric or missing. */
export const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** Seconds by which clocks may differ. */
export const skew = 5;
/**
 * Milliseconds after which an unknown key makes the list be read again: soon after a change of keys, never for every
 * forged token.
 */
const rereadAfter = 1_000;
/** Milliseconds without a new attempt after one that failed. */
const leaveAlone = 10_000;

/**
 * Keys that issuers publish. When the issuer is away, keys that are known go on serving; an unknown key is
 * {@link IssuerUnreachable}.
 */
export interface IssuerKeys {
  of(provider: IdentityProvider): Promise<(header: JWSHeaderParameters, jws: FlattenedJWSInput) => Promise<CryptoKey>>;
}

export function createIssuerKeys(o: { issuers: Issuers; clock: Clock; refuse: (why: string) => Error }): IssuerKeys {
  const keySets = new Map<string, RemoteJWKSet>();
  const failedAt = new Map<RemoteJWKSet, number>();

  return {
    async of(provider) {
      const jose = await import('jose');
      const { jwks_uri: address } = (await o.issuers.configuration(provider)).serverMetadata();
      if (address === undefined) throw o.refuse('This issuer publishes no keys.');
      let found = keySets.get(address);
      if (!found)
        keySets.set(
          address,
          (found = jose.createRemoteJWKSet(new URL(address), {
            cacheMaxAge: 60 * 60_000,
            cooldownDuration: rereadAfter,
            [jose.customFetch]: o.issuers.fetchFor(provider),
          })),
        );
      const keys = found;
      return async (header, jws) => {
        const known = async (otherwise: Error): Promise<CryptoKey> => {
          const stale = keys.jwks();
          if (stale === undefined) throw otherwise;
          return await jose
            .createLocalJWKSet(stale)(header, jws)
            .catch(() => {
              throw otherwise;
            });
        };
        const now = o.clock.time();
        // An issuer that just failed to answer is left alone for a while: no request waits for it again.
        if (now - (failedAt.get(keys) ?? -Infinity) < leaveAlone)
          return known(new IssuerUnreachable('The identity provider did not answer a moment ago.'));
        try {
          return await keys(header, jws);
        } catch (error) {
          if (!(error instanceof IssuerUnreachable)) throw error;
          failedAt.set(keys, now);
          return known(error);
        }
      };
    },
  };
}

/** The issuer that an unproven token names, if it is on the list: it chooses no address that is not. */
export async function providerOf(token: string, issuers: Issuers): Promise<IdentityProvider | undefined> {
  const jose = await import('jose');
  try {
    const { iss } = jose.decodeJwt(token);
    return iss === undefined ? undefined : issuers.byAddress(iss);
  } catch {
    return undefined;
  }
}
