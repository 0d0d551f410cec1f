import { t } from '@dossier/core/testing/t';
import { Clock, Database, Vault } from '@dossier/sdk';
import { testPlatform } from '@dossier/core/testing';
import { allowed, blockAfter, createThrottle } from '../throttle.ts';
import { quickPasswords } from '../testing.ts';

const platform = await testPlatform({ plugins: ['@dossier/sign-in'], env: quickPasswords });
t.teardown(() => platform.stop());
const throttle = createThrottle({
  database: platform.service(Database),
  clock: platform.service(Clock),
  vault: platform.service(Vault),
});
const times = async (count: number, take: (i: number) => Promise<number>): Promise<readonly number[]> => {
  const waits: number[] = [];
  for (let i = 0; i < count; i++) waits.push(await take(i));
  return waits;
};

t.test('the first tries are free, then each wait is twice as long, up to a quarter of an hour', async (t) => {
  const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 500].map(
    (failures) => blockAfter(failures, allowed.place) / 1000,
  );
  t.same(seconds, [0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]);
});

t.test('an address that many people share has more free tries than one of them', async (t) => {
  t.equal(blockAfter(allowed.address - 1, allowed.address), 0);
  t.ok(allowed.address > allowed.place);
});

t.test('who changes between the addresses of one network, or between accounts, is slowed all the same', async (t) => {
  const guess = (i: number, network: string): Promise<number> =>
    throttle.take({ account: `person${i}@acme.example`, address: `${network}::${(i + 1).toString(16)}` });
  t.same(await times(allowed.address, (i) => guess(i, '2001:db8:1:1')), Array(allowed.address).fill(0));
  t.equal(await guess(allowed.address, '2001:db8:1:1'), 30);
  t.equal(await guess(allowed.address, '2001:db8:1:2'), 0, 'the network next to it is somebody else');
});

t.test('wrong tries at one place keep nobody out at another', async (t) => {
  const account = 'ann@acme.example';
  await times(allowed.place, () => throttle.take({ account, address: '203.0.113.9' }));
  t.ok((await throttle.take({ account, address: '203.0.113.9' })) > 0);
  t.equal(await throttle.take({ account, address: '198.51.100.4' }), 0);
  await throttle.forgive({ account, address: '198.51.100.4' });
  t.ok((await throttle.take({ account, address: '203.0.113.9' })) > 0, 'and who signs in elsewhere frees no guesser');
});

t.test(
  'guessed from very many addresses, an account waits too, but for the browser that its owner has used',
  async (t) => {
    const account = 'bob@acme.example';
    await times(allowed.account, (i) => throttle.take({ account, address: `192.0.${i}.1` }));
    t.equal(await throttle.take({ account, address: '192.0.99.1' }), 30);
    const known = { account, address: '192.0.99.1', device: 'a-browser' };
    t.equal(await throttle.take(known), 0);
    await throttle.forgive(known);
    t.ok((await throttle.take({ account, address: '192.0.99.1' })) > 0);
    const waits = await times(allowed.device + 1, () => throttle.take(known));
    t.same(waits, [...Array(allowed.device).fill(0), 30], 'a browser that was stolen guesses no faster');
  },
);
