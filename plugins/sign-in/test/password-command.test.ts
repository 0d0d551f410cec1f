import t from 'tap';
import { testPlatform } from '@dossier/core/testing';
import { Credentials } from '../contract.ts';
import { Browser } from './browser.ts';

const platform = await testPlatform({ plugins: ['@dossier/sign-in'], listen: true });
t.teardown(() => platform.stop());
await platform.service(Credentials).create({ email: 'ann@acme.example', name: 'Ann', password: 'correct horse battery', emailVerified: true });
const told = async (...args: readonly string[]): Promise<readonly [number, string]> => {
  const lines: string[] = [];
  return [await platform.kernel.command('password')!.run(args, (line) => lines.push(line)), lines.join('\n')];
};
const entered = (password: string): Promise<string> => new Browser(platform.kernel.publicUrl()).toCallback('ann@acme.example', password);

t.test('the operator gives an account a new password, which works in place of the old one', async (t) => {
  const [code, text] = await told(' Ann@ACME.example');
  t.equal(code, 0);
  const password = /is now (\S+)$/.exec(text)![1]!;
  t.match(await entered(password), /\/auth\/callback\?code=/);
  t.notMatch(await entered('correct horse battery').catch(String), /\/auth\/callback\?code=/);
  t.not((await told('ann@acme.example'))[1], text, 'another one each time');
});

t.test('and is told when there is no such account', async (t) => {
  t.match(await told('bob@acme.example'), [1, /no account of bob@acme\.example/]);
  t.match(await told(), [2, /^Write: /]);
  t.match(await told('ann@acme.example', 'secret'), [2, /^Write: /]);
});
