/** Addresses that lead inside, directories that lie, and lines on which somebody else listens. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { t } from '@dossier/core/testing/t';
import { eventually } from '@dossier/core/testing/waiting';
import { personDn, startDirectory } from '@dossier/ldap-simulator/testing';
import { freePort } from '../../../test/servers/daemon.ts';
import { authority } from './certificates.ts';
import { fieldsOf, stage, trust } from './stage.ts';

const ca = await authority();
trust(ca.cert);
const directory = await startDirectory();
t.teardown(() => directory.close());
const good = fieldsOf(directory);

const plain = await stage({ LDAP_ALLOW_PLAIN: 'true' });
t.teardown(() => plain.platform.stop());

const UNBIND = 0x42;
/** Ways in which clients have left. */
const left: string[] = [];

/** A server of bytes; `answer` is given the id of each message that a client sends, and how many came before. */
async function serving(answer: (socket: Socket, id: number, before: number) => void): Promise<string> {
  const server = createServer((socket) => {
    let before = 0;
    socket
      .on('error', () => undefined)
      .on('close', () => void left.push('closed'))
      .on('data', (piece: Buffer) => {
        // A length from 128 on has bytes of its own, whose number comes first.
        const at = ((piece[1] ?? 0) & 0x80 ? (piece[1] ?? 0) & 0x7f : 0) + 4;
        if (piece[at + 1] === UNBIND) left.push('unbind');
        else answer(socket, piece[at] ?? 0, before++);
      });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => server.close());
  return `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
/** An answer (RFC 4511): `id` of the message, tag of the operation, result code, and words. */
const result = (id: number, tag: number, code = 0, words = ''): Buffer => {
  const said = Buffer.from(words);
  return Buffer.concat([
    Buffer.from([0x30, 12 + said.length, 2, 1, id, tag, 7 + said.length, 0x0a, 1, code, 4, 0, 4, said.length]),
    said,
  ]);
};
const [BIND, ENTRY, DONE, EXTENDED] = [0x61, 0x64, 0x65, 0x78];
/** An entry without name and attributes, and one that has both. */
const nobody = (id: number): Buffer => Buffer.from([0x30, 9, 2, 1, id, ENTRY, 4, 4, 0, 0x30, 0]);
const somebody = (id: number): Buffer =>
  Buffer.from([0x30, 20, 2, 1, id, ENTRY, 15, 4, 4, ...Buffer.from('cn=x'), 0x30, 7, 0x30, 5, 4, 1, 0x78, 0x31, 0]);

t.test('no address that is not public is called, however it is written', async (t) => {
  const { platform, tried, save } = await stage({}, { open: false });
  t.teardown(() => platform.stop());
  const { port } = new URL(directory.url);
  for (const host of [
    '127.0.0.1',
    'localhost',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '10.0.0.1',
    '169.254.169.254',
    '168.63.129.16',
  ]) {
    const values = { ...good, serverUrl: `ldap://${host}:${port}` };
    const { states, failed } = await tried(values);
    t.match(
      { states, failed },
      {
        states: 'f-----',
        failed: {
          title: 'The address may not be used',
          detail: 'It does not lead to a server that organizations may connect to.',
        },
      },
      host,
    );
    t.match(await save(values), { status: 422, body: { errors: [{ pointer: '/values/serverUrl' }] } }, host);
  }
  t.equal(directory.connections(), 0);
});

t.test('the directory of a demonstration is let through by exactly its host and port', async (t) => {
  const port = await freePort();
  const { platform, tried, save } = await stage(
    { DEMO: 'true', LDAP_SIMULATOR_PORT: String(port), PUBLIC_URL: 'http://localhost:3998' },
    { open: false },
  );
  t.teardown(() => platform.stop());
  const own = { ...good, serverUrl: `ldap://127.0.0.1:${port}` };
  t.match(await tried(own), { states: 'pppppp', body: { steps: [{}, {}, { title: 'No certificate is needed' }] } });
  t.match(await save(own), { status: 200 });
  for (const serverUrl of [directory.url, `ldap://localhost:${port}`, `ldaps://127.0.0.1:${port}`])
    t.match(await tried({ ...own, serverUrl }), { states: 'f-----' }, serverUrl);
  t.equal(directory.connections(), 0);
});

t.test('a line without encryption is taken where the operator allows it, and never after TLS has failed', async (t) => {
  const { tried } = plain;
  const foreign = await startDirectory({ tls: await (await authority()).issue({ names: ['127.0.0.1'] }) });
  t.teardown(() => foreign.close());
  t.match(await tried(good), {
    states: 'pppppp',
    body: { steps: [{}, {}, { title: 'The connection is not encrypted' }] },
  });
  t.match(await tried({ ...good, serverUrl: foreign.url }), { states: 'ppf---' });
  t.strictSame(foreign.binds, []);
});

t.test('a directory that answers what it likes harms nobody else', async (t) => {
  const { tried } = plain;
  const tiny = (id: number) => Buffer.concat(Array.from({ length: 40_000 }, () => nobody(id)));
  for (const [what, reply, states, reason] of [
    [
      'tiny messages',
      (id: number, before: number) => (before === 2 ? [tiny(id), result(id, DONE)] : null),
      'pppppf',
      /nobody below/,
    ],
    [
      'a message without end',
      () => [Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]), Buffer.alloc(2 << 20, 4)],
      'pp',
      /more than anybody/,
    ],
    ['nothing', () => null, 'ppppf-', /shows nothing/],
    [
      'a refusal after somebody',
      (id: number, before: number) =>
        [[], [], [somebody(id), result(id, DONE)], [result(id, DONE, 51)]][before] ?? null,
      'pppppf',
      /busy \(51\)/,
    ],
    ['an operation that there is not', (id: number) => [result(id, 0x7e)], 'pp', /broke off/],
    [
      'an entry of nonsense',
      (id: number, before: number) => (before === 2 ? [Buffer.from([0x30, 8, 2, 1, id, ENTRY, 3, 4, 0x7f, 1])] : null),
      'pppp',
      /broke off/,
    ],
  ] as const) {
    const serverUrl = await serving((socket, id, before) => {
      const own = reply(id, before);
      const parts = own?.length ? own : [result(id, [EXTENDED, BIND, DONE][before] ?? DONE, before === 0 ? 2 : 0)];
      for (const part of parts) socket.write(part);
    });
    const { states: found, failed } = await tried({ ...good, serverUrl });
    t.match(found, new RegExp(`^${states}`), what);
    t.match(failed, { detail: reason, remedy: /\.$/ }, what);
  }
  t.match(await tried(good), { states: 'pppppp' }, 'everybody else is served');
});

t.test('a refusal is said in words, with those of the directory on one line', async (t) => {
  const { tried } = plain;
  for (const [code, said] of [
    ...[3, 8, 10, 13, 32, 34, 49, 50, 51, 52, 53].map(
      (known) => [known, /^The directory says: (?!this did not go)/] as const,
    ),
    [80, /^The directory says: this did not go \(80\)\. It adds: ask Bob$/],
  ] as const) {
    const serverUrl = await serving((socket, id, before) =>
      socket.write(before === 0 ? result(id, EXTENDED, 2) : result(id, BIND, code, 'ask\u0000\n\u202eBob\u0000')),
    );
    left.length = 0;
    t.match(await tried({ ...good, serverUrl }), { states: 'pppf--', failed: { detail: said } }, String(code));
    await eventually('the client has taken leave', () => left.join() === 'unbind,closed');
  }
});

t.test('an answer that somebody put in before TLS is not taken for one that came by it', async (t) => {
  const { platform, tried } = await stage();
  t.teardown(() => platform.stop());
  const pair = await ca.issue({ names: ['127.0.0.1'] });
  const injected = await serving((socket, id, before) => {
    if (before > 0) return;
    socket.removeAllListeners('data');
    socket.write(Buffer.concat([result(id, EXTENDED), result(id, BIND), result(id + 1, BIND)]));
    const secured = new TLSSocket(socket, { isServer: true, ...pair }).on('error', () => undefined);
    secured.once('data', () => secured.destroy());
  });
  t.match(await tried({ ...good, serverUrl: injected }), { states: 'pppf--', failed: { detail: /broke off/ } });
  const bare = await serving((socket, id) => socket.write(result(id, EXTENDED, 2)));
  left.length = 0;
  t.match(await tried({ ...good, serverUrl: bare }), { states: 'ppf---' });
  await eventually('the client is gone', () => left.join() === 'closed');
});

t.test(
  'an account whose password is refused is tried once an hour: directories shut out who tries often',
  async (t) => {
    const { platform, logged, save, read, pass } = plain;
    const [person] = directory.people.all();
    if (!person) throw new Error('There is nobody.');
    const dn = personDn(person.uid);
    const values = { ...good, bindDn: dn, bindPassword: person.password, usersDn: dn };
    t.match(await save(values), { status: 200 });
    const tries = () => directory.binds.filter((bind) => bind.dn === dn).length;
    // The outcome of a look says nothing of settings that were saved meanwhile.
    directory.people.change(person.uid, { password: 'another' });
    directory.control.next('silent-bind');
    const seen = directory.binds.length;
    const passing = pass(6);
    await eventually('the look is under way', () => directory.binds.length > seen);
    directory.people.change(person.uid, { password: person.password });
    t.match(await save({ userFilter: '(uid=*)' }), { status: 200 });
    await directory.stop();
    await directory.start();
    await passing;
    t.match((await read()).badge, { ok: true });

    directory.people.change(person.uid, { password: 'another' });
    const before = tries();
    await pass(6);
    t.match((await read()).badge, { ok: false, text: 'The Bind DN cannot sign in' });
    await pass(6);
    await pass(30);
    t.equal(tries(), before + 1);
    await pass(30);
    t.equal(tries(), before + 2);

    const rows = await platform.kernel.database.asOwner((owner) =>
      Promise.all(['setting', 'event', 'ldap_directory'].map((table) => owner.run(`select * from ${table}`))),
    );
    const everything = JSON.stringify([rows.map((one) => one.rows), logged, await read()]);
    t.match(everything, 'The Bind DN cannot sign in');
    t.notMatch(everything, person.password, 'the password stands nowhere in clear');
  },
);
