import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWTPayload } from 'jose';
import type { Contributions, Http, Vault } from '@dossier/sdk';
import type { IdentityProvider } from '../contract.ts';
import { createIssuers } from '../issuers.ts';
import type { Issuers } from '../issuers.ts';

export const address = 'https://id.example/realms/main';
export const publicUrl = 'https://dossier.example';
const client = 'dossier';

/** An issuer that answers as the test wants, reached through a stand-in for HTTP. */
export interface FakeIssuer {
  readonly issuers: Issuers;
  readonly http: Pick<Http, 'request'>;
  readonly provider: IdentityProvider;
  /** Addresses that were asked, in order. */
  readonly asked: string[];
  state: 'up' | 'down' | 'failing';
  /** What the token endpoint answers next. */
  answer: () => Promise<{ status: number; body: object }>;
  /** Form fields that the token endpoint received last. */
  received: URLSearchParams;
  sign(claims: JWTPayload, header?: object, key?: CryptoKey): Promise<string>;
  /** Publishes another key and signs with it from now on. */
  rotate(): Promise<void>;
}

/** Seconds since 1970, as JWTs count. */
export const inSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

export async function fakeIssuer(now: () => number, o: Partial<IdentityProvider> = {}): Promise<FakeIssuer> {
  let number = 0;
  let pair = await generateKeyPair('RS256', { extractable: true });
  const jwks: object[] = [];
  const publish = async (): Promise<void> => {
    jwks.push({ ...(await exportJWK(pair.publicKey)), kid: `k${++number}`, use: 'sig', alg: 'RS256' });
  };
  await publish();

  const http: Pick<Http, 'request'> = {
    async request(url, request = {}) {
      fake.asked.push(url);
      if (fake.state === 'down') throw new Error('The service cannot be reached.');
      const reply = (status: number, body: object) => ({
        status,
        headers: { 'content-type': 'application/json' },
        text: JSON.stringify(body),
      });
      if (fake.state === 'failing') return reply(502, {});
      const path = new URL(url).pathname;
      if (path.endsWith('/.well-known/openid-configuration')) {
        return reply(200, {
          issuer: address,
          authorization_endpoint: `${address}/auth`,
          token_endpoint: `${address}/token`,
          jwks_uri: `${address}/certs`,
          end_session_endpoint: `${address}/logout`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
        });
      }
      if (path.endsWith('/certs')) return reply(200, { keys: jwks });
      if (path.endsWith('/token')) {
        fake.received = new URLSearchParams(request.body ?? '');
        const { status, body } = await fake.answer();
        return reply(status, body);
      }
      return reply(404, {});
    },
  };
  const provider: IdentityProvider = {
    title: 'Main',
    issuer: () => address,
    clientId: () => client,
    clientSecret: () => 'secret',
    ...o,
  };
  const providers: Contributions<IdentityProvider> = {
    list: () => [{ id: 'main', value: provider }],
    get: () => provider,
    demand: () => provider,
    ids: () => ['main'],
    installed: () => [{ id: 'main', value: provider }],
    isComplete: () => true,
  };
  const fake: FakeIssuer = {
    issuers: createIssuers({ providers, http, now }),
    http,
    provider,
    asked: [],
    state: 'up',
    received: new URLSearchParams(),
    answer: async () => ({ status: 400, body: { error: 'invalid_grant' } }),
    sign: (claims, header = {}, key = pair.privateKey) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: `k${number}`, ...header }).sign(key),
    async rotate() {
      pair = await generateKeyPair('RS256', { extractable: true });
      await publish();
    },
  };
  return fake;
}

/** Seals with a key of its own; enough to show that a cookie cannot be read, changed or moved. */
export function testVault(): Vault {
  const key = randomBytes(32);
  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    fingerprint: (secret, purpose) => createHmac('sha256', key).update(`${purpose} ${secret}`).digest('base64url'),
  };
}
