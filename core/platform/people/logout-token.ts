import { shapeOf, Type } from '@dossier/sdk';
import type { Clock } from '@dossier/sdk';
import { algorithms, providerOf, skew } from './issuer-keys.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import { IssuerUnreachable } from './issuers.ts';
import type { Issuers } from './issuers.ts';

/**
 * What an issuer says in a logout token: which of its sessions, or whose, have ended. At least one of `sid` and
 * `subject` is there.
 */
export interface LogoutToken {
  readonly issuer: string;
  /** Under which name this issuer's identities are stored. */
  readonly storedAs: string;
  readonly sid: string | undefined;
  readonly subject: string | undefined;
  readonly issuedAt: Date;
}

/** The token is not one, or not for us; the text is for the operator of the issuer. */
export class LogoutRefused extends Error {
  override readonly name = 'LogoutRefused';
}

const Claims = Type.Object({
  iss: Type.String(),
  iat: Type.Number(),
  exp: Type.Number(),
  jti: Type.String({ minLength: 1, maxLength: 500 }),
  sub: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  sid: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  events: Type.Object({ 'http://schemas.openid.net/event/backchannel-logout': Type.Object({}) }),
});
/** A token that took longer than this to arrive is no news any more. */
const oldest = '10m';
const capacity = 10_000;

/**
 * Checks logout tokens as OpenID Connect Back-Channel Logout 1.0, section 2.6, says, and hands what they say to `end`.
 * A token is accepted once on each node, unless `end` fails: an issuer that was asked to try again sends the same.
 * Throws {@link LogoutRefused}, {@link IssuerUnreachable} and what `end` throws.
 */
export function createLogoutTokens(o: {
  issuers: Issuers;
  keys: IssuerKeys;
  clock: Clock;
  end: (logout: LogoutToken) => Promise<void>;
}): { accept(token: string): Promise<void> } {
  /** `iss jti`, and when it may be forgotten. */
  const accepted = new Map<string, number>();
  const remember = (name: string, until: number): void => {
    const now = o.clock.time();
    for (const [one, end] of accepted) if (end <= now || accepted.size >= capacity) accepted.delete(one);
    accepted.set(name, until);
  };

  return {
    async accept(token) {
      const provider = await providerOf(token, o.issuers);
      if (!provider) throw new LogoutRefused('The token comes from no issuer that is set up here.');
      const jose = await import('jose');
      const {
        payload,
        protectedHeader: { typ },
      } = await jose
        .jwtVerify(token, await o.keys.of(provider), {
          issuer: provider.issuer(),
          audience: provider.clientId(),
          algorithms,
          clockTolerance: skew,
          maxTokenAge: oldest,
          currentDate: o.clock.now(),
        })
        .catch((error: unknown) => {
          throw error instanceof IssuerUnreachable
            ? error
            : new LogoutRefused('The signature, the audience or the age of the token is wrong.', { cause: error });
        });
      // An access token or an ID token is signed by the same keys for the same audience; neither ends a session.
      if (typ !== undefined && !/^(application\/)?(logout\+jwt|jwt)$/i.test(typ))
        throw new LogoutRefused('The token is of another type.');
      if (!shapeOf(Claims).fits(payload) || 'nonce' in payload)
        throw new LogoutRefused('The claims are not those of a logout token.');
      if (payload.sid === undefined && payload.sub === undefined)
        throw new LogoutRefused('The token names neither a session nor a subject.');
      const name = `${payload.iss} ${payload.jti}`;
      if (accepted.has(name)) throw new LogoutRefused('The token was used before.');
      remember(name, (payload.exp + skew) * 1000);
      // Whole seconds: a session of the second in which the token was made is meant.
      await o
        .end({
          issuer: payload.iss,
          storedAs: provider.storedAs ?? payload.iss,
          sid: payload.sid,
          subject: payload.sub,
          issuedAt: new Date((payload.iat + 1) * 1000),
        })
        .catch((error: unknown) => {
          accepted.delete(name);
          throw error;
        });
    },
  };
}
