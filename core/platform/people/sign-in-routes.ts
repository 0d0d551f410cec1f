import { addressText, pathText, respond, Type } from '@dossier/sdk';
import type { Answer, Log, RouteHandlers, RouteSpec } from '@dossier/sdk';
import { cookiesFor } from './cookies.ts';
import { demandOurPages } from './csrf.ts';
import { originOf } from './device.ts';
import type { Origin } from './device.ts';
import type { Choices } from './choices.ts';
import { page, passwordPage } from './page.ts';
import { flowLifetime, SignInFailed } from './relying-party.ts';
import type { RelyingParty, SignedIn } from './relying-party.ts';
import { safeReturnTo } from './return-to.ts';

const why = 'Somebody who signs in or out is not known yet, or no longer.';

const html = ['text/html'];
const Leaving = Type.Object(
  { redirectTo: pathText('Where the browser is to go, to sign out at the identity provider too.') },
  { examples: [{ redirectTo: 'https://dossier.example/' }] },
);

/** The browser's way in and out: redirects, and pages for what goes wrong on the way. */
export const signInRoutes = {
  login: {
    method: 'GET',
    url: '/auth/login',
    gate: { open: 'to everyone', why },
    summary: 'Begin to sign in: leads the browser to the identity provider',
    perMinute: 300,
    status: 303,
    query: Type.Object({
      returnTo: Type.Optional(Type.String({ description: 'Path to come back to; the start page unless given.' })),
      issuer: Type.Optional(Type.String({ description: 'Which identity provider, where there are several.' })),
      here: Type.Optional(
        Type.String({ description: 'Set by the redirect to the public address, so that it leads there once.' }),
      ),
    }),
    otherAnswers: {
      200: {
        summary: 'Choice of the identity provider, where there are several, or the form of a directory',
        media: html,
      },
      400: { summary: 'There is no such identity provider', media: html },
      503: { summary: 'No identity provider can be reached', media: html },
    },
  },
  callback: {
    method: 'GET',
    url: '/auth/callback',
    gate: { open: 'to everyone', why },
    summary: 'Come back from the identity provider: sets the cookie of the session',
    perMinute: 300,
    status: 303,
    // Whatever comes here is a person in the middle of signing in, who gets a page.
    query: Type.Object(
      {},
      {
        'x-documented': {
          properties: {
            state: Type.String({ description: 'Of the sign-in that was begun in this browser.' }),
            code: Type.String({ description: 'Authorization code.' }),
            iss: addressText('Address of the identity provider (RFC 9207).'),
            error: Type.String({ description: 'Why the identity provider refuses, in the place of the code.' }),
            error_description: Type.String(),
          },
          required: ['state'],
        },
      },
    ),
    otherAnswers: {
      400: { summary: 'The sign-in was not begun here, is too old, or was answered wrongly', media: html },
      401: { summary: 'The sign-in was cancelled, or is disabled', media: html },
      503: { summary: 'The identity provider cannot be reached', media: html },
    },
  },
  logout: {
    method: 'POST',
    url: '/auth/logout',
    gate: { open: 'to everyone', why },
    summary: 'Sign out; a form of our own pages is redirected, a script gets the address to go to',
    status: 200,
    reply: Leaving,
    otherAnswers: { 303: { summary: 'Redirect, for what navigates' } },
    problems: { 403: 'The request comes from another site (`csrf`)' },
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

/**
 * What the routes do with a proven identity: opens a session, closes one. `leave` gives what is needed to sign out at
 * the issuer too.
 */
export interface Entrance {
  enter(proven: SignedIn, former: string | undefined, from: Origin): Promise<{ secret: string; returnTo: string }>;
  leave(secret: string): Promise<{ issuer: string; idToken: string | null } | null>;
}

/** So many sign-ins may be under way in a browser in addition to the one that begins. */
const othersKept = 3;

const again = (returnTo: string): string => `/auth/login?returnTo=${encodeURIComponent(returnTo)}`;
const redirect = (location: string, cookies: readonly string[] = []): Answer =>
  respond(undefined, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) },
  });

/** `lifetime` of a session's cookie is in seconds. */
export function handleSignIn(o: {
  party: RelyingParty;
  choices: Pick<Choices, 'at' | 'face'>;
  entrance: Entrance;
  publicUrl: () => string;
  lifetime: number;
  log: Log;
}): RouteHandlers<typeof signInRoutes> {
  const failed = (error: unknown, cookies: readonly string[]): Answer => {
    if (!(error instanceof SignInFailed)) throw error;
    o.log.warn(
      { reason: error.message, cause: error.cause instanceof Error ? error.cause.message : undefined },
      'A sign-in failed.',
    );
    return page({
      status: error.status,
      title: error.status === 503 ? 'Signing in is not possible right now' : 'You are not signed in',
      text: error.message,
      ways: [{ href: again(error.returnTo), label: 'Try again' }],
      cookies,
    });
  };

  return {
    async login({ query, cookies, headers, url }) {
      const publicUrl = o.publicUrl();
      // The cookies belong to the public address: a browser that came by another name (localhost for 127.0.0.1) is
      // redirected there first, once.
      if (query.here === undefined && headers['host'] !== undefined && headers['host'] !== new URL(publicUrl).host) {
        return redirect(
          `${publicUrl}/auth/login?${new URLSearchParams([...new URL(url, publicUrl).searchParams, ['here', '1']]).toString()}`,
        );
      }
      const returnTo = safeReturnTo(query.returnTo, publicUrl);
      const known = await o.choices.at(returnTo);
      const chosen = query.issuer === undefined ? known : known.filter(({ id }) => id === query.issuer);
      if (chosen.length === 0) {
        return page({
          status: query.issuer === undefined ? 503 : 400,
          title: 'Signing in is not possible',
          text:
            query.issuer === undefined
              ? 'No identity provider is ready. Try again in a moment.'
              : 'There is no such identity provider here.',
          ways: [{ href: again(returnTo), label: 'Try again' }],
        });
      }
      const face = await o.choices.face(returnTo);
      if (chosen.length > 1) {
        return page({
          status: 200,
          title: 'Sign in',
          text: 'Where is your account?',
          face,
          ways: chosen.map(({ id, title }) => ({
            href: `${again(returnTo)}&issuer=${encodeURIComponent(id)}`,
            label: title,
          })),
        });
      }
      const [one] = chosen;
      if (one!.kind === 'verifier') {
        const shown = passwordPage({
          way: one!.id,
          title: one!.title,
          returnTo,
          name: '',
          face,
          others: known.length > 1,
        });
        return respond(shown.html, { status: 200, headers: { ...shown.headers, 'cache-control': 'no-store' } });
      }
      const names = cookiesFor(publicUrl);
      try {
        const begun = await o.party.begin(one!.provider, { returnTo, organization: one!.organization });
        // Browsers send the oldest first.
        const given = Object.keys(cookies).filter(names.isFlow).slice(0, -othersKept);
        return redirect(begun.location, [
          ...given.map(names.clear),
          names.set(names.flow(begun.state), begun.cookie, flowLifetime),
        ]);
      } catch (error) {
        return failed(error, []);
      }
    },

    async callback({ url, cookies, headers, ip }) {
      const names = cookiesFor(o.publicUrl());
      const name = names.flow(new URL(url, o.publicUrl()).searchParams.get('state') ?? '');
      try {
        const proven = await o.party.finish(url, cookies[name]);
        const entered = await o.entrance.enter(proven, cookies[names.session], originOf({ headers, ip }));
        return redirect(entered.returnTo, [names.set(names.session, entered.secret, o.lifetime), names.clear(name)]);
      } catch (error) {
        return failed(error, []);
      }
    },

    async logout({ cookies, headers }) {
      demandOurPages('POST', headers, o.publicUrl());
      const names = cookiesFor(o.publicUrl());
      const secret = cookies[names.session];
      const left = secret === undefined ? null : await o.entrance.leave(secret);
      const location = (left && (await o.party.farewell(left.issuer, left.idToken))) ?? `${o.publicUrl()}/`;
      const gone = [names.clear(names.session), ...Object.keys(cookies).filter(names.isFlow).map(names.clear)];
      // A script cannot follow a redirect to the issuer's pages itself: it gets the address to go to.
      const navigates =
        headers['sec-fetch-mode'] === 'navigate' || String(headers['accept'] ?? '').includes('text/html');
      return navigates
        ? redirect(location, gone)
        : respond(
            { redirectTo: location },
            { status: 200, headers: { 'set-cookie': gone, 'cache-control': 'no-store' } },
          );
    },
  };
}
