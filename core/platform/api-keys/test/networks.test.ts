import { t } from '@dossier/core/testing/t';
import { isNetwork, networksOf } from '../networks.ts';

t.test('an address or a range in CIDR notation is a network, anything else is none', async (t) => {
  for (const good of [
    '192.0.2.7',
    '192.0.2.0/24',
    '0.0.0.0/0',
    '2001:db8::1',
    '2001:db8::/32',
    '::/0',
    '::ffff:192.0.2.0/120',
  ])
    t.ok(isNetwork(good), good);
  for (const bad of [
    '',
    '192.0.2',
    '192.0.2.0/33',
    '2001:db8::/129',
    '192.0.2.0/',
    '192.0.2.0/-1',
    '192.0.2.0/024',
    '192.0.2.0/24/1',
    'example.org',
    '192.0.2.256',
    'fe80::1%eth0',
    ' 192.0.2.7',
    '192.0.2.0/1e1',
    '0x7f.1',
  ])
    t.notOk(isNetwork(bad), bad);
});

t.test('no network means anywhere', async (t) => t.equal(networksOf([]), null));

t.test('addresses of both families are held by their ranges, however the socket writes them', async (t) => {
  const networks = networksOf(['192.0.2.0/24', '198.51.100.7', '2001:db8::/32'])!;
  for (const inside of [
    '192.0.2.1',
    '192.0.2.1',
    '192.0.2.255',
    '::ffff:192.0.2.9',
    '::FFFF:192.0.2.9',
    '198.51.100.7',
    '2001:db8:1::5',
    '2001:DB8::1',
  ])
    t.ok(networks.holds(inside), inside);
  for (const inside of ['::ffff:c000:209', '0:0:0:0:0:FFFF:192.0.2.9', '0::ffff:c633:6407'])
    t.ok(networks.holds(inside), inside);
  for (const outside of [
    '192.0.3.1',
    '::ffff:c000:301',
    '::1:ffff:c000:209',
    '198.51.100.8',
    '2001:db9::1',
    '::1',
    '::ffff:192.0.3.1',
    '',
    'unknown',
  ])
    t.notOk(networks.holds(outside), outside);
});
