import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log, MountSpec } from '@dossier/sdk';
import { IssuerUnreachable } from './issuers.ts';
import { LogoutRefused } from './logout-token.ts';

/**
 * Where issuers say that a session of theirs has ended. It reads a form, which no route of the API does, so it is a
 * mount.
 */
export const backchannel = {
  path: '/auth/backchannel-logout',
  why: 'The issuer proves itself by its signature.',
} as const satisfies MountSpec;

const largest = 64 * 1024;

/** OpenID Connect Back-Channel Logout 1.0, sections 2.5 and 2.8: 200 when it is done, 400 with the reason otherwise. */
export function handleBackchannel(o: {
  logout: (token: string) => Promise<void>;
  log: Log;
}): (request: IncomingMessage, response: ServerResponse) => void {
  const answer = (
    response: ServerResponse,
    status: number,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): void => {
    response
      .writeHead(status, {
        'cache-control': 'no-store',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      })
      .end(body ? JSON.stringify(body) : '');
  };
  const refuse = (response: ServerResponse, text: string): void =>
    answer(response, 400, { error: 'invalid_request', error_description: text });

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url !== '/' && request.url !== '') return answer(response, 404);
    if (request.method !== 'POST') return answer(response, 405, undefined, { allow: 'POST' });
    if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? ''))
      return refuse(response, 'Send logout_token in a form.');
    const body = await read(request);
    const tokens = body === null ? [] : new URLSearchParams(body).getAll('logout_token');
    if (tokens.length !== 1) return refuse(response, 'Send one logout_token.');
    try {
      await o.logout(tokens[0]!);
      answer(response, 200);
    } catch (error) {
      if (error instanceof LogoutRefused) {
        o.log.warn(
          { reason: error.message, cause: error.cause instanceof Error ? error.cause.message : undefined },
          'A back-channel logout was refused.',
        );
        return refuse(response, error.message);
      }
      o.log.error({ err: error }, 'A back-channel logout failed.');
      answer(response, error instanceof IssuerUnreachable ? 503 : 500, undefined, { 'retry-after': '5' });
    }
  };
  return (request, response) => void serve(request, response).catch(() => response.destroy());
}

/** Null when it is larger than any logout token. */
async function read(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    if (!(piece instanceof Buffer) || (size += piece.length) > largest) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
