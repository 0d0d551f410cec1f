import t from 'tap';
import { Clock, Database, Vault } from '@dossier/sdk';
import { testPlatform } from '@dossier/core/testing';
import { allowed, blockAfter, createThrottle } from '../throttle.ts';

t.test('the first tries are free, then each wait is twice as long, up to a quarter of an hour', async (t) => {
  t.same([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 500].map((failures) => blockAfter(failures, allowed.account) / 1000), [0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]);
});

t.test('an address that many people share has more free tries than an account', async (t) => {
  t.equal(blockAfter(allowed.address - 1, allowed.address), 0);
  t.ok(allowed.address > allowed.account);
});

t.test('who changes between the addresses of one network, or between accounts, is slowed all the same', async (t) => {
  const platform = await testPlatform({ plugins: ['@dossier/sign-in'] });
  t.teardown(() => platform.stop());
  const throttle = createThrottle({ database: platform.service(Database), clock: platform.service(Clock), vault: platform.service(Vault) });
  const guess = (i: number, network: string) => throttle.take(`person${i}@acme.example`, `${network}::${(i + 1).toString(16)}`);
  for (let i = 0; i < allowed.address; i++) t.equal(await guess(i, '2001:db8:1:1'), 0);
  t.equal(await guess(allowed.address, '2001:db8:1:1'), 30);
  t.equal(await guess(allowed.address, '2001:db8:1:2'), 0, 'the network beside it is somebody else');
});
