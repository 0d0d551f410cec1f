import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '@dossier/sdk';
import type { Log } from '@dossier/sdk';
import type { Face } from '@dossier/core/platform/people/contract';
import { fromHere, readForm } from '../forms.ts';
import { messagePage, policyFor } from '../login-page.ts';
import { TooBusy } from '../passwords.ts';
import { mountPath } from '../provider.ts';
import { inWords } from '../throttle.ts';
import type { Forgotten } from './forgotten.ts';
import { askPage, changedPage, choosePage, goneLinkPage, sentPage } from './pages.ts';

/** The secret in `/password/{secret}`, or null for another path. */
export const secretOf = (path: string): string | null => /^\/password\/([A-Za-z0-9_-]{43})$/.exec(path)?.[1] ?? null;
/** Where a link leads, below the address of the installation. */
export const linkPath = (secret: string): string => `${mountPath}/password/${secret}`;

const again = (returnTo: string): string =>
  returnTo === '/' ? '/auth/login' : `/auth/login?returnTo=${encodeURIComponent(returnTo)}`;

/** The two pages of a forgotten password. */
export interface ForgottenPages {
  /** Asks for the address and has the link mailed; within a sign-in, whose form this browser alone can send. */
  ask(
    request: IncomingMessage,
    response: ServerResponse,
    o: { action: string; signIn: string; email: string; returnTo: string; face: Face | null; ip: string },
  ): Promise<void>;
  /** Where the link leads. */
  choose(request: IncomingMessage, response: ServerResponse, o: { secret: string; ip: string }): Promise<void>;
}

export function createForgottenPages(o: {
  forgotten: Forgotten;
  faceAt: (path: string) => Promise<Face | null>;
  publicUrl: () => string;
  log: Log;
}): ForgottenPages {
  const send = (
    response: ServerResponse,
    status: number,
    html: string,
    headers: Readonly<Record<string, string>> = {},
  ): void => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  };
  const stranger = (response: ServerResponse): void =>
    send(
      response,
      403,
      messagePage('Nothing was changed', 'The form was sent from another site.', {
        href: '/auth/login',
        label: 'Sign in',
      }),
    );

  return {
    async ask(request, response, { action, signIn, email, returnTo, face, ip }) {
      if (request.method !== 'POST') return send(response, 200, askPage({ action, signIn, email, faults: {}, face }));
      if (!fromHere(request, o.publicUrl())) return stranger(response);
      const form = await readForm(request);
      if (typeof form === 'number')
        return send(
          response,
          form,
          askPage({ action, signIn, email: '', faults: { form: 'What was sent is no form of this page.' }, face }),
          { connection: 'close' },
        );
      const entered = form.get('email')?.trim() ?? '';
      if (entered === '' || entered.length > 320)
        return send(
          response,
          422,
          askPage({
            action,
            signIn,
            email: entered.slice(0, 320),
            faults: { email: 'Enter your e-mail address.' },
            face,
          }),
        );
      const seconds = await o.forgotten.ask({ email: entered, returnTo, address: ip });
      if (seconds === 0) return send(response, 200, sentPage({ email: entered, signIn, face }));
      o.log.warn({ ip }, 'A link for a new password was asked for too often.');
      const faults = { form: `That was asked for too often. Wait ${inWords(seconds)} and try again.` };
      send(response, 429, askPage({ action, signIn, email: entered, faults, face }), {
        'retry-after': String(seconds),
      });
    },

    async choose(request, response, { secret, ip }) {
      const link = await o.forgotten.find(secret);
      if (link === null) return send(response, 410, goneLinkPage());
      const face = await o.faceAt(link.returnTo);
      response.setHeader('content-security-policy', policyFor(face));
      const show = (
        status: number,
        faults: Parameters<typeof choosePage>[0]['faults'],
        headers: Readonly<Record<string, string>> = {},
      ): void =>
        send(
          response,
          status,
          choosePage({ action: linkPath(secret), email: link.account.email, faults, face }),
          headers,
        );
      // Programs that look at mail open links: only the form uses one up.
      if (request.method !== 'POST') return show(200, {});
      if (!fromHere(request, o.publicUrl())) return stranger(response);
      const form = await readForm(request);
      if (typeof form === 'number')
        return show(form, { form: 'What was sent is no form of this page.' }, { connection: 'close' });
      const password = form.get('password') ?? '';
      if (password === '') return show(422, { password: 'Choose a password.' });
      try {
        await o.forgotten.use(secret, password, { address: ip });
      } catch (error) {
        if (error instanceof TooBusy)
          return show(503, { form: 'Very many people are signing in. Try again in a moment.' }, { 'retry-after': '5' });
        if (Problem.is(error) && error.status === 422)
          return show(422, { password: error.errors[0]?.detail ?? error.message });
        if (Problem.is(error)) return send(response, 410, goneLinkPage());
        throw error;
      }
      send(response, 200, changedPage(again(link.returnTo), face));
    },
  };
}
