/** The token by which an organization's account is known, asked for when the last one is about to end. */
import { shapeOf, Type } from '@dossier/sdk';
import type { Clock, Http } from '@dossier/sdk';
import { OfficeError } from './errors.ts';

/** Milliseconds before its end in which a token is not used any more. */
const EARLY = 60_000;
const USUAL = 1_199;

export interface Credentials {
  /** Where the service is: `https://ops.epo.org`. */
  readonly base: string;
  readonly key: string;
  readonly secret: string;
}

export interface Tokens {
  /** One for all that ask at the same time. Throws {@link OfficeError}. */
  current(): Promise<string>;
  /** This one was refused: the next call asks for another. */
  refused(token: string): void;
}

const granted = shapeOf(
  Type.Object({
    access_token: Type.String({ minLength: 1 }),
    expires_in: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  }),
);

export function createTokens(o: {
  readonly http: Pick<Http, 'request'>;
  readonly clock: Clock;
  readonly credentials: Credentials;
}): Tokens {
  let held: { readonly token: string; readonly until: number } | null = null;
  let asking: Promise<string> | null = null;

  const ask = async (): Promise<string> => {
    const { base, key, secret } = o.credentials;
    const answer = await o.http
      .request(`${base}/3.2/auth/accesstoken`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      })
      .catch(() => {
        throw new OfficeError('unavailable');
      });
    if (answer.status === 400 || answer.status === 401 || answer.status === 403) throw new OfficeError('wrong-key');
    if (answer.status !== 200) throw new OfficeError('unavailable', { code: String(answer.status) });
    const { access_token: token, expires_in } = grantedIn(answer.text);
    const seconds = Number(expires_in ?? USUAL);
    const until = o.clock.time() + (Number.isFinite(seconds) ? seconds : USUAL) * 1_000 - EARLY;
    held = { token, until };
    return token;
  };

  return {
    current: () => {
      if (held && o.clock.time() < held.until) return Promise.resolve(held.token);
      asking ??= ask().finally(() => (asking = null));
      return asking;
    },
    refused: (token) => {
      if (held?.token === token) held = null;
    },
  };
}

function grantedIn(text: string): { access_token: string; expires_in?: string | number } {
  try {
    const found: unknown = JSON.parse(text);
    if (granted.fits(found)) return found;
  } catch {
    // What is no JSON is no token either.
  }
  throw new OfficeError('unreadable');
}
