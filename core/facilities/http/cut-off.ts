import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Milliseconds for which a client may go on sending before its connection is taken away. */
const PATIENCE = 5_000;

/**
 * Answers a request whose body is still on its way, and ends its connection. The rest of the body is thrown away unread
 * until the client ends or has had its time: of a connection that is closed at once, whatever arrives afterwards is
 * answered by a reset, which takes the answer away that the client has not read yet (RFC 9112, 9.6).
 * Nothing happens to a request that has come in full.
 */
export function cutOff({ raw: { complete, socket } }: FastifyRequest, reply: FastifyReply): void {
  // A request of a test that is handed in without a connection has its body.
  if (complete || !(socket instanceof Socket)) return;
  void reply.header('connection', 'close');
  // What Node does with a connection behind its last answer.
  socket.destroySoon = () => {
    // While the request waits to be read its connection stands still, and only Node's own listeners, which go with the
    // parser's, make it move.
    if (socket.isPaused()) socket.once('resume', () => throwAway(socket)).resume();
    else throwAway(socket);
    socket.end();
    const impatient = setTimeout(() => socket.destroy(), PATIENCE).unref();
    socket.once('close', () => clearTimeout(impatient)).once('end', () => socket.destroy());
  };
}

/** Nothing that comes is read as a request any more: a listener of ours takes the bytes back from the parser. */
const throwAway = (socket: Socket): void =>
  void socket.on('data', ignored).removeAllListeners('data').on('data', ignored);
const ignored = (): void => undefined;
