import { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** Bytes that may wait for a slow client before it is cut off; it catches up by its cursor. */
const mostBuffered = 256 * 1024;

/**
 * A WebSocket as the byte stream that the broker expects. Everything written in one go leaves as one frame:
 * the broker writes a packet in pieces, and a frame for each piece cost more than all the rest.
 */
export function streamOf(socket: WebSocket): Duplex {
  const send = (bytes: Buffer, done: (error?: Error | null) => void): void => {
    if (socket.readyState !== socket.OPEN) return done(new Error('The connection is closed.'));
    socket.send(bytes, { binary: true, compress: false });
    // Never makes the broker wait: one client that does not read would hold back everybody else's messages.
    if (socket.bufferedAmount > mostBuffered) stream.destroy(new Error('The client does not read; it is cut off.'));
    else done();
  };
  const stream: Duplex = new Duplex({
    readableHighWaterMark: 64 * 1024,
    read() {
      socket.resume();
    },
    write: (chunk: Buffer, _encoding, done) => send(chunk, done),
    writev: (chunks: { chunk: Buffer }[], done) => send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done),
    final(done) {
      socket.close(1000);
      done();
    },
    destroy(error, done) {
      // A client that does not read would never answer a closing frame.
      if (error) socket.terminate();
      else socket.close(1000);
      done(error);
    },
  });
  socket.on('message', (data, isBinary) => {
    if (!isBinary) return stream.destroy(new Error('MQTT travels in binary frames.'));
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
    if (!stream.push(bytes)) socket.pause();
  });
  socket.on('close', () => {
    stream.push(null);
    stream.destroy();
  });
  socket.on('error', (error) => stream.destroy(error));
  return stream;
}
