import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '@dossier/sdk';
import type { Fields } from './usual-fields.ts';

/** By Node's codes of what it could not read as a request. */
const problems: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem(431, 'header-too-large', 'The header is too large', {
    detail: 'All fields of the header together may have 16 kB. Send fewer, or shorter ones.',
  }),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new Problem(413, 'too-large', 'Too large', {
    detail: 'The extensions of the chunks are too long. Leave them out.',
  }),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'request-timeout', 'The request took too long', {
    detail: 'Its header, or its body, did not arrive in time. Send it again, without a pause.',
  }),
};
const unreadable = new Problem(400, 'bad-request', 'The request cannot be read', {
  detail:
    'It does not follow HTTP/1.1 (RFC 9112). Look at its method, its path, its fields and the length of its body.',
});
const unexpected = new Problem(417, 'unknown-expectation', 'Expectation not known', {
  detail: 'Of the field Expect only 100-continue is understood. Leave it out.',
});

/** How requests are refused that meet no route and no hook. */
export interface ClientErrors {
  /**
   * What never became a request. The connection ends: nobody knows where on it the next request begins. One on which
   * nothing came ends without an answer.
   */
  answer(error: Error & { readonly code?: string }, socket: Socket): void;
  /** A request that expects something other than `100-continue` (RFC 9110, 10.1.1). */
  answerUnexpected(request: IncomingMessage, answer: ServerResponse): void;
}

/** As everything else is refused, and with the fields that every answer has. */
export function clientErrors(usual: Fields): ClientErrors {
  const fields = { ...usual, 'content-type': 'application/problem+json', connection: 'close' };
  return {
    answer(error, socket) {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      // A browser opens connections before it needs them. An answer to nothing would be taken for that of the request
      // which it sends at the same moment; on one that ended without a word it asks again by itself.
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) {
        socket.destroy();
        return;
      }
      const problem = problems[error.code ?? ''] ?? unreadable;
      const body = JSON.stringify(problem);
      const head = Object.entries({ ...fields, 'content-length': Buffer.byteLength(body) })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('');
      if (socket.writable)
        socket.write(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${head}\r\n${body}`);
      socket.destroySoon();
    },
    answerUnexpected(_request, answer) {
      answer.writeHead(unexpected.status, fields).end(JSON.stringify(unexpected));
    },
  };
}

/**
 * Only a WebSocket is changed to, where there is one. A wish for anything else (h2c, TLS) may be ignored, and is (RFC
 * 9110, 7.8): the request is answered as if it were not there.
 */
export const mayUpgrade = ({ method, url, headers: { upgrade } }: IncomingMessage): boolean =>
  method === 'GET' && upgrade?.toLowerCase() === 'websocket' && /^\/rt(\?|$)/.test(url ?? '');
