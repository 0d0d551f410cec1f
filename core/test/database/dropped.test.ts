/** A server that drops a connection in the moment in which it has given it. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { t } from '@dossier/core/testing/t';
import { pino } from 'pino';
import { standardLimits } from '../../facilities/database/limits.ts';
import { openPostgres } from '../../facilities/database/postgres.ts';

/** A message of PostgreSQL's protocol: its letter, its length, its bytes. */
const message = (letter: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const welcome = message('R', Buffer.alloc(4));
const ready = message('Z', Buffer.from('I'));
const farewell = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'));

t.test('ready and terminated in one breath: the transaction fails, the process does not', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([welcome, ready, farewell])));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const engine = openPostgres({
    url: `postgres://somebody@127.0.0.1:${port}/nowhere`,
    pool: 1,
    limits: standardLimits,
    log: pino({ enabled: false }),
  });
  t.teardown(() => engine.close());
  // An error without a listener would end the process before either is rejected.
  const ask = async (): Promise<unknown> => {
    const session = await engine.begin({ readOnly: true, streams: false, preamble: 'select 1' });
    return session.query('select 1', []).finally(() => session.rollback());
  };
  await t.rejects(ask());
});
