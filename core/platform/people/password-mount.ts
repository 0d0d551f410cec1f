import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log, MountHandler, MountSpec } from '@dossier/sdk';
import { confinedIssuer } from './confined.ts';
import type { Choices } from './choices.ts';
import { cookiesFor } from './cookies.ts';
import { fromOurPages } from './csrf.ts';
import { originOf } from './device.ts';
import { page, passwordPage } from './page.ts';
import type { VerifyPassword } from './password-sign-in.ts';
import { NotLetIn } from './provisioning.ts';
import type { Provisioning } from './provisioning.ts';
import { SignInFailed } from './relying-party.ts';
import { safeReturnTo } from './return-to.ts';
import type { Entrance } from './sign-in-routes.ts';

/** Where the form for a name and a password of an organization's directory goes. */
export const passwordMount = {
  path: '/auth/password',
  why: 'Somebody who signs in is not known yet; it reads a form, which no route of the API does.',
} as const satisfies MountSpec;

const largest = 8 * 1024;

export function handlePassword(o: {
  choices: Pick<Choices, 'at' | 'face'>;
  verify: VerifyPassword;
  provisioning: Provisioning;
  entrance: Entrance;
  publicUrl: () => string;
  lifetime: number;
  now: () => number;
  log: Log;
}): MountHandler {
  const serve = async (request: IncomingMessage, response: ServerResponse, ip: string): Promise<void> => {
    const answer = (status: number, headers: Readonly<Record<string, string | readonly string[]>>, body = ''): void => {
      response.writeHead(status, { 'cache-control': 'no-store', ...headers } as Record<string, string>).end(body);
    };
    if (request.method !== 'POST') return answer(405, { allow: 'POST' });
    if (!fromOurPages('POST', request.headers, o.publicUrl())) return answer(403, {});
    if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) return answer(415, {});
    const body = await read(request);
    if (body === null) return answer(413, { connection: 'close' });
    const form = new URLSearchParams(body);
    const returnTo = safeReturnTo(form.get('returnTo') ?? undefined, o.publicUrl());
    const began = new Date(o.now());
    const ways = await o.choices.at(returnTo);
    const choice = ways.find(({ id }) => id === form.get('way'));
    if (choice?.kind !== 'verifier')
      return answer(303, { location: `/auth/login?returnTo=${encodeURIComponent(returnTo)}` });
    const name = form.get('name')?.trim() ?? '';
    const face = await o.choices.face(returnTo);
    const verified = await o.verify(choice, { name, password: form.get('password') ?? '', address: ip });
    const show = (status: number, fault: string, headers: Readonly<Record<string, string>> = {}): void => {
      const others = ways.length > 1;
      const shown = passwordPage({ way: choice.id, title: choice.title, returnTo, name, fault, face, others });
      answer(status, { ...shown.headers, ...headers }, shown.html);
    };
    if (verified.outcome === 'wrong') return show(422, 'The name or the password is not right.');
    if (verified.outcome === 'later')
      return show(503, `${choice.title} does not answer at the moment. Try again later.`, { 'retry-after': '30' });
    if (verified.outcome === 'wait')
      return show(429, `There were too many tries. Wait ${verified.seconds} seconds and try again.`, {
        'retry-after': String(verified.seconds),
      });
    const names = cookiesFor(o.publicUrl());
    try {
      await o.provisioning.admit(choice, verified.identity, returnTo);
      const entered = await o.entrance.enter(
        {
          identity: verified.identity,
          issuer: confinedIssuer(choice.organization, choice.id),
          idToken: undefined,
          sid: undefined,
          returnTo,
          startedAt: began,
        },
        cookieOf(request, names.session),
        originOf({ headers: request.headers, ip }),
      );
      answer(303, {
        location: entered.returnTo,
        'set-cookie': [names.set(names.session, entered.secret, o.lifetime)],
      });
    } catch (error) {
      if (!(error instanceof SignInFailed)) throw error;
      if (!(error instanceof NotLetIn)) return show(error.status, error.message);
      const shown = page({
        status: error.status,
        title: 'You have no team yet',
        text: error.message,
        face,
        ways: [{ href: `/auth/login?returnTo=${encodeURIComponent(returnTo)}`, label: 'Back to signing in' }],
      });
      answer(error.status, shown.headers, shown.body);
    }
  };
  return (request, response, { ip }) =>
    void serve(request, response, ip).catch((error: unknown) => {
      o.log.error({ err: error }, 'A sign-in by password failed.');
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
}

const cookieOf = (request: IncomingMessage, name: string): string | undefined =>
  (request.headers.cookie ?? '')
    .split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Null when it is larger than any such form. */
async function read(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    if (!(piece instanceof Buffer) || (size += piece.length) > largest) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
