import type { Configuration, CustomFetch } from 'openid-client';
import { actingAs } from '@dossier/sdk';
import type { Contributions, Http } from '@dossier/sdk';
import type { IdentityProvider } from './contract.ts';

/** The sign-in itself, before anybody is known: it reads what plugins contributed to it. */
const signIn = actingAs({ kind: 'system', id: 'people', name: 'Sign-in' }, null);

/** The issuer does not answer, or answers that it cannot: the person may try again later. */
export class IssuerUnreachable extends Error {
  override readonly name = 'IssuerUnreachable';
}

/** The issuers that this installation trusts, with what each says about itself. */
export interface Issuers {
  list(): readonly { readonly id: string; readonly provider: IdentityProvider }[];
  /** By its exact address; undefined for any other. Nothing is fetched for an address that is not on the list. */
  byAddress(issuer: string): IdentityProvider | undefined;
  /** Discovered on first use and kept for an hour; a failed discovery is not kept. Throws {@link IssuerUnreachable}. */
  configuration(provider: IdentityProvider): Promise<Configuration>;
  /** From now on this provider is called as at an address that an organization gives: nowhere in our own network. */
  guard(provider: IdentityProvider): void;
  /** HTTP to an issuer, limited in time and size, sent to where this process reaches it. */
  fetchFor(
    provider: IdentityProvider,
  ): (
    url: string,
    options?: { method?: string; headers?: Headers | Record<string, string>; body?: unknown; signal?: AbortSignal },
  ) => Promise<Response>;
}

const keptFor = 60 * 60_000;
const timeout = 5_000;
const maxBytes = 512 * 1024;
/** So many are remembered at most: organizations bring their own. */
const MOST_KNOWN = 500;

export function createIssuers(o: {
  providers: Contributions<IdentityProvider>;
  http: Pick<Http, 'request'>;
  now: () => number;
}): Issuers {
  const guarded = new WeakSet<IdentityProvider>();
  const known = new Map<string, { readonly at: number; readonly configuration: Promise<Configuration> }>();

  const fetchFor: Issuers['fetchFor'] =
    (provider) =>
    async (url, options = {}) => {
      const headers = options.headers instanceof Headers ? Object.fromEntries(options.headers) : { ...options.headers };
      const body = options.body === undefined || options.body === null ? undefined : String(options.body);
      const answer = await o.http
        .request(reachable(provider, url), {
          method: options.method ?? 'GET',
          headers,
          timeout,
          maxBytes,
          ...(guarded.has(provider) ? { guard: 'public' as const } : {}),
          ...(body === undefined ? {} : { body }),
          ...(options.signal ? { signal: options.signal } : {}),
        })
        .catch((cause: unknown) => {
          throw new IssuerUnreachable('The identity provider does not answer.', { cause });
        });
      if (answer.status >= 500) throw new IssuerUnreachable(`The identity provider answers ${answer.status}.`);
      return new Response(answer.status === 204 || answer.text === '' ? null : answer.text, {
        status: answer.status,
        headers: { ...answer.headers },
      });
    };

  return {
    list: () => o.providers.list(signIn).map(({ id, value }) => ({ id, provider: value })),
    byAddress: (issuer) => o.providers.list(signIn).find(({ value }) => value.issuer() === issuer)?.value,
    fetchFor,
    guard: (provider) => void guarded.add(provider),
    configuration(provider) {
      const key = JSON.stringify([
        provider.issuer(),
        provider.clientId(),
        // What an organization brings shares nothing with what others bring.
        guarded.has(provider) ? [provider.clientSecret?.() ?? null] : null,
      ]);
      const found = known.get(key);
      if (found && o.now() - found.at < keptFor) return found.configuration;
      const entry = { at: o.now(), configuration: discovered(provider, fetchFor(provider)) };
      known.set(key, entry);
      if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!);
      entry.configuration.catch(() => {
        if (known.get(key) === entry) known.delete(key);
      });
      return entry.configuration;
    },
  };
}

/** The issuer names itself by its public address; this process may have to take another way to it. */
function reachable(provider: IdentityProvider, url: string): string {
  const way = provider.reachedAt?.();
  if (way === undefined) return url;
  const target = new URL(url);
  if (target.origin !== new URL(provider.issuer()).origin) return url;
  return `${new URL(way).origin}${target.pathname}${target.search}`;
}

async function discovered(provider: IdentityProvider, fetch: CustomFetch): Promise<Configuration> {
  // Loaded on the first sign-in: the start need not wait for it.
  const oidc = await import('openid-client');
  const secret = provider.clientSecret?.();
  const issuer = new URL(provider.issuer());
  const plain = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
  try {
    return await oidc.discovery(
      issuer,
      provider.clientId(),
      {},
      secret === undefined ? oidc.None() : oidc.ClientSecretBasic(secret),
      {
        // Signatures are checked even though the token comes straight from the issuer: inside a network that way may be
        // plain HTTP.
        execute: [...plain, oidc.enableNonRepudiationChecks],
        [oidc.customFetch]: fetch,
        timeout: timeout / 1000,
      },
    );
  } catch (cause) {
    throw new IssuerUnreachable('The identity provider does not say what it is.', { cause });
  }
}
