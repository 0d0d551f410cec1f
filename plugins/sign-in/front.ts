import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { Log, MountHandler } from '@dossier/sdk';
import { contentSecurityPolicy, messagePage } from './login-page.ts';
import { secretOf } from './forgotten/front.ts';
import type { ForgottenPages } from './forgotten/front.ts';
import { interactionOf } from './interaction.ts';
import type { Interactions } from './interaction.ts';
import { mountPath } from './provider.ts';
import { inRequest } from './standing.ts';

/**
 * Everything below `/oidc`: our own pages first, the provider for the rest. Every request is given the public host,
 * however it came, so that no forged Host header and no internal address ever reaches a link.
 */
export function createFront(o: {
  provider: () => Promise<Provider>;
  interactions: Interactions;
  forgotten: ForgottenPages;
  publicUrl: () => string;
  log: Log;
}): MountHandler {
  const serve = async (request: IncomingMessage, response: ServerResponse, ip: string): Promise<void> => {
    const publicUrl = o.publicUrl();
    const { host, protocol } = new URL(publicUrl);
    delete request.headers['forwarded'];
    Object.assign(request.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
    response.setHeader('content-security-policy', contentSecurityPolicy);
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('referrer-policy', 'same-origin');
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    response.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    response.setHeader('cache-control', 'no-store');
    const path = (request.url ?? '/').split('?')[0]!;
    const secret = secretOf(path);
    if (secret !== null) return o.forgotten.choose(request, response, { secret, ip });
    const provider = await o.provider();
    if (interactionOf(path) !== null) return o.interactions.serve(provider, request, response, ip);
    if (path === '/session/end' && !(await provider.Session.get(provider.createContext(request, response))).accountId) {
      // Nobody is signed in here any more: there is nothing to ask and nothing to end.
      response.writeHead(303, { location: `${publicUrl}/` }).end();
      return;
    }
    await provider.callback()(request, response);
  };

  return (request, response, { ip }) => {
    inRequest(() => serve(request, response, ip)).catch((error: unknown) => {
      o.log.error(
        {
          error: error instanceof Error ? error.message : String(error),
          // The log holds no secret.
          path: `${mountPath}${(request.url ?? '').split('?')[0]?.replace(/^(\/password\/).*/, '$1…')}`,
        },
        'A request to the sign-in failed.',
      );
      if (response.headersSent) return void response.destroy();
      response
        .writeHead(503, { 'content-type': 'text/html; charset=utf-8', 'retry-after': '5' })
        .end(
          messagePage(
            'Signing in is not possible right now',
            'Something here does not answer. Try again in a moment.',
            { href: '/auth/login', label: 'Try again' },
          ),
        );
    });
  };
}
