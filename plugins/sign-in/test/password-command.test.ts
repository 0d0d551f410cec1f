import { t } from '@dossier/core/testing/t';
import { testPlatform } from '@dossier/core/testing';
import { Credentials } from '../contract.ts';
import { Browser } from './browser.ts';
import { quickPasswords } from '../testing.ts';

const platform = await testPlatform({ plugins: ['@dossier/sign-in'], env: quickPasswords, listen: true });
t.teardown(() => platform.stop());
for (const name of ['ann', 'bob'])
  await platform
    .service(Credentials)
    .create({ email: `${name}@acme.example`, name, password: 'correct horse battery', emailVerified: true });
const told = async (...args: readonly string[]): Promise<readonly [number, string]> => {
  const lines: string[] = [];
  return [await platform.kernel.command('password')!.run(args, (line) => lines.push(line)), lines.join('\n')];
};
const entered = (password: string): Promise<string> =>
  new Browser(platform.kernel.publicUrl()).toCallback('ann@acme.example', password);

const signedIn = async (name: string): Promise<Browser> => {
  const browser = new Browser(platform.kernel.publicUrl());
  await browser.open(await browser.toCallback(`${name}@acme.example`, 'correct horse battery'));
  return browser;
};
const works = async (browser: Browser): Promise<boolean> => (await browser.open('/api/v1/session')).status === 200;

t.test(
  'the operator gives an account a new password, which works in place of the old one and ends its sessions',
  async (t) => {
    const [ann, bob] = [await signedIn('ann'), await signedIn('bob')];
    const [code, text] = await told(' Ann@ACME.example');
    t.equal(code, 0);
    const password = /is now (\S+)$/.exec(text)![1]!;
    t.same([await works(ann), await works(bob)], [false, true]);
    const { rows } = await platform.kernel.database.asOwner((owner) =>
      owner.run(`select "actorName" from event where type = 'people/signed-out@1'`),
    );
    t.same(rows, [{ actorName: 'Operator' }]);
    t.match(await entered(password), /\/auth\/callback\?code=/);
    t.notMatch(await entered('correct horse battery').catch(String), /\/auth\/callback\?code=/);
    t.not((await told('ann@acme.example'))[1], text, 'another one each time');
  },
);

t.test('and learns when there is no such account', async (t) => {
  t.match(await told('cid@acme.example'), [1, /no account of cid@acme\.example/]);
  t.match(await told(), [2, /^Write: /]);
  t.match(await told('ann@acme.example', 'secret'), [2, /^Write: /]);
});
