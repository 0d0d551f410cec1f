import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type Provider from 'oidc-provider';
import type { JsonWebKey } from 'node:crypto';
import type { Clock, Database, Log, Vault } from '@dossier/sdk';
import type { Accounts } from './accounts.ts';
import { adapterFor } from './adapter.ts';
import { invitationParameter } from './guests.ts';
import { messagePage } from './login-page.ts';
import { wayBackParameter } from './way-back.ts';

/** The one client: the relying party of this installation. */
export const clientId = 'dossier';
/** Both ends know it without storing it; it changes with the installation's key. */
export const clientSecret = (vault: Vault): string => vault.fingerprint('client secret', 'sign-in/client');

/** Below this path of the installation the provider answers. */
export const mountPath = '/oidc';
const minutes = 60;
/**
 * For so many seconds after giving the password a person is not asked again, however often they come by. Not more than
 * the shortest limit that an installation can set to idle sessions: else a person who was idle, or somebody at their
 * desk, would be let in again without it.
 */
const remembered = 5 * minutes;
/** So long a person may take on the pages of a sign-in, in seconds. */
const interaction = 30 * minutes;

/**
 * Makes the provider for an address and a list of keys. Everything it remembers is in the database, so it may be made
 * anew at any time.
 */
export async function createProvider(o: {
  publicUrl: string;
  keys: readonly JsonWebKey[];
  accounts: Accounts;
  database: Database;
  clock: Clock;
  vault: Vault;
  log: Log;
}): Promise<Provider> {
  // Loaded with the first sign-in, not with the start.
  const { default: OpenIdProvider, errors } = await import('oidc-provider');
  const adapter = adapterFor({
    database: o.database,
    clock: o.clock,
    vault: o.vault,
    refuse: (why) => new errors.InvalidGrant(why),
  });
  const again = { href: '/', label: 'To the start page' };

  const configuration: Configuration = {
    adapter,
    jwks: { keys: [...o.keys] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret(o.vault),
        client_name: 'Dossier',
        redirect_uris: [`${o.publicUrl}/auth/callback`],
        post_logout_redirect_uris: [`${o.publicUrl}/`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
        default_max_age: remembered,
        id_token_signed_response_alg: 'RS256',
      },
    ],
    responseTypes: ['code'],
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    // Everything about the person stands in the id_token: no second call.
    conformIdTokenClaims: false,
    clientAuthMethods: ['client_secret_basic'],
    pkce: { required: () => true },
    // A person who follows an invitation may create their account on the way.
    extraParams: [invitationParameter, wayBackParameter],
    findAccount: async (_ctx, subject) => {
      const account = await o.accounts.find(subject);
      return account
        ? {
            accountId: account.subject,
            claims: () => ({
              sub: account.subject,
              name: account.name,
              email: account.email,
              email_verified: account.emailVerified,
            }),
          }
        : undefined;
    },
    interactions: { url: (_ctx, interaction) => `${mountPath}/interaction/${interaction.uid}` },
    loadExistingGrant: (ctx) => ownGrant(ctx),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      dPoP: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => leave(ctx, form, o.publicUrl),
        postLogoutSuccessSource(ctx) {
          ctx.type = 'html';
          ctx.body = messagePage('Signed out', 'You are signed out.', again);
        },
      },
    },
    cookies: {
      keys: [o.vault.fingerprint('cookie key', 'sign-in/cookies')],
      names: { session: 'dossier_op', interaction: 'dossier_op_interaction', resume: 'dossier_op_resume' },
      long: { signed: true, httpOnly: true, sameSite: 'lax', path: mountPath },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    ttl: {
      // As long as somebody may take on the password page, which belongs to it: when it is asked for is said above.
      Session: () => remembered + interaction,
      Grant: () => remembered,
      Interaction: () => interaction,
      AuthorizationCode: () => minutes,
      AccessToken: () => 5 * minutes,
      IdToken: () => 5 * minutes,
    },
    renderError(ctx, out) {
      ctx.type = 'html';
      ctx.body = messagePage(
        'You are not signed in',
        `The sign-in could not be completed (${out.error}). Begin again.`,
        { href: '/auth/login', label: 'Sign in' },
      );
    },
  };

  const provider = new OpenIdProvider(`${o.publicUrl}${mountPath}`, configuration);
  // The handler in front sets the forwarded host itself, so the provider sees the public address whatever way a request
  // came.
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => o.log.error({ err: error }, 'The OpenID provider failed.'));
  return provider;
}

/** Our own client needs nobody's consent. */
async function ownGrant(ctx: KoaContextWithOIDC) {
  const { client, session, provider } = ctx.oidc;
  if (!client || client.clientId !== clientId || !session?.accountId) return undefined;
  const known = session.grantIdFor(client.clientId);
  const existing = known === undefined ? undefined : await provider.Grant.find(known);
  if (existing) return existing;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid profile email');
  await grant.save();
  return grant;
}

/**
 * A request with the id_token of this very session comes from our own pages, where the person asked to sign out: no
 * second question. Others are asked.
 */
async function leave(ctx: KoaContextWithOIDC, form: string, publicUrl: string): Promise<void> {
  const hint = ctx.oidc.entities.IdTokenHint;
  const session = ctx.oidc.session;
  if (
    session &&
    ctx.oidc.client?.clientId === clientId &&
    hint !== undefined &&
    hint.payload['sub'] === session.accountId
  ) {
    await session.destroy();
    ctx.oidc.cookies.set(ctx.oidc.provider.cookieName('session'), null, { path: mountPath, signed: true });
    ctx.status = 303;
    ctx.redirect(`${publicUrl}/`);
    return;
  }
  ctx.type = 'html';
  ctx.body = messagePage('Sign out?', 'Do you want to sign out?', { href: '/', label: 'Stay signed in' }).replace(
    '</main>',
    `${form}<p></p><button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button></main>`,
  );
}
