import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { Log } from '@dossier/sdk';
import { normal } from './accounts.ts';
import type { Accounts } from './accounts.ts';
import { accountPage } from './account-page.ts';
import type { Face } from '@dossier/core/platform/people/contract';
import type { AccountFaults } from './account-page.ts';
import { fromHere, readForm } from './forms.ts';
import type { ForgottenPages } from './forgotten/front.ts';
import type { Guests } from './guests.ts';
import type { KnownDevices } from './known-devices.ts';
import { loginPage, messagePage, policyFor } from './login-page.ts';
import type { LoginFaults } from './login-page.ts';
import { TooBusy } from './passwords.ts';
import { mountPath } from './provider.ts';
import { register } from './registration.ts';
import { longest } from './strength/weaknesses.ts';
import { inWords } from './throttle.ts';
import type { WayBack } from './way-back.ts';

/** The login page between the provider's two halves of a sign-in. */
export interface Interactions {
  serve(provider: Provider, request: IncomingMessage, response: ServerResponse, ip: string): Promise<void>;
}

/** The id in `/interaction/{id}`, or null for another path. */
export const interactionOf = (path: string): string | null =>
  /^\/interaction\/([A-Za-z0-9_-]{1,64})$/.exec(path)?.[1] ?? null;

const wrong = 'The e-mail address or the password is not right.';

export function createInteractions(o: {
  accounts: Accounts;
  guests: Guests;
  faceAt: (path: string) => Promise<Face | null>;
  wayBack: WayBack;
  /** Undefined where no link could be mailed. */
  forgotten: () => ForgottenPages | undefined;
  devices: KnownDevices;
  /** Notes a wrong password for whose it is not; an empty subject is nobody's. */
  refused: (subject: string, from: { headers: IncomingMessage['headers']; ip: string }) => Promise<void>;
  publicUrl: () => string;
  log: Log;
}): Interactions {
  const send = (
    response: ServerResponse,
    status: number,
    html: string,
    headers: Readonly<Record<string, string>> = {},
  ): void => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  };
  // Who presses Back after signing in is signed in: the way leads to the page, which knows, and asks who is not.
  const lost = (response: ServerResponse): void =>
    send(
      response,
      400,
      messagePage(
        'This sign-in cannot go on',
        'It is finished already, has expired, or was begun in another browser.',
        { href: '/', label: 'Go on' },
      ),
    );

  return {
    async serve(provider, request, response, ip) {
      const uid = interactionOf((request.url ?? '').split('?')[0]!);
      const details = await provider.interactionDetails(request, response).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'SessionNotFound') return null;
        throw error;
      });
      if (!details || details.uid !== uid || details.prompt.name !== 'login') return lost(response);
      const action = `${mountPath}/interaction/${details.uid}`;
      const offer = await o.guests.offer(details.params);
      const creation = `${action}?create`;
      const returnTo = o.wayBack.of(details.params);
      const face = await o.faceAt(returnTo);
      response.setHeader('content-security-policy', policyFor(face));
      const forgotten = o.forgotten();
      const forgot = `${action}?forgot`;
      if (forgotten && (request.url ?? '').endsWith('?forgot'))
        return forgotten.ask(request, response, {
          action: forgot,
          signIn: action,
          email: offer?.email ?? '',
          returnTo,
          face,
          ip,
        });
      const creates = offer !== null && (request.url ?? '').endsWith('?create');
      const show = (
        status: number,
        email: string,
        faults: LoginFaults,
        headers: Readonly<Record<string, string>> = {},
      ): void =>
        send(
          response,
          status,
          loginPage({
            action,
            email,
            faults,
            ...(offer ? { create: creation } : {}),
            ...(forgotten ? { forgot } : {}),
            face,
          }),
          headers,
        );
      const showAccount = (status: number, name: string, faults: AccountFaults): void =>
        send(
          response,
          status,
          accountPage({
            action: creation,
            signIn: action,
            email: offer?.email ?? '',
            name,
            organization: offer?.organizationName ?? '',
            faults,
          }),
        );

      const finish = async (accountId: string, email: string): Promise<void> => {
        response.appendHeader('set-cookie', o.devices.remember(request, normal(email)));
        await endOther(provider, request, response, accountId);
        await provider.interactionFinished(
          request,
          response,
          { login: { accountId } },
          { mergeWithLastSubmission: false },
        );
      };

      if (request.method === 'GET' || request.method === 'HEAD')
        return creates ? showAccount(200, '', {}) : show(200, offer?.email ?? '', {});
      if (request.method !== 'POST')
        return send(
          response,
          405,
          messagePage('Not possible', 'This page is opened and sent, nothing else.', {
            href: '/auth/login',
            label: 'Sign in',
          }),
          { allow: 'GET, POST' },
        );
      if (!fromHere(request, o.publicUrl()))
        return send(
          response,
          403,
          messagePage('You are not signed in', 'The form was sent from another site.', {
            href: '/auth/login',
            label: 'Begin again',
          }),
        );

      const form = await readForm(request);
      if (typeof form === 'number')
        return show(form, '', { form: 'What was sent is no sign-in form.' }, { connection: 'close' });
      const password = form.get('password') ?? '';
      if (creates) {
        const name = form.get('name') ?? '';
        const registered = await register(o.accounts, offer, { name, password }).catch(busy);
        if (registered === null)
          return showAccount(503, name, { form: 'Very many people are signing in. Try again in a moment.' });
        if ('faults' in registered) return showAccount(422, name.slice(0, 200), registered.faults);
        return await finish(registered.subject, offer.email);
      }
      const email = form.get('email')?.trim() ?? '';
      const faults: LoginFaults = {
        ...(email === '' ? { email: 'Enter your e-mail address.' } : {}),
        ...(password === '' ? { password: 'Enter your password.' } : {}),
      };
      if (Object.keys(faults).length > 0) return show(422, email, faults);

      try {
        const checked =
          email.length > 320 || password.length > 4 * longest
            ? { outcome: 'wrong' as const, subject: null }
            : await o.accounts.check(email, password, { address: ip, device: o.devices.idOf(request, normal(email)) });
        if (checked.outcome === 'right') return await finish(checked.subject, email);
        o.log.warn({ ip, outcome: checked.outcome }, 'A password was refused.');
        if (checked.outcome === 'wrong') {
          // The same work for an address that nobody has: how long it takes tells nothing.
          await o.refused(checked.subject ?? '', { headers: request.headers, ip });
          return show(422, email, { form: wrong });
        }
        return show(
          429,
          email,
          { form: `There were too many tries. Wait ${inWords(checked.seconds)} and try again.` },
          { 'retry-after': String(checked.seconds) },
        );
      } catch (error) {
        if (error instanceof TooBusy)
          return show(
            503,
            email,
            { form: 'Very many people are signing in. Try again in a moment.' },
            { 'retry-after': '5' },
          );
        throw error;
      }
    },
  };
}

/**
 * Somebody else has signed in in another window since the page was opened. The provider would first end that person's
 * session by a page with a script, which none of ours may run; so it is ended here.
 */
async function endOther(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  accountId: string,
): Promise<void> {
  const session = await provider.Session.get(provider.createContext(request, response));
  if (session.accountId === undefined || session.accountId === accountId) return;
  delete session.accountId;
  delete session.authorizations;
  await session.persist();
}

function busy(error: unknown): null {
  if (error instanceof TooBusy) return null;
  throw error;
}
