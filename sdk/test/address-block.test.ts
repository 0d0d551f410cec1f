import { t } from '@dossier/core/testing/t';
import { blockOf, plainAddress } from '../src/index.ts';

t.test('an address is the same with a port, with a zone, and as a socket of both families names it', async (t) => {
  for (const [written, plain] of [
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['[::ffff:192.0.2.1]:80', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%eth0]:1', 'fe80::1'],
    ['unknown', 'unknown'],
    ['_hidden', '_hidden'],
    ['', ''],
    ['192.0.2.1:port', '192.0.2.1:port'],
  ] as const)
    t.equal(plainAddress(written), plain, written);
  t.equal(blockOf('[2001:db8:0:1::9]:443'), blockOf('2001:db8:0:1::7'));
  t.equal(blockOf('192.0.2.1:1'), blockOf('192.0.2.1:2'), 'a new port is no new place');
});
