/** Connections to directories, where no test of a whole inspection comes: names, ends, and answers in one piece. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { t } from '@dossier/core/testing/t';
import { eventually } from '@dossier/core/testing/waiting';
import type { Sockets } from '@dossier/sdk';
import { authority } from '../../test/certificates.ts';
import { trust } from '../../test/stage.ts';
import { converse, encrypted, reach } from '../connection.ts';
import { peopleBelow } from '../people.ts';
import { parseFilter } from '../../filter/parser.ts';

type Asked = Parameters<Sockets['connect']>[0];

/** Connects to this machine whatever the host is called, and notes what was asked for. */
function calling(): { sockets: Sockets; patience: number; asked: Asked[] } {
  const asked: Asked[] = [];
  const sockets: Sockets = {
    look: async () => undefined,
    async connect(o) {
      asked.push(o);
      const socket = connect(o.port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    },
  };
  return { sockets, patience: 2_000, asked };
}
const listening = async (server: ReturnType<typeof createServer>): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
};
/** Its connections take everything and answer nothing. */
const silent = async (): Promise<number> =>
  listening(createServer((socket) => void socket.on('error', () => undefined)));
const never = new AbortController().signal;

t.test('an organization is let to public addresses as the connection is made, too', async (t) => {
  const port = await silent();
  for (const guarded of [true, false]) {
    const call = calling();
    const { socket } = await reach(
      call,
      { host: 'directory.example', port, secure: false },
      { guarded, signal: never },
    );
    socket.destroy();
    t.match(call.asked, [{ host: 'directory.example', port, guard: guarded ? 'public' : undefined }]);
  }
});

t.test('a server learns which of its names is meant, and has to prove that one', async (t) => {
  const ca = await authority();
  trust(ca.cert);
  const names: unknown[] = [];
  const pair = await ca.issue({ names: ['directory.example', '192.0.2.7'] });
  const port = await listening(
    createTlsServer(pair, (socket) => void names.push(socket.on('error', () => undefined).servername)),
  );
  // An address is not sent (RFC 6066, section 3).
  for (const [host, sent] of [
    ['directory.example', 'directory.example'],
    ['192.0.2.7', false],
  ] as const) {
    const reached = await reach(calling(), { host, port, secure: true }, { guarded: true, signal: never });
    const { conversation } = await encrypted(reached, { allowPlain: false });
    await eventually('the server has seen it', () => names.length > 0);
    t.strictSame(names.splice(0), [sent]);
    await conversation.end();
  }
  for (const host of ['other.example', '192.0.2.8']) {
    const reached = await reach(calling(), { host, port, secure: true }, { guarded: true, signal: never });
    await t.rejects(encrypted(reached, { allowPlain: true }), {
      kind: 'tls',
      cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    });
  }
});

t.test('giving up ends the connection, and nothing more is asked on one that has ended', async (t) => {
  const stop = new AbortController();
  const to = { host: 'x', port: await silent(), secure: false };
  const reached = await reach(calling(), to, { guarded: true, signal: stop.signal });
  const conversation = converse(reached);
  const asking = conversation.ask((client) => client.bind('cn=x', 'y'));
  stop.abort();
  await t.rejects(asking, { message: /broken/ });
  await eventually('the client has noticed', () => reached.socket.closed);
  await t.rejects(
    conversation.ask((client) => client.bind('cn=x', 'y')),
    { message: /broken/ },
    'at once',
  );
  await conversation.end();
});

/** A message of LDAP by its parts in hexadecimal (RFC 4511); each is short enough for a length of one byte. */
const message = (operation: string, content: Buffer): Buffer => {
  const inside = Buffer.concat([Buffer.from(`020102${operation}`, 'hex'), Buffer.from([content.length]), content]);
  return Buffer.concat([Buffer.from([0x30, inside.length]), inside]);
};

t.test('many entries that come at once are all counted, and a reference is not followed', async (t) => {
  let asked = 0;
  const elsewhere = await listening(createServer((socket) => void socket.destroy(void (asked += 1))));
  const url = Buffer.from(`ldap://127.0.0.1:${elsewhere}/dc=x`);
  // The entry cn=x with the attribute x, which has no values; a reference; success.
  const person = message('64', Buffer.from('0404636e3d783007300504017831' + '00', 'hex'));
  const reference = message('73', Buffer.concat([Buffer.from([4, url.length]), url]));
  const done = message('65', Buffer.from('0a010004000400', 'hex'));
  const all = Buffer.concat([...Array.from({ length: 1_000 }, () => person), reference, done]);
  const port = await listening(createServer((socket: Socket) => void socket.on('data', () => socket.write(all))));
  const reached = await reach(calling(), { host: 'x', port, secure: false }, { guarded: true, signal: never });
  const people = peopleBelow(converse(reached), { base: 'dc=x', filter: parseFilter('(cn=*)'), most: 5_000 });
  t.match(await people, { count: 1_000, more: false });
  t.equal(asked, 0);
  reached.socket.destroy();
});
