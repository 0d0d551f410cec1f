import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ServerLimits } from './server.ts';
import type { ClientErrors } from './client-errors.ts';

/**
 * Bytes of a body that come in each time for which it may stand still, at least: a client that sends one now and then
 * holds a connection as one does that sends none.
 */
const pace = 1_024;

/**
 * A body may not stand still nor trickle, within the limit for the whole request, which leaves room for large files.
 */
export function prepareBody(
  raw: IncomingMessage,
  answer: ServerResponse,
  limits: ServerLimits,
  answerUnread: ClientErrors['answer'],
): void {
  const { headers, socket } = raw;
  // A request of a test that is handed in without a connection has its body.
  if (!(socket instanceof Socket)) return;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    // Of a body that is not there Node makes no stream (optimizeEmptyRequests): a request that names a type all the
    // same must not wait for its end.
    delete headers['content-type'];
  } else if (!raw.complete && headers['content-length'] !== '0') {
    const cut = (): void => {
      if (answer.headersSent) socket.destroy();
      else answerUnread(late(), socket);
    };
    let ours = false;
    const still = (): void => {
      // What has come and nobody has read yet waits for us, not we for the client; and once it is read, the client has
      // its time to send more.
      const unread = raw.readableLength > 0;
      if (!raw.complete && !unread && !ours) return cut();
      ours = unread;
      socket.setTimeout(raw.complete ? limits.answer : limits.headers);
      if (raw.complete) answer.off('timeout', still);
    };
    socket.setTimeout(limits.headers);
    answer.on('timeout', still);

    let before = socket.bytesRead;
    let waited = false;
    const look = setInterval(() => {
      const came = socket.bytesRead - before;
      before = socket.bytesRead;
      const unread = raw.readableLength > 0;
      if (!raw.complete && came < pace && !unread && !waited) return cut();
      waited = unread;
    }, limits.headers).unref();
    raw.once('close', () => clearInterval(look));
    raw.once('end', () => {
      clearInterval(look);
      answer.off('timeout', still);
      // What nobody has read ends after the answer, when the connection waits for its next request already.
      if (!answer.writableFinished) socket.setTimeout(limits.answer);
    });
  }
}

const late = (): Error =>
  Object.assign(new Error('The body did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
